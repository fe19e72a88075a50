import type { PixelStudy as PixelStudyContent } from '#src/content/geospatial.ts';
import { Section } from '#src/ui/sections/section.tsx';
import { Paragraphs } from '#src/ui/sections/texts.tsx';

/** A text, with the same plot of land as seen at several sensor resolutions. */
export function PixelStudy({ content, id }: { content: PixelStudyContent; id?: string }) {
  return (
    <Section id={id} ground="deep">
      <p className="eyebrow mb-5 text-canopy">{content.eyebrow}</p>
      <h2 className="display-2 max-w-[12.8em] lg:text-[3.75rem]">{content.title}</h2>
      <div className="mt-8 grid gap-x-10 gap-y-5 text-[1.0625rem] text-ink-soft lg:grid-cols-3">
        <Paragraphs texts={content.paragraphs} />
      </div>
      <figure className="mt-12">
        <ol className="grid grid-cols-2 gap-x-5 gap-y-8 lg:grid-cols-4">
          {content.views.map(({ pixel, title, note }) => (
            <li key={title}>
              <img src={`/pictures/plot/${pixel}.svg`} alt="" width="900" height="900" loading="lazy" className="h-auto w-full" />
              <h3 className="display-3 mt-3">{title}</h3>
              <p className="mt-1 text-[0.9375rem] leading-[1.5] text-ink-soft">{note}</p>
            </li>
          ))}
        </ol>
        <figcaption className="mt-6 border-t border-rule-strong pt-3 text-[0.875rem] text-ink-soft">{content.caption}</figcaption>
      </figure>
    </Section>
  );
}
