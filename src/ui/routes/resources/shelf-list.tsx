import type { Shelves } from '#src/content/resources.ts';
import { TextLink } from '#src/ui/controls/text-link.tsx';
import { Section, SectionHeading } from '#src/ui/sections/section.tsx';

/** The parts of the library: each one's status, contents and, if it is not open yet, an alternative. */
export function ShelfList({ content }: { content: Shelves }) {
  return (
    <Section>
      <SectionHeading title={content.title} intro={content.intro} />
      <ul className="mt-10 border-b border-ink">
        {content.shelves.map((shelf) => (
          <li
            key={shelf.title}
            className="grid gap-x-10 gap-y-3 border-t border-ink py-7 md:grid-cols-[9rem_minmax(0,1fr)] lg:grid-cols-[9rem_20rem_minmax(0,1fr)]"
          >
            <p>
              <span
                className={`figure inline-block px-2.5 py-1 text-[0.8125rem] ${shelf.open ? 'bg-lichen' : 'bg-clay-soft text-[#7A3318]'}`}
              >
                {shelf.status}
              </span>
            </p>
            <h3 className="font-display text-[2rem] leading-[1.05] tracking-[-0.012em] md:text-[2.5rem]">{shelf.title}</h3>
            <div className="md:col-start-2 lg:col-start-auto">
              <p className="copy text-ink-soft">{shelf.body}</p>
              <TextLink href={shelf.link.href} className="mt-2">
                {shelf.link.label}
              </TextLink>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}
