import { stringify } from 'csv-stringify/sync';
import { costOfLines, type QuoteLine } from '#server/domain/messages/quote-lines.ts';
import { csvFile } from '#server/platform/csv.ts';
import { query } from '#server/platform/database/query.ts';
import { formatPounds } from '#src/lib/money/money.ts';
import { referenceOf } from '#src/lib/text/reference.ts';

const columns = [
  'form',
  'id',
  'reference',
  'created_at',
  'name',
  'email',
  'organisation',
  'sector',
  'volume_tco2e_a_year',
  'timeframe',
  'subject',
  'message',
  'lines',
  'subtotal_pounds',
  'vat_pounds',
  'total_pounds',
  'prices_valid_until',
  'answered_at',
  'project',
  'tonnes',
  'purchase_order',
  'deliver_by',
];

type Row = {
  form: string;
  id: string;
  lines: Pick<QuoteLine, 'projectSlug' | 'tonnes' | 'pricePerCredit' | 'vatPercent'>[] | null;
} & Record<string, unknown>;

/**
 * Exports every message as CSV, oldest first. The lines of a request for a quote share one cell (tonnes, slug, pounds per credit excl.
 * VAT); its totals are those that its buyer was told, in pounds. A byte order mark makes spreadsheets read it as UTF-8.
 */
export async function exportCsv(): Promise<string> {
  const rows = await query<Row[]>`
    select
      case when lines.list is null then 'contact' else 'quote' end as form, id::text,
      to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as created_at,
      name, email, organisation, null as sector, null as volume_tco2e_a_year, null as timeframe, subject, message, lines.list as lines,
      to_char(prices_valid_until, 'YYYY-MM-DD') as prices_valid_until,
      to_char(answered_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as answered_at,
      project_slug as project, tonnes, purchase_order, to_char(deliver_by, 'YYYY-MM-DD') as deliver_by
    from contact_messages
    left join lateral (
      select
        jsonb_agg(
          jsonb_build_object('projectSlug', project_slug, 'tonnes', line.tonnes, 'pricePerCredit', price_per_credit, 'vatPercent', vat_percent)
          order by line_number
        ) as list
      from contact_message_lines as line
      where contact_message_id = id
    ) as lines on true
    union all
    select
      kind, id::text, to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
      name, email, organisation, sector, volume_tco2e_a_year, timeframe, null, message, null, null, null, null, null, null, null
    from enterprise_messages
    order by created_at, id
  `;
  return stringify(rows.map(cellsOf), { ...csvFile, columns, bom: true });
}

/** Returns the cells of a message by column: the driver names its columns in camel case. */
function cellsOf(row: Row): Record<string, unknown> {
  const byColumn = Object.fromEntries(
    columns.map((column) => [column, row[column.replace(/_(\w)/g, (_, next: string) => next.toUpperCase())]]),
  );
  const { subtotal, vat, total } = row.lines ? costOfLines(row.lines) : {};
  return {
    ...byColumn,
    reference: referenceOf(row.id),
    lines: row.lines
      ?.map(({ tonnes, projectSlug, pricePerCredit }) => `${tonnes} t of ${projectSlug} at ${formatPounds(pricePerCredit)}`)
      .join('; '),
    subtotal_pounds: pounds(subtotal),
    vat_pounds: pounds(vat),
    total_pounds: pounds(total),
  };
}

/** Returns pence as a number of pounds that a spreadsheet can add: 114.00. */
const pounds = (pence: number | undefined) => (pence === undefined ? undefined : (pence / 100).toFixed(2));
