import type { Creed } from '#src/content/about.ts';
import { Section } from '#src/ui/sections/section.tsx';
import { Paragraphs } from '#src/ui/sections/texts.tsx';

/** The mission as one large sentence, with the values below it. */
export function MissionValues({ content: { mission, values } }: { content: Creed }) {
  return (
    <Section>
      <div className="grid gap-x-20 gap-y-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div>
          <h2 className="eyebrow mb-6 text-canopy">{mission.title}</h2>
          <p className="font-display text-[1.875rem] leading-[1.16] tracking-[-0.014em] text-pretty md:text-[2.75rem]">
            {mission.statement}
          </p>
        </div>
        <div className="grid content-end gap-4 text-ink-soft">
          <Paragraphs texts={mission.paragraphs} />
        </div>
      </div>
      <h2 className="eyebrow mt-16 mb-6 text-canopy md:mt-24">{values.title}</h2>
      <ul className="grid border-t border-ink md:grid-cols-2 md:gap-x-16">
        {values.items.map((value) => (
          <li
            key={value.title}
            className="grid content-start gap-2 border-b border-rule py-6 lg:(grid-cols-[12rem_minmax(0,1fr)] gap-8 py-8)"
          >
            <h3 className="display-3">{value.title}</h3>
            <p className="copy text-ink-soft">{value.body}</p>
          </li>
        ))}
      </ul>
    </Section>
  );
}
