import type { Note } from '#src/content/types.ts';

/** One line between two sections, with links to where its subject is dealt with. */
export function NoteLine({ content: { text, links } }: { content: Note }) {
  return (
    <div className="page py-8 md:py-14">
      <p className="flex flex-wrap items-baseline gap-x-5 border-y border-rule py-2 text-ink-soft">
        <span className="py-2.5">{text}</span>
        {links.map(({ label, href }) => (
          <a key={href} href={href} className="text-link inline-flex min-h-11 items-center text-canopy">
            {label}
          </a>
        ))}
      </p>
    </div>
  );
}
