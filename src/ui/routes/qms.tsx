import type { Manual } from '#src/content/qms.ts';
import { Summary } from '#src/ui/controls/summary.tsx';
import { Section } from '#src/ui/sections/section.tsx';
import { Paragraphs } from '#src/ui/sections/texts.tsx';

/** A manual: its contents, which stay in view, on the left; chapters on the right, each ending with the documents kept. */
export function ManualChapters({ content }: { content: Manual }) {
  return (
    <Section heading={content}>
      <div className="mt-12 grid gap-x-20 lg:grid-cols-[minmax(0,17rem)_minmax(0,1fr)]">
        <nav aria-label={content.contents} className="hidden self-start border-t border-ink lg:(sticky top-28 block)">
          <p className="label py-3">{content.contents}</p>
          <ol className="border-b border-rule">
            {content.sections.map((section, index) => (
              <li key={section.id} className="border-t border-rule">
                <a
                  href={`#${section.id}`}
                  className="flex min-h-11 items-baseline gap-3 py-2.5 leading-snug underline-offset-4 hover:underline"
                >
                  <span aria-hidden="true" className="figure text-[0.8125rem] text-clay">
                    {index + 1}
                  </span>
                  {section.title}
                </a>
              </li>
            ))}
          </ol>
        </nav>
        <ol>
          {content.sections.map((section, index) => (
            <li key={section.id} id={section.id} className="border-t border-ink pt-6 pb-14 last:pb-0 print:(break-inside-avoid pb-6)">
              <div className="flex items-baseline gap-5">
                <span aria-hidden="true" className="font-display text-[3rem] leading-none text-clay md:text-[4.5rem]">
                  {index + 1}
                </span>
                <h3 className="min-w-0 font-display text-[1.75rem] leading-[1.1] tracking-[-0.014em] md:text-[2.5rem]">{section.title}</h3>
              </div>
              <div className="mt-5 grid gap-x-12 gap-y-6 md:grid-cols-[minmax(0,1fr)_minmax(0,16.5rem)]">
                <div className="grid content-start gap-4">
                  <Paragraphs texts={section.body} className="copy text-ink-soft" />
                </div>
                <details className="group self-start bg-clay-soft/60 px-5">
                  <Summary className="min-h-12 gap-4">
                    <h4 className="font-mono text-[0.8125rem] text-[#8F3D1C]">{content.pointsTitle}</h4>
                  </Summary>
                  <ul className="pb-3 text-[0.9375rem] leading-[1.45]">
                    {section.points.map((point) => (
                      <li key={point} className="border-t border-clay/25 py-2.5">
                        {point}
                      </li>
                    ))}
                  </ul>
                </details>
              </div>
            </li>
          ))}
        </ol>
      </div>
    </Section>
  );
}
