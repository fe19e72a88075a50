import type { quotePage } from '#src/content/quote-page.ts';
import type { BasketCost } from '#src/lib/money/basket.ts';
import { formatPounds } from '#src/lib/money/money.ts';
import { quoteStates, type UnitsByState } from '#src/lib/record/quote-standing.ts';
import { formatDay } from '#src/lib/text/dates.ts';
import { fill } from '#src/lib/text/fill.ts';
import { formatCount } from '#src/lib/text/numbers.ts';
import { BillHeads, billLine, billLines, Figure, footer, Sum } from '#src/ui/routes/shortlist/bill.tsx';

/** A line of a quote, in pence excl. VAT and tCO2e, and what has become of its tonnes. */
export type ShownLine = {
  projectSlug: string;
  projectTitle: string;
  tonnes: number;
  pricePerCredit: number;
  vatPercent: number;
  unitsStatus: 'issued' | 'expected' | null;
  deliveryBy: string | null;
  isSample: boolean;
  units: UnitsByState;
};

type QuoteTableProps = { texts: (typeof quotePage)['lines']; lines: readonly ShownLine[]; cost: BasketCost; caption: string };

/** The lines of a quote as a bill. On a phone each line becomes a block. */
export function QuoteTable({ texts, lines, cost, caption }: QuoteTableProps) {
  const { columns } = texts;
  const tonnes = lines.reduce((sum, line) => sum + line.tonnes, 0);
  return (
    <table className="block w-full border-collapse text-left md:table print:table">
      <caption className="label block pb-3 text-left md:table-caption print:table-caption">{caption}</caption>
      <BillHeads
        columns={[
          { label: columns.project, className: 'pr-6' },
          ...[columns.price, columns.tonnes, columns.line].map((label) => ({ label, className: 'pl-6 text-right print:pl-4' })),
        ]}
      />
      <tbody className={billLines}>
        {lines.map((line, index) => (
          <tr key={line.projectSlug} className={billLine}>
            <th scope="row" className="block font-normal md:(table-cell min-w-60 py-4 align-middle) print:(table-cell py-4 align-middle)">
              <a href={`/projects/${line.projectSlug}`} className="font-semibold break-words underline-offset-4 hover:underline">
                <bdi>{line.projectTitle}</bdi>
              </a>
              <span className="block text-[0.9375rem] text-ink-soft">
                {texts.units[line.unitsStatus ?? 'notStated']}
                {line.deliveryBy === null ? '' : fill(texts.delivered, { day: formatDay(line.deliveryBy) })}
                {line.isSample && `. ${texts.sample}`}
              </span>
              {quoteStates.some((state) => line.units[state] > 0) && (
                <span className="block text-[0.9375rem] text-canopy">
                  {quoteStates
                    .flatMap((state) => (line.units[state] > 0 ? fill(texts.states[state], { count: formatCount(line.units[state]) }) : []))
                    .join(', ')}
                </span>
              )}
            </th>
            <Figure name={columns.price} value={formatPounds(line.pricePerCredit)} />
            <Figure name={columns.tonnes} value={formatCount(line.tonnes)} />
            <Figure name={columns.line} value={formatPounds(cost.lines[index] ?? 0)} />
          </tr>
        ))}
      </tbody>
      <tfoot className={footer}>
        <tr className="flex items-baseline justify-between gap-x-4 border-b border-rule md:table-row print:table-row">
          <th scope="row" colSpan={3} className="py-3 font-normal text-ink-soft md:(pr-6 text-right) print:(pr-6 text-right)">
            {texts.tonnes}
          </th>
          <td className="figure py-3 text-right text-[1.125rem]">{`${formatCount(tonnes)} t`}</td>
        </tr>
        <Sum name={texts.subtotal} pence={cost.subtotal} />
        <Sum name={fill(texts.vat, { percent: String(lines[0]?.vatPercent ?? 0) })} pence={cost.vat} />
        <Sum name={texts.total} pence={cost.total} strong />
      </tfoot>
    </table>
  );
}
