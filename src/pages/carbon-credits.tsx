import type { ReactNode } from 'react';
import * as words from '#shared/content/carbon-credits.ts';
import { ContentPage } from '#src/pages/_components/content-page.tsx';
import { LinkList } from '#src/ui/controls/links.tsx';
import { FactList, OpenMarker, Ordinal, Paragraphs } from '#src/ui/controls/texts.tsx';
import { Drawing, Section } from '#src/ui/sections/frames.tsx';
import { LedgerList } from '#src/ui/sections/lists.tsx';
import { EditorialSplit } from '#src/ui/sections/reading.tsx';
import { TableSection, WordTable } from '#src/ui/sections/word-table.tsx';

export default function CarbonCreditsPage() {
  return (
    <ContentPage path="/carbon-credits" words={words} aside={<ContentsList />}>
      <GuideCards />
      <LedgerList content={words.tests} id="tests" />
      <EditorialSplit content={words.claims} ground="canopy" id="claims" />
      <TableSection content={words.drafts} ground="deep" id="drafts" />
      <TableSection content={words.glossary} names="plain" id="glossary" />
      <LedgerList content={words.why} ground="deep" id="why-carma" />
    </ContentPage>
  );
}

/** The numbered contents of a long page. */
function ContentsList() {
  return (
    <nav aria-label={words.contents.title} className="w-full lg:w-[20rem]">
      <p className="label mb-3">{words.contents.title}</p>
      <LinkList
        as="ol"
        links={words.contents.links}
        mark={(index) => <Ordinal number={index + 1} className="text-clay" />}
        className="border-t border-ink"
        itemClass="border-b border-rule"
        linkClass="flex min-h-12 items-center gap-4 py-2 decoration-1 underline-offset-5 hover:underline"
      />
    </nav>
  );
}

/** Long cards that expand in place. Because they share a `name`, only one is open at a time. */
function GuideCards() {
  const { cards, open, close } = words.guide;
  return (
    <Section id="ideas" ground="deep" heading={words.guide}>
      <ol className="mt-12 grid gap-5 [overflow-anchor:none]">
        {cards.map((card, index) => (
          <li key={card.id} id={card.id} className="border border-rule bg-paper-bright">
            <div className="grid gap-x-10 gap-y-4 px-5 pt-7 pb-6 md:(grid-cols-[minmax(0,20rem)_minmax(0,1fr)] px-9 pt-9 pb-8) lg:grid-cols-[minmax(0,22rem)_minmax(0,1fr)_9rem]">
              <div className="flex items-baseline gap-4">
                <Ordinal number={index + 1} className="text-clay" />
                <h3 id={`${card.id}-title`} className="font-display text-[1.875rem] leading-[1.1] tracking-[-0.014em] md:text-[2.25rem]">
                  {card.title}
                </h3>
              </div>
              <p className="max-w-[40rem] text-pretty text-[1.0625rem] leading-[1.55] md:text-[1.1875rem]">{card.teaser}</p>
              <Drawing name={`guide/${card.drawing}`} size={[144, 80]} className="hidden h-auto w-full lg:block" />
            </div>
            <details name="guide" className="group">
              <summary
                data-button=""
                aria-describedby={`${card.id}-title`}
                className="flex min-h-14 cursor-pointer items-center justify-between gap-6 border-t border-rule px-5 font-semibold text-canopy hover:bg-paper md:px-9 print:!hidden"
              >
                <span className="grid">
                  <span className="col-start-1 row-start-1 group-open:invisible">{open}</span>
                  <span className="invisible col-start-1 row-start-1 group-open:visible">{close}</span>
                </span>
                <OpenMarker />
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

/** The blocks of a guide card, each with its heading in the margin. */
function GuideBlocks({ blocks }: { blocks: words.GuideBlock[] }) {
  return blocks.map((block) => (
    <div
      key={block.title}
      className="grid gap-x-10 gap-y-4 border-rule py-8 not-first:border-t lg:grid-cols-[minmax(0,22rem)_minmax(0,1fr)]"
    >
      <h4 className="font-display text-[1.3125rem] leading-[1.2] text-balance">{block.title}</h4>
      {'caption' in block ? (
        <figure className="min-w-0">
          {bodyOf(block)}
          <figcaption className="mt-4 text-[0.875rem] text-ink-faint">{block.caption}</figcaption>
        </figure>
      ) : (
        <div className="min-w-0">{bodyOf(block)}</div>
      )}
    </div>
  ));
}

function bodyOf(block: words.GuideBlock): ReactNode {
  switch (block.kind) {
    case 'text':
      return <Paragraphs texts={block.paragraphs} className="copy text-ink-soft" box="grid gap-4" />;
    case 'terms':
      return <FactList look="terms" facts={block.items.map(({ term, body }) => [term, body])} />;
    case 'steps':
      return (
        <ol className="grid gap-x-8 gap-y-6 sm:grid-cols-2">
          {block.steps.map((step, index) => (
            <li key={step.title} className="border-t border-ink pt-4">
              <p className="figure text-[0.8125rem] text-clay">Step {index + 1}</p>
              <h5 className="display-3 mt-1">{step.title}</h5>
              <p className="mt-2 text-pretty leading-[1.55] text-ink-soft">{step.body}</p>
            </li>
          ))}
        </ol>
      );
    case 'specimen':
      return (
        <dl className="border border-ink bg-paper">
          {block.rows.map(({ label, value, note }) => (
            <div key={label} className="grid gap-x-6 gap-y-1 border-rule px-4 py-3 not-first:border-t sm:grid-cols-[14rem_minmax(0,1fr)]">
              <dt className="label sm:col-start-1">{label}</dt>
              <dd className="figure text-[0.9375rem] break-words sm:col-start-1">{value}</dd>
              <dd className="text-pretty text-[0.9375rem] leading-[1.5] text-ink-soft sm:(col-start-2 row-span-2 row-start-1)">{note}</dd>
            </div>
          ))}
        </dl>
      );
    case 'residual':
      return <ResidualBars bars={block.bars} />;
    case 'wedges':
      return (
        <div className="grid gap-8 sm:grid-cols-2">
          {(['avoidance', 'removal'] as const).map((name) => (
            <div key={name}>
              {/* Avoidance: the gap between emissions without a project and with it. Removal: a line that falls below zero. */}
              <Drawing name={`guide/${name}`} size={[320, 170]} />
              <h5 className="mt-3 font-semibold">{block[name].title}</h5>
              <p className="mt-1 text-pretty text-[0.9375rem] leading-[1.5] text-ink-soft">{block[name].body}</p>
            </div>
          ))}
        </div>
      );
    case 'table':
      return <WordTable {...block.table} names="plain" />;
  }
}

/** Bars of falling emissions, in per cent of the base year, with a removal of at most 20 below the zero line. */
function ResidualBars({ bars }: { bars: { label: string; emitted: number; removed?: number }[] }) {
  return (
    <ol className="grid grid-cols-5 gap-2 sm:gap-4">
      {bars.map(({ label, emitted, removed = 0 }) => (
        <li key={label}>
          <svg viewBox="0 0 10 120" preserveAspectRatio="none" aria-hidden="true" className="h-48 w-full">
            <rect y={100 - emitted} width="10" height={emitted} className="fill-canopy" />
            <rect y="100" width="10" height={removed} className="fill-clay" />
            <path d="M0 100h10" strokeWidth="2" vectorEffect="non-scaling-stroke" className="stroke-ink" />
          </svg>
          <p className="figure text-[1rem] sm:text-[1.375rem]">
            {emitted}
            {removed > 0 && <span className="text-clay">−{removed}</span>}
          </p>
          <p className="text-[0.75rem] leading-tight text-ink-soft sm:text-[0.875rem]">{label}</p>
        </li>
      ))}
    </ol>
  );
}
