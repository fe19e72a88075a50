import type { Timeline } from '#src/content/about.ts';
import { Section, SectionHeading } from '#src/ui/sections/section.tsx';

/** Dated entries, oldest first. */
export function TimelineList({ content }: { content: Timeline }) {
  return (
    <Section>
      <SectionHeading title={content.title} />
      <ol className="mt-10 border-b border-rule">
        {content.entries.map((entry) => (
          <li
            key={entry.title}
            className="grid gap-2 border-t border-rule py-6 first:border-ink md:grid-cols-[14rem_18rem_minmax(0,1fr)] md:gap-8"
          >
            <p className="figure pt-1 text-clay">{entry.when}</p>
            <h3 className="display-3">{entry.title}</h3>
            <p className="copy text-ink-soft">{entry.body}</p>
          </li>
        ))}
      </ol>
    </Section>
  );
}
