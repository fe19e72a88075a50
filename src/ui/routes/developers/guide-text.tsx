import type { Guide } from '#src/content/developers.ts';
import { fill } from '#src/lib/text/fill.ts';
import { CodeTabs } from './code-tabs.tsx';

/** A guide: what to know, and samples. `origin`: the site's own address. */
export function GuideText({ guide, origin }: { guide: Guide; origin: string }) {
  const samples = guide.samples?.map(({ label, code }) => ({ label, code: fill(code, { origin }) }));
  return (
    <section id={guide.id} aria-labelledby={`${guide.id}-title`} className="scroll-mt-24 border-t border-ink pt-6 pb-14">
      <h2 id={`${guide.id}-title`} className="font-display text-[1.75rem] leading-[1.1] tracking-[-0.014em] md:text-[2.25rem]">
        {guide.title}
      </h2>
      <div className="mt-5 grid gap-4">
        {guide.body.map((paragraph) => (
          <p key={paragraph} className="copy break-words text-ink-soft">
            {fill(paragraph, { origin })}
          </p>
        ))}
        {guide.points && (
          <ul className="mt-2 grid gap-2">
            {guide.points.map((point) => (
              <li key={point} className="border-l-2 border-canopy pl-3 text-[0.9375rem]">
                {point}
              </li>
            ))}
          </ul>
        )}
      </div>
      {samples && (
        <div className="mt-6">
          <CodeTabs name={guide.id} about={guide.title} samples={samples} />
        </div>
      )}
    </section>
  );
}
