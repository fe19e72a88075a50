import type { Guide } from '#src/content/carbon-credits.ts';
import { Ordinal } from '#src/ui/sections/ordinal.tsx';
import { Section, SectionHeading } from '#src/ui/sections/section.tsx';
import { GuideGlyph } from './guide-art.tsx';
import { GuideBlocks } from '#src/ui/routes/carbon-credits.tsx';

type GuideCardsProps = { content: Guide; id?: string };

/** Long cards that expand in place. Because they share a `name`, only one is open at a time. */
export function GuideCards({ content, id }: GuideCardsProps) {
  return (
    <Section id={id} ground="deep">
      <SectionHeading title={content.title} intro={content.intro} />
      <ol className="mt-12 grid gap-5 [overflow-anchor:none]">
        {content.cards.map((card, index) => (
          <li key={card.id} id={card.id} className="border border-rule bg-paper-bright">
            <div className="grid gap-x-10 gap-y-4 px-5 pt-7 pb-6 md:(grid-cols-[minmax(0,20rem)_minmax(0,1fr)] px-9 pt-9 pb-8) lg:grid-cols-[minmax(0,22rem)_minmax(0,1fr)_9rem]">
              <div className="flex items-baseline gap-4">
                <Ordinal number={index + 1} className="text-clay" />
                <h3 id={`${card.id}-title`} className="font-display text-[1.875rem] leading-[1.1] tracking-[-0.014em] md:text-[2.25rem]">
                  {card.title}
                </h3>
              </div>
              <p className="max-w-[40rem] text-pretty text-[1.0625rem] leading-[1.55] md:text-[1.1875rem]">{card.teaser}</p>
              <GuideGlyph glyph={card.glyph} />
            </div>
            <details name="guide" className="group">
              <summary
                data-button=""
                aria-describedby={`${card.id}-title`}
                suppressHydrationWarning
                className="flex min-h-14 cursor-pointer items-center justify-between gap-6 border-t border-rule px-5 font-semibold text-canopy hover:bg-paper md:px-9 print:!hidden"
              >
                <span className="grid">
                  <span className="col-start-1 row-start-1 group-open:invisible">{content.open}</span>
                  <span className="invisible col-start-1 row-start-1 group-open:visible">{content.close}</span>
                </span>
                <span aria-hidden="true" className="figure text-2xl text-clay transition-rotate group-open:rotate-45">
                  +
                </span>
              </summary>
              <div className="border-t border-rule px-5 pt-3 pb-10 md:(px-9 pb-12)">
                <GuideBlocks blocks={card.blocks} />
              </div>
            </details>
          </li>
        ))}
      </ol>
    </Section>
  );
}
