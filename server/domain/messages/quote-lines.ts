import { query } from '#server/platform/database/query.ts';
import { quoteTable } from '#src/content/mails.ts';
import { type BasketCost, costAtVat } from '#src/lib/money/basket.ts';
import { formatPounds } from '#src/lib/money/money.ts';
import { formatDay } from '#src/lib/text/dates.ts';
import { fill } from '#src/lib/text/fill.ts';
import { isolate } from '#src/lib/text/isolate.ts';
import { formatCount } from '#src/lib/text/numbers.ts';

/** A line of a stored request for a quote: pence excl. VAT and tCO2e, from the catalogue at the time of the request. */
export type QuoteLine = {
  /** Null: the project has been deleted since. */
  projectId: number | null;
  projectTitle: string;
  projectSlug: string;
  tonnes: number;
  pricePerCredit: number;
  vatPercent: number;
  unitsStatus: 'issued' | 'expected' | null;
  /** The day by which expected credits are delivered. */
  deliveryBy: string | null;
  /** Whether the project is an invented sample. */
  isSample: boolean;
};

/** Returns the lines of a contact message, in order; none unless it is a request for a quote. */
export async function listQuoteLines(contactMessageId: string): Promise<QuoteLine[]> {
  return [
    ...(await query<QuoteLine[]>`
      select project_id, project_title, project_slug, tonnes, price_per_credit, vat_percent, units_status,
        to_char(delivery_by, 'YYYY-MM-DD') as delivery_by,
        exists (select from carbon_projects where id = project_id and is_sample) as is_sample
      from contact_message_lines
      where contact_message_id::text = ${contactMessageId}
      order by line_number
    `),
  ];
}

/** Returns the cost of stored lines in pence, at the VAT rate stored with them. */
export function costOfLines(lines: readonly Pick<QuoteLine, 'tonnes' | 'pricePerCredit' | 'vatPercent'>[]): BasketCost {
  return costAtVat(lines, lines[0]?.vatPercent ?? 0);
}

/** Formats stored lines and their totals as a plain-text table, for a mail or a terminal. */
export function quoteText(lines: readonly QuoteLine[]): string {
  const { columns, totals: labels } = quoteTable;
  const cost = costOfLines(lines);
  const rows = [
    ['', columns.tonnes, columns.price, columns.cost],
    ...lines.map(({ tonnes, pricePerCredit }, index) => [
      `${index + 1}.`,
      formatCount(tonnes),
      formatPounds(pricePerCredit),
      formatPounds(cost.lines[index] ?? 0),
    ]),
  ];
  const totals = [
    [labels.tonnes, formatCount(lines.reduce((sum, { tonnes }) => sum + tonnes, 0))],
    [labels.subtotal, formatPounds(cost.subtotal)],
    [fill(labels.vat, { percent: String(lines[0]?.vatPercent ?? 0) }), formatPounds(cost.vat)],
    [labels.total, formatPounds(cost.total)],
  ];
  const widths = [0, 1, 2, 3].map((column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0), ...(column === 3 ? totals.map(([, amount]) => amount?.length ?? 0) : [])),
  );
  const tableWidth = widths.reduce((sum, width) => sum + width + 2, -2);
  const table = rows.map((row, number) => {
    const line = row.map((cell, column) => cell.padStart(widths[column] ?? 0)).join('  ');
    const project = lines[number - 1];
    return project ? `${line}   ${nameOf(project)}` : line.trimEnd();
  });
  const totalRows = totals.map(([label = '', amount = '']) => label + amount.padStart(tableWidth - label.length));
  return [...table, '-'.repeat(tableWidth), ...totalRows].join('\n');
}

function nameOf({ projectTitle, projectSlug, unitsStatus, deliveryBy, isSample }: QuoteLine): string {
  const { units: texts, delivered, sample } = quoteTable;
  const units = texts[unitsStatus ?? 'notStated'] + (deliveryBy === null ? '' : fill(delivered, { day: formatDay(deliveryBy) }));
  return `${isolate(projectTitle.replace(/[\s\p{Cc}]+/gu, ' ').trim())} (${projectSlug}; ${units}${isSample ? sample : ''})`;
}
