import { stringify } from 'csv-stringify/sync';
import { csvFile } from '#server/platform/csv.ts';
import { query } from '#server/platform/database/query.ts';

const columns = [
  'form',
  'id',
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
  'project',
  'tonnes',
  'purchase_order',
  'deliver_by',
];

/**
 * Exports every message as CSV, oldest first. The lines of a request for a quote share one cell (tonnes, slug, pence per credit
 * excl. VAT). A byte order mark makes spreadsheets read it as UTF-8.
 */
export async function exportCsv(): Promise<string> {
  const rows = await query<Record<string, string | null>[]>`
    select
      case when lines.text is null then 'contact' else 'quote' end as form, id::text, to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as created_at,
      name, email, organisation, null as sector, null as volume, null as timeframe, subject, message, lines.text as lines,
      project_slug, tonnes::text, purchase_order, deliver_by::text
    from contact_messages
    left join lateral (
      select string_agg(tonnes || ' t of ' || project_slug || ' at ' || price_per_credit || ' pence', '; ' order by line_number) as text
      from contact_message_lines
      where contact_message_id = id
    ) as lines on true
    union all
    select
      kind, id::text, to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
      name, email, organisation, sector, volume_tco2e_a_year::text, timeframe, null, message, null, null, null, null, null
    from enterprise_messages
    order by created_at, id
  `;
  const lines = rows.map((row) => Object.values(row));
  return stringify(lines, { ...csvFile, columns, bom: true });
}
