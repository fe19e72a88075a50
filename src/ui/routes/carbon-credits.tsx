import type { ReactNode } from 'react';
import type { GuideBlock } from '#src/content/carbon-credits.ts';
import { RuledTable } from '#src/ui/sections/ruled-table.tsx';
import { Paragraphs } from '#src/ui/sections/texts.tsx';
import { GuideDrawing, ResidualBars } from './carbon-credits/guide-art.tsx';

/** The blocks of a guide card, each with its heading in the margin. */
export function GuideBlocks({ blocks }: { blocks: GuideBlock[] }) {
  return blocks.map((block) => (
    <div
      key={block.title}
      className="grid gap-x-10 gap-y-4 border-rule py-8 not-first:border-t lg:grid-cols-[minmax(0,22rem)_minmax(0,1fr)]"
    >
      <h4 className="font-display text-[1.3125rem] leading-[1.2] text-balance">{block.title}</h4>
      <div className="min-w-0">{bodyOf(block)}</div>
    </div>
  ));
}

function bodyOf(block: GuideBlock): ReactNode {
  switch (block.kind) {
    case 'text':
      return (
        <div className="grid gap-4">
          <Paragraphs texts={block.paragraphs} className="copy text-ink-soft" />
        </div>
      );
    case 'terms':
      return (
        <dl className="border-b border-rule">
          {block.items.map(({ term, body }) => (
            <div key={term} className="grid gap-x-8 gap-y-1 border-t border-rule py-3.5 sm:grid-cols-[10rem_minmax(0,1fr)]">
              <dt className="font-semibold">{term}</dt>
              <dd className="text-pretty leading-[1.55] text-ink-soft">{body}</dd>
            </div>
          ))}
        </dl>
      );
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
        <figure>
          <dl className="border border-ink bg-paper">
            {block.rows.map(({ label, value, note }) => (
              <div key={label} className="grid gap-x-6 gap-y-1 border-rule px-4 py-3 not-first:border-t sm:grid-cols-[14rem_minmax(0,1fr)]">
                <dt className="label sm:col-start-1">{label}</dt>
                <dd className="figure text-[0.9375rem] break-words sm:col-start-1">{value}</dd>
                <dd className="text-pretty text-[0.9375rem] leading-[1.5] text-ink-soft sm:(col-start-2 row-span-2 row-start-1)">{note}</dd>
              </div>
            ))}
          </dl>
          <figcaption className="mt-3 text-[0.875rem] text-ink-faint">{block.caption}</figcaption>
        </figure>
      );
    case 'residual':
      return (
        <figure>
          <ResidualBars bars={block.bars} />
          <figcaption className="mt-4 text-[0.875rem] text-ink-faint">{block.caption}</figcaption>
        </figure>
      );
    case 'wedges':
      return (
        <figure>
          <div className="grid gap-8 sm:grid-cols-2">
            <div>
              <GuideDrawing name="avoidance" />
              <h5 className="mt-3 font-semibold">{block.avoidance.title}</h5>
              <p className="mt-1 text-pretty text-[0.9375rem] leading-[1.5] text-ink-soft">{block.avoidance.body}</p>
            </div>
            <div>
              <GuideDrawing name="removal" />
              <h5 className="mt-3 font-semibold">{block.removal.title}</h5>
              <p className="mt-1 text-pretty text-[0.9375rem] leading-[1.5] text-ink-soft">{block.removal.body}</p>
            </div>
          </div>
          <figcaption className="mt-4 text-[0.875rem] text-ink-faint">{block.caption}</figcaption>
        </figure>
      );
    case 'table':
      return <RuledTable table={block.table} />;
  }
}
