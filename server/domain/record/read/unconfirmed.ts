import { query } from '#server/platform/database/query.ts';
import { sql } from '#server/platform/database/sql.ts';

/** Retired units that nobody has confirmed at their registry: a range of one batch. */
export type UnconfirmedRange = {
  certificate: string;
  /** The entry of the retirement. */
  entry: number;
  retiredAt: Date;
  /** Whether the retirement was corrected. */
  isCorrected: boolean;
  batch: number;
  registry: string;
  series: string;
  first: number;
  last: number;
};

/**
 * Lists the units of retirements without a confirmation, or with one that was corrected, in the order of the log. `registries`: only
 * of these.
 */
export async function listUnconfirmed({ registries }: { registries?: readonly string[] } = {}): Promise<UnconfirmedRange[]> {
  return query<UnconfirmedRange[]>`
    select
      certificate.number as certificate, certificate.entry_index::float8 as entry, held.since as retired_at,
      exists (select from record_entries where about = certificate.entry_index and kind = 'correct') as is_corrected,
      batch.id as batch, batch.registry, batch.series, lower(open.units)::float8 as first, (upper(open.units) - 1)::float8 as last
    ${fromOpenUnits}
    where ${registries === undefined ? sql`true` : sql`batch.registry = any(${registries as string[]}::text[])`}
    order by certificate.entry_index, batch.id, open.units
  `;
}

/** Counts the retirements with such units. */
export async function countUnconfirmed(): Promise<number> {
  const [row] = await query<{ count: number }[]>`select count(distinct certificate.number)::float8 as count ${fromOpenUnits}`;
  return row?.count ?? 0;
}

const fromOpenUnits = sql`
  from record_certificates as certificate
  join unit_holdings as held on held.entry_index = certificate.entry_index and held.status = 'Retired'
  join credit_batches as batch on batch.id = held.batch_id
  left join (
    select
      confirmation.about, (line.value ->> 'batch')::integer as batch_id,
      range_agg(int8range((line.value ->> 'first')::bigint, (line.value ->> 'last')::bigint, '[]')) as units
    from record_entries as confirmation
    cross join lateral jsonb_array_elements(convert_from(confirmation.entry, 'UTF8')::jsonb -> 'confirmed') as line
    where confirmation.about is not null and confirmation.kind = 'confirm'
      and not exists (select from record_entries as correction where correction.about = confirmation.index)
    group by confirmation.about, batch_id
  ) as confirmed on confirmed.about = certificate.entry_index and confirmed.batch_id = held.batch_id
  cross join lateral unnest(int8multirange(held.serials) - coalesce(confirmed.units, '{}')) as open (units)
`;
