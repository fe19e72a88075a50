import type { shortlist } from '#src/content/shortlist.ts';
import type { BasketCost } from '#src/lib/money/basket.ts';
import { formatPounds, formatPrice } from '#src/lib/money/money.ts';
import type { ComparedLine, FormerPrice } from '#src/lib/money/then-and-now.ts';
import { formatDate, formatDay } from '#src/lib/text/dates.ts';
import { fill } from '#src/lib/text/fill.ts';
import type { Project } from '#src/schemas/project.ts';
import { Table } from '#src/ui/table.tsx';

type Texts = (typeof shortlist)['day'];

type ThenAndNowProps = {
  texts: Texts;
  /** The earlier day, as 2026-11-26. */
  day: string;
  lines: readonly ComparedLine<Project>[];
  thenTotal: BasketCost | null;
  nowTotal: BasketCost | null;
};

/** What each line of a shortlist, and all of it, cost on an earlier day, beside today. */
export function ThenAndNow({ texts, day, lines, thenTotal, nowTotal }: ThenAndNowProps) {
  const spoken = formatDay(day);
  const { project, ...columns } = texts.columns;
  const sum = (name: string, cell: (line: ComparedLine<Project>) => string) => ({ name, cell, kind: 'count', named: 'beside' }) as const;
  return (
    <section aria-labelledby="then" className="mt-12 print:(mt-6 break-inside-avoid)">
      <h2 id="then" className="display-3">
        {texts.title}
      </h2>
      <p className="copy mt-2 mb-4 text-ink-soft">{fill(texts.intro, { day: spoken })}</p>
      <Table
        caption={fill(texts.caption, { day: spoken })}
        look="bill"
        columns={[
          { name: project, cell: ({ line }) => <bdi>{line.project.title}</bdi>, className: 'font-semibold' },
          sum(fill(columns.price, { day: spoken }), ({ then }) => formerPrice(then, texts)),
          sum(columns.now, ({ line }) => formatPrice(line.project)),
          sum(fill(columns.cost, { day: spoken }), ({ thenCost }) => (thenCost === null ? '–' : formatPounds(thenCost))),
          sum(columns.costNow, ({ line }) => (line.cost === null ? '–' : formatPounds(line.cost))),
        ]}
        rows={lines}
        totals={
          thenTotal && nowTotal
            ? (['subtotal', 'vat', 'total'] as const).map((name) => ({
                name: texts[name],
                values: [formatPounds(thenTotal[name]), formatPounds(nowTotal[name])],
                isStrong: name === 'total',
              }))
            : []
        }
      />
      {!thenTotal && nowTotal && <p className="copy mt-4 text-ink-soft">{fill(texts.noTotal, { day: spoken })}</p>}
    </section>
  );
}

function formerPrice(then: FormerPrice, texts: Texts): string {
  if (then.price === undefined) return then.since ? fill(texts.before, { since: formatDate(then.since) }) : texts.unknown;
  return then.price === null ? texts.none : formatPounds(then.price);
}
