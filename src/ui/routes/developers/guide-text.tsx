import type { Guide } from '#src/content/developers.ts';
import { fill } from '#src/lib/text/fill.ts';
import { Points } from '#src/ui/sections/texts.tsx';
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
        {guide.points && <Points texts={guide.points} className="mt-2 gap-2 text-[0.9375rem] [overflow-wrap:anywhere]" />}
      </div>
      {samples && (
        <div className="mt-6">
          <CodeTabs name={guide.id} about={guide.title} samples={samples} />
        </div>
      )}
    </section>
  );
}
