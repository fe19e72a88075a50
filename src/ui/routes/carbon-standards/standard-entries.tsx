import type { StandardEntries as StandardEntriesContent } from '#src/content/carbon-standards.ts';
import { Seal, tones } from '#src/ui/sections/seal.tsx';
import { Section, SectionHeading } from '#src/ui/sections/section.tsx';

/** A list of standards: seal, purpose and link. */
export function StandardEntries({ content }: { content: StandardEntriesContent }) {
  return (
    <Section>
      <SectionHeading title={content.title} />
      <ul className="mt-12 border-b border-rule">
        {content.entries.map((entry) => (
          <li
            key={entry.id}
            className="grid gap-x-10 gap-y-3 border-t border-rule py-8 first:border-ink md:grid-cols-[8rem_minmax(0,1fr)] lg:(grid-cols-[8rem_minmax(0,20rem)_minmax(0,1fr)] gap-x-16)"
          >
            <Seal standard={entry.id} className="grid size-24 md:(row-span-2 size-32) lg:row-span-1" />
            <div>
              <h3 className="font-display text-[1.75rem] leading-[1.12] tracking-[-0.012em]">{entry.name}</h3>
              <p className={`mt-2 font-mono text-[0.8125rem] ${tones[entry.id].text}`}>{entry.line}</p>
            </div>
            <div>
              <p className="copy text-[1.0625rem] text-ink-soft">{entry.body}</p>
              <a href={entry.link.href} className={`text-link mt-3 inline-flex min-h-11 items-center ${tones[entry.id].text}`}>
                {entry.link.label}
              </a>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}
