import type { quotePage } from '#src/content/quote-page.ts';
import type { BasketCost } from '#src/lib/money/basket.ts';
import { formatPounds } from '#src/lib/money/money.ts';
import { quoteStates, type UnitsByState } from '#src/lib/record/quote-standing.ts';
import { formatDay } from '#src/lib/text/dates.ts';
import { fill } from '#src/lib/text/fill.ts';
import { formatCount } from '#src/lib/text/numbers.ts';
import { Table } from '#src/ui/table.tsx';

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

/** The lines of a quote as a bill. */
export function QuoteTable({ texts, lines, cost, caption }: QuoteTableProps) {
  const { columns } = texts;
  const tonnes = lines.reduce((sum, line) => sum + line.tonnes, 0);
  return (
    <Table
      caption={caption}
      captionClass="label block pb-3 text-left wide:table-caption"
      look="bill"
      columns={[
        { name: columns.project, cell: (line) => <LineName line={line} texts={texts} />, className: 'wide:min-w-60' },
        { name: columns.price, cell: ({ pricePerCredit }) => formatPounds(pricePerCredit), kind: 'count', named: 'beside' },
        { name: columns.tonnes, cell: (line) => formatCount(line.tonnes), kind: 'count', named: 'beside' },
        { name: columns.line, cell: (line) => formatPounds(cost.lines[lines.indexOf(line)] ?? 0), kind: 'count', named: 'beside' },
      ]}
      rows={lines}
      totals={[
        { name: texts.tonnes, values: [`${formatCount(tonnes)} t`] },
        { name: texts.subtotal, values: [formatPounds(cost.subtotal)] },
        { name: fill(texts.vat, { percent: String(lines[0]?.vatPercent ?? 0) }), values: [formatPounds(cost.vat)] },
        { name: texts.total, values: [formatPounds(cost.total)], isStrong: true },
      ]}
    />
  );
}

function LineName({ line, texts }: { line: ShownLine; texts: QuoteTableProps['texts'] }) {
  const states = quoteStates.filter((state) => line.units[state] > 0);
  return (
    <>
      <a href={`/projects/${line.projectSlug}`} className="font-semibold break-words underline-offset-4 hover:underline">
        <bdi>{line.projectTitle}</bdi>
      </a>
      <span className="block text-[0.9375rem] text-ink-soft">
        {texts.units[line.unitsStatus ?? 'notStated']}
        {line.deliveryBy === null ? '' : fill(texts.delivered, { day: formatDay(line.deliveryBy) })}
        {line.isSample && `. ${texts.sample}`}
      </span>
      {states.length > 0 && (
        <span className="block text-[0.9375rem] text-canopy">
          {states.map((state) => fill(texts.states[state], { count: formatCount(line.units[state]) })).join(', ')}
        </span>
      )}
    </>
  );
}
