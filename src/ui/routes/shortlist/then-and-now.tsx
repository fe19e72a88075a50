import type { shortlist } from '#src/content/shortlist.ts';
import type { BasketCost } from '#src/lib/money/basket.ts';
import { formatPounds, formatPrice } from '#src/lib/money/money.ts';
import type { ComparedLine, FormerPrice } from '#src/lib/money/then-and-now.ts';
import { formatDate, formatDay } from '#src/lib/text/dates.ts';
import { fill } from '#src/lib/text/fill.ts';
import type { Project } from '#src/schemas/project.ts';
import { BillHeads, billLine, billLines, Figure, footer } from './bill.tsx';

type Texts = (typeof shortlist)['day'];

type ThenAndNowProps = {
  texts: Texts;
  /** The earlier day, as 2026-11-26. */
  day: string;
  lines: readonly ComparedLine<Project>[];
  thenTotal: BasketCost | null;
  nowTotal: BasketCost | null;
};

/** What each line of a shortlist, and all of it, cost on an earlier day, beside today. On a phone each line becomes a block. */
export function ThenAndNow({ texts, day, lines, thenTotal, nowTotal }: ThenAndNowProps) {
  const spoken = formatDay(day);
  const { project, ...columns } = texts.columns;
  const named = { ...columns, price: fill(columns.price, { day: spoken }), cost: fill(columns.cost, { day: spoken }) };
  return (
    <section aria-labelledby="then" className="mt-12 print:(mt-6 break-inside-avoid)">
      <h2 id="then" className="display-3">
        {texts.title}
      </h2>
      <p className="copy mt-2 mb-4 text-ink-soft">{fill(texts.intro, { day: spoken })}</p>
      <table className="block w-full border-collapse text-left md:table print:table">
        <caption className="sr-only">{fill(texts.caption, { day: spoken })}</caption>
        <BillHeads
          columns={[
            { label: project, className: '' },
            ...Object.values(named).map((label) => ({ label, className: 'pl-6 text-right print:pl-4' })),
          ]}
        />
        <tbody className={billLines}>
          {lines.map(({ line, then, thenCost }) => (
            <tr key={line.project.slug} className={billLine}>
              <th scope="row" className="block font-semibold md:(table-cell py-4) print:(table-cell py-4)">
                <bdi>{line.project.title}</bdi>
              </th>
              <Figure name={named.price} value={formerPrice(then, texts)} />
              <Figure name={named.now} value={formatPrice(line.project)} />
              <Figure name={named.cost} value={thenCost === null ? '–' : formatPounds(thenCost)} />
              <Figure name={named.costNow} value={line.cost === null ? '–' : formatPounds(line.cost)} />
            </tr>
          ))}
        </tbody>
        {thenTotal && nowTotal && (
          <tfoot className={footer}>
            {(['subtotal', 'vat', 'total'] as const).map((sum) => (
              <tr key={sum} className="block border-b border-rule py-3 last:border-ink md:(table-row py-0) print:(table-row py-0)">
                <th
                  scope="row"
                  colSpan={3}
                  className={`block md:(table-cell py-3 text-right) print:(table-cell py-3 text-right) ${sum === 'total' ? 'font-semibold' : 'font-normal text-ink-soft'}`}
                >
                  {texts[sum]}
                </th>
                <Figure name={named.cost} value={formatPounds(thenTotal[sum])} />
                <Figure name={named.costNow} value={formatPounds(nowTotal[sum])} />
              </tr>
            ))}
          </tfoot>
        )}
      </table>
      {!thenTotal && nowTotal && <p className="copy mt-4 text-ink-soft">{fill(texts.noTotal, { day: spoken })}</p>}
    </section>
  );
}

function formerPrice(then: FormerPrice, texts: Texts): string {
  if (then.price === undefined) return then.since ? fill(texts.before, { since: formatDate(then.since) }) : texts.unknown;
  return then.price === null ? texts.none : formatPounds(then.price);
}
