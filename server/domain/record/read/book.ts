import { isLive } from '#server/domain/record/read/as-of.ts';
import { query } from '#server/platform/database/query.ts';
import { sql } from '#server/platform/database/sql.ts';
import type { UnitStatus } from '#src/schemas/record.ts';
import type { Batch } from '#src/schemas/record-api.ts';

/** Numbers of units by state. */
export type UnitsByStatus = Record<UnitStatus, number>;
/** A range of serials of a batch that have been in the same state since an entry. */
export type Holding = {
  first: number;
  last: number;
  status: UnitStatus;
  since: Date;
  entry: number;
  reservedUntil: string | null;
  certificate: string | null;
};
/** Totals of the book: units by state, by registry and by year of vintage. */
export type RecordFigures = {
  isSample: boolean;
  origin: string;
  size: number;
  units: UnitsByStatus;
  byRegistry: { name: string; units: UnitsByStatus }[];
  byVintage: { name: string; units: UnitsByStatus }[];
};

/**
 * Lists the batches of one project or all, the newest first. With `size`, as they were when the log had that many entries.
 * @throws DatabaseTimeoutError, or the driver's error.
 */
export async function listBatches({
  project,
  projectId,
  limit,
  after,
  size,
}: {
  /** The slug of the project. */
  project?: string | undefined;
  projectId?: number | undefined;
  limit: number;
  after?: number | undefined;
  size?: number | undefined;
}): Promise<Batch[]> {
  return query<Batch[]>`
    select ${batchColumns(size)}
    from credit_batches as batch
    join carbon_projects as project on project.id = batch.project_id
    where
      ${wasReceived(size)}
      ${project === undefined ? sql`` : sql`and project.slug = ${project}`}
      ${projectId === undefined ? sql`` : sql`and batch.project_id = ${projectId}`}
      ${after === undefined ? sql`` : sql`and batch.id < ${after}`}
    order by batch.id desc
    limit ${limit}
  `;
}

/** Returns a batch with its holdings in order of serials; undefined if it does not exist. @throws as `listBatches`. */
export async function findBatch(id: number, size?: number): Promise<{ batch: Batch; holdings: Holding[] } | undefined> {
  const [batch] = await query<Batch[]>`
    select ${batchColumns(size)}
    from credit_batches as batch
    join carbon_projects as project on project.id = batch.project_id
    where batch.id = ${id} and ${wasReceived(size)}
  `;
  if (!batch) return undefined;
  const holdings = await query<Holding[]>`
    select
      lower(held.serials)::float8 as first, (upper(held.serials) - 1)::float8 as last, held.status, held.since,
      held.entry_index::float8 as entry, to_char(held.reserved_until, 'YYYY-MM-DD') as reserved_until, certificate.number as certificate
    from unit_holdings as held
    left join record_certificates as certificate on certificate.entry_index = held.entry_index and held.status = 'Retired'
    where held.batch_id = ${id} and ${isLive(sql`held`, size)}
    order by held.serials
  `;
  return { batch, holdings };
}

/**
 * Finds the holdings that overlap a range of serials, in one series or all, at most `limit`. With `size`, as they were when the
 * log had that many entries.
 * @throws as `listBatches`.
 */
export async function findSerial({
  series,
  first,
  last,
  limit,
  size,
}: {
  series?: string | undefined;
  first: number;
  last: number;
  limit: number;
  size?: number | undefined;
}): Promise<(Holding & { batch: number; series: string; registry: string; project: string; projectTitle: string })[]> {
  return query`
    select
      batch.id as batch, batch.series, batch.registry, project.slug as project, project.title as project_title,
      lower(held.serials)::float8 as first, (upper(held.serials) - 1)::float8 as last, held.status, held.since,
      held.entry_index::float8 as entry, to_char(held.reserved_until, 'YYYY-MM-DD') as reserved_until, certificate.number as certificate
    from credit_batches as batch
    join unit_holdings as held on held.batch_id = batch.id and ${isLive(sql`held`, size)}
    join carbon_projects as project on project.id = batch.project_id
    left join record_certificates as certificate on certificate.entry_index = held.entry_index and held.status = 'Retired'
    where batch.serials && int8range(${first}, ${last}, '[]')
      and held.serials && int8range(${first}, ${last}, '[]')
      and ${series === undefined ? sql`true` : sql`batch.series = ${series}`}
    order by batch.id, held.serials
    limit ${limit}
  ` as never;
}

/** Returns the totals of the book; undefined if the record has not begun. @throws as `listBatches`. */
export async function readRecordFigures(): Promise<RecordFigures | undefined> {
  const [log] = await query<
    { origin: string; size: number; isSample: boolean }[]
  >`select origin, size::float8 as size, is_sample from record_log`;
  if (!log) return undefined;
  const rows = await query<{ registry: string; vintage: string; status: UnitStatus; units: number }[]>`
    select
      batch.registry,
      extract(year from batch.vintage_start)::text as vintage,
      held.status,
      sum(upper(held.serials) - lower(held.serials))::float8 as units
    from unit_holdings as held
    join credit_batches as batch on batch.id = held.batch_id
    where held.ended_entry is null
    group by batch.registry, vintage, held.status
  `;
  const by = (name: 'registry' | 'vintage') =>
    [...Map.groupBy(rows, (row) => row[name])]
      .map(([group, members]) => ({ name: group, units: sum(members) }))
      .sort((a, b) => a.name.localeCompare(b.name, 'en-GB'));
  return { ...log, units: sum(rows), byRegistry: by('registry'), byVintage: by('vintage') };
}

function sum(rows: { status: UnitStatus; units: number }[]): UnitsByStatus {
  const units: UnitsByStatus = { Held: 0, Reserved: 0, Transferred: 0, Retired: 0, Cancelled: 0, Buffer: 0 };
  for (const row of rows) units[row.status] += row.units;
  return units;
}

function wasReceived(size: number | undefined) {
  return size === undefined ? sql`true` : sql`batch.received_entry < ${size}`;
}

/** Units converted only after the log had `size` entries were still expected then. */
function issuance(size: number | undefined) {
  if (size === undefined) return sql`batch.issuance`;
  return sql`
    case
      when exists (
        select from record_entry_projects as about
        join record_entries on index = about.entry_index
        where about.project_slug = project.slug and about.entry_index >= ${size} and kind = 'convert'
          and (convert_from(entry, 'UTF8')::jsonb #>> '{lines,0,batch}')::int = batch.id
      ) then 'expected'
      else batch.issuance
    end as issuance
  `;
}

function batchColumns(size?: number) {
  return sql`
    batch.id, project.slug as project, project.title as project_title, batch.registry, batch.series,
    lower(batch.serials)::float8 as first, (upper(batch.serials) - 1)::float8 as last, batch.serial_text,
    to_char(batch.vintage_start, 'YYYY-MM-DD') as vintage_start, to_char(batch.vintage_end, 'YYYY-MM-DD') as vintage_end,
    batch.unit_type, ${issuance(size)}, batch.registry_url, batch.received_entry::float8 as entry,
    (
      select json_build_object(
        'Held', coalesce(sum(length) filter (where status = 'Held'), 0),
        'Reserved', coalesce(sum(length) filter (where status = 'Reserved'), 0),
        'Transferred', coalesce(sum(length) filter (where status = 'Transferred'), 0),
        'Retired', coalesce(sum(length) filter (where status = 'Retired'), 0),
        'Cancelled', coalesce(sum(length) filter (where status = 'Cancelled'), 0),
        'Buffer', coalesce(sum(length) filter (where status = 'Buffer'), 0)
      )
      from (
        select held.status, upper(held.serials) - lower(held.serials) as length
        from unit_holdings as held
        where held.batch_id = batch.id and ${isLive(sql`held`, size)}
      ) as live
    ) as units
  `;
}
