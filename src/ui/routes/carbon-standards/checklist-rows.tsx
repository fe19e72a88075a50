import type { Checklist } from '#src/content/carbon-standards.ts';
import { Section, SectionHeading } from '#src/ui/sections/section.tsx';

/** Checks that must all pass, each with what passes and what fails it. */
export function ChecklistRows({ content, id }: { content: Checklist; id: string }) {
  return (
    <Section id={id} ground="canopy">
      <SectionHeading eyebrow={content.eyebrow} title={content.title} intro={content.intro} onDark />
      <ol className="mt-12 border-b border-paper/30">
        {content.items.map((item, index) => (
          <li
            key={item.title}
            className="grid grid-cols-[3.5rem_minmax(0,1fr)] gap-x-4 gap-y-4 border-t border-paper/30 py-7 md:grid-cols-[4.5rem_minmax(0,1fr)] lg:grid-cols-[5rem_minmax(0,16rem)_minmax(0,1fr)_minmax(0,17rem)] lg:gap-x-8"
          >
            <span aria-hidden="true" className="font-display text-[3rem] leading-[0.85] text-lichen md:text-[3.75rem]">
              {index + 1}
            </span>
            <h3 className="self-center font-display text-[1.5rem] leading-[1.15] lg:self-start lg:text-[1.75rem]">{item.title}</h3>
            <div className="col-span-full lg:col-span-1">
              <p className="font-mono text-[0.75rem] text-lichen">{content.labels.passes}</p>
              <p className="mt-1.5 max-w-[38rem] leading-[1.6]">{item.passes}</p>
            </div>
            <div className="col-span-full lg:col-span-1">
              <p className="font-mono text-[0.75rem] text-clay-soft">{content.labels.stops}</p>
              <p className="mt-1.5 leading-[1.6] text-canopy-mist">{item.stops}</p>
            </div>
          </li>
        ))}
      </ol>
    </Section>
  );
}
