import { projectIdOf } from '#server/domain/projects/find.ts';
import { findLog } from '#server/domain/record/log/log.ts';
import { allOf, type Fragment, inTransaction, query, sql } from '#server/platform/database/query.ts';
import type { Batch, Holding, Place } from '#shared/schemas/record-api.ts';
import { finalStatuses, type Issuance, type UnitStatus, unitStatuses } from '#verify/entry.ts';
import { registryName } from '#verify/registries.ts';
import { foldSerial, printSerial, readSearched, type Serials } from '#verify/serials.ts';

type BatchFilter = {
  /** The slug of the project, or one that it had before. */
  project?: string | undefined;
  limit: number;
  /** Only batches with a smaller number. */
  before?: number | undefined;
  size?: number | undefined;
};

/** Lists the batches of one project or all, the newest first. With `size`, as they were when the log had that many entries. */
export async function listBatches({ project, limit, before, size }: BatchFilter): Promise<Batch[]> {
  const conditions = [
    wasReceived(size),
    ...(project === undefined ? [] : [sql`received.project_id = ${projectIdOf(project)}`]),
    ...(before === undefined ? [] : [sql`received.id < ${before}::bigint`]),
  ];
  const rows = await query<StoredBatch[]>`${selectBatches(sql`${allOf(conditions)} order by received.id desc limit ${limit}`, size)}`;
  return rows.map(batchOf);
}

/** Most holdings that `findBatch` returns. */
const holdingsLimit = 200;
/** Most runs of one state that are drawn of a batch. */
const runsLimit = 500;

/**
 * Returns a batch with its holdings after a serial; undefined if it does not exist. `holdings` are in order of serials, at most
 * `holdingsLimit`; `next` is `after` of the call for more, or null if there are no more. `runs` has the states of all serials in order,
 * neighbouring holdings of one state as one; undefined if there are too many to draw.
 */
export async function findBatch(id: number, after = -1) {
  const [batch] = await query<StoredBatch[]>`${selectBatches(sql`received.id = ${id}`)}`;
  if (!batch) return undefined;
  const [holdings, runs] = await Promise.all([
    query<Holding[]>`
      ${selectHoldings(id)} and lower(held.serials) > ${after} order by lower(held.serials) limit ${holdingsLimit + 1}
    `,
    // Read in order of the index, and only up to the limit.
    query<{ status: UnitStatus; first: number }[]>`
      select status, first::float8 as first
      from (
        select status, lower(serials) as first, lag(status) over (order by lower(serials)) as before
        from unit_holdings as held
        where held.batch_id = ${id} and ${isLive()}
      ) as live
      where status is distinct from before
      order by live.first
      limit ${runsLimit + 1}
    `,
  ]);
  const shown = holdings.slice(0, holdingsLimit);
  return {
    batch: batchOf(batch),
    holdings: shown,
    next: holdings.length > holdingsLimit ? (shown.at(-1)?.last ?? null) : null,
    // Live holdings are all serials of the batch, so a run of one state ends where the next begins.
    runs:
      runs.length > runsLimit
        ? undefined
        : runs.map(({ status, first }, at) => ({ status, first, last: (runs[at + 1]?.first ?? batch.last + 1) - 1 })),
  };
}

/**
 * Passes a batch and all its holdings in order of serials, some hundreds at a time and from one snapshot, to `work`. Undefined if the
 * batch does not exist.
 * @throws whatever `work` throws.
 */
export function withHoldings<Result>(
  id: number,
  size: number | undefined,
  work: (batch: Batch, holdings: AsyncIterable<Holding[]>) => Promise<Result>,
): Promise<Result | undefined> {
  return inTransaction('isolation level repeatable read read only', async (db) => {
    const [batch] = await db<StoredBatch[]>`${selectBatches(sql`received.id = ${id} and ${wasReceived(size)}`, size)}`;
    return batch && work(batchOf(batch), db.inBatches<Holding>(500)`${selectHoldings(id, size)} order by lower(held.serials)`);
  });
}

const selectHoldings = (batch: number, size?: number) =>
  sql`select ${holdingColumns} from unit_holdings as held where held.batch_id = ${batch} and ${isLive(size)}`;

const holdingColumns = sql`
  lower(held.serials)::float8 as first, (upper(held.serials) - 1)::float8 as last, held.status, held.issuance,
  held.owner_entry::float8 as owner, held.since, held.entry_index::float8 as entry, held.reserved_until,
  case when held.status = 'Retired' then (select number from record_certificates where entry_index = held.entry_index) end as certificate
`;

/** A range of serials, a number in any numbering, all units of a series, whatever its case, or all of a batch. */
type Sought = Pick<Serials, 'registry' | 'numbering' | 'first' | 'last'> | { number: number } | { series: string } | { batch: number };

/** Finds where units are, at most `limit` holdings. With `size`, as when the log had that many entries. */
export async function findUnits(sought: Sought, { limit, size }: { limit: number; size?: number | undefined }): Promise<Place[]> {
  const rows = await query<Omit<Place, 'serial'>[]>`
    select
      batch.id as batch, batch.series, batch.registry, project.slug as project, project.title as project_title,
      ${holdingColumns}
    from credit_batches as batch
    join unit_holdings as held on held.batch_id = batch.id and ${isLive(size)}
    join carbon_projects as project on project.id = batch.project_id
    where ${isSought(sought)}
    order by batch.id, held.serials
    limit ${limit}
  `;
  return rows.map(withSerial);
}

function isSought(sought: Sought): Fragment {
  if ('numbering' in sought) {
    const range = sql`int8range(${sought.first}, ${sought.last}, '[]')`;
    const isNumbered = sql`batch.registry = ${sought.registry} and batch.numbering = ${sought.numbering}`;
    return sql`${isNumbered} and batch.serials && ${range} and held.serials && ${range}`;
  }
  if ('number' in sought) return sql`batch.serials @> ${sought.number}::bigint and held.serials @> ${sought.number}::bigint`;
  return 'batch' in sought ? sql`batch.id = ${sought.batch}` : sql`upper(batch.series) = ${foldSerial(sought.series)}`;
}

/**
 * Finds where the units are that a text names: a serial as its registry or this site writes it, a series, or one number.
 * `namesUnits`: whether it names units at all, on the record or not.
 */
export async function findNamedUnits(text: string, options: { limit: number; size?: number | undefined }) {
  const folded = foldSerial(text);
  // No number of up to 15 digits is rounded.
  if (/^\d{1,15}$/.test(folded)) return { namesUnits: true, places: await findUnits({ number: Number(folded) }, options) };
  const serials = readSearched(text);
  const places = await findUnits(serials ?? { series: text }, options);
  return { namesUnits: serials !== undefined || places.length > 0, places };
}

/** How many units of a batch or of several are in a state, and whether they are issued. */
type UnitGroup = { status: UnitStatus; issuance: Issuance; units: number };
type StoredBatch = Omit<Batch, 'serial' | 'issuance' | 'units' | 'forSale'> & { live: UnitGroup[] };

function batchOf({ live, ...row }: StoredBatch): Batch {
  const isAwaited = live.some(({ issuance, status }) => issuance === 'expected' && !finalStatuses.includes(status));
  const issuance = !isAwaited && live.some((group) => group.issuance === 'issued') ? 'issued' : 'expected';
  return { ...withSerial(row), issuance, ...totalsOf(live) };
}

function withSerial<Row extends Pick<Batch, 'registry' | 'series' | 'first' | 'last'>>(row: Row): Row & { serial: string } {
  return { ...row, serial: printSerial(row) };
}

/**
 * Returns the log, and totals of the book: units by state, by registry and by year of vintage, and those that are Held by whether they
 * are issued. Undefined if the record has not begun.
 */
export async function readRecordFigures() {
  const log = await findLog();
  if (!log) return undefined;
  const rows = await query<(UnitGroup & { registry: string; vintage: string })[]>`
    select
      batch.registry,
      extract(year from batch.vintage_start)::text as vintage,
      held.status,
      held.issuance,
      sum(upper(held.serials) - lower(held.serials))::float8 as units
    from unit_holdings as held
    join credit_batches as batch on batch.id = held.batch_id
    where ${isLive()}
    group by batch.registry, vintage, held.status, held.issuance
  `;
  const by = (name: 'registry' | 'vintage') =>
    [...Map.groupBy(rows, (row) => row[name])]
      .map(([group, members]) => ({ name: name === 'registry' ? registryName(group) : group, units: unitsByStatus(members) }))
      .sort((a, b) => a.name.localeCompare(b.name, 'en-GB'));
  return { ...log, ...totalsOf(rows), byRegistry: by('registry'), byVintage: by('vintage') };
}

/** Returns, as `totalsOf`, the units of all batches of a project, given by its slug. */
export async function sumUnits(project: string) {
  const live = await query<UnitGroup[]>`
    select held.status, held.issuance, sum(upper(held.serials) - lower(held.serials))::float8 as units
    from credit_batches as batch
    join unit_holdings as held on held.batch_id = batch.id and ${isLive()}
    where batch.project_id = ${projectIdOf(project)}
    group by held.status, held.issuance
  `;
  return totalsOf(live);
}

/** Returns how many units are in each state, and of those that are Held, how many are issued and how many expected. */
function totalsOf(groups: readonly UnitGroup[]) {
  const held = (issuance: Issuance) => unitsByStatus(groups.filter((group) => group.issuance === issuance)).Held;
  return { units: unitsByStatus(groups), forSale: { issued: held('issued'), expected: held('expected') } };
}

function unitsByStatus(groups: readonly UnitGroup[]): Record<UnitStatus, number> {
  const units = Object.fromEntries(unitStatuses.map((status) => [status, 0])) as Record<UnitStatus, number>;
  for (const group of groups) units[group.status] += group.units;
  return units;
}

const wasReceived = (size: number | undefined) => (size === undefined ? sql`true` : sql`received.received_entry < ${size}`);

/** Selects batches, which are called `received` in `afterWhere`, with the sums of their live holdings (`live`). */
function selectBatches(afterWhere: Fragment, size?: number) {
  return sql`
    select
      batch.id, project.slug as project, project.title as project_title, batch.registry, batch.series,
      lower(batch.serials)::float8 as first, (upper(batch.serials) - 1)::float8 as last,
      (select convert_from(entry, 'UTF8')::jsonb ->> 'serialText' from record_entries where index = batch.received_entry) as serial_text,
      batch.vintage_start, batch.vintage_end, batch.unit_type, batch.registry_url, batch.received_entry::float8 as entry,
      (
        select json_agg(live)
        from (
          select held.status, held.issuance, sum(upper(held.serials) - lower(held.serials)) as units
          from unit_holdings as held
          where held.batch_id = batch.id and ${isLive(size)}
          group by held.status, held.issuance
        ) as live
      ) as live
    from (select received.* from credit_batches as received where ${afterWhere}) as batch
    join carbon_projects as project on project.id = batch.project_id
    order by batch.id desc
  `;
}

/** Returns the size of the log at a moment: entries of that very moment count. */
export async function sizeAt(moment: Date): Promise<number> {
  const [row] = await query<[{ size: number }]>`
    select (coalesce(max(index), -1) + 1)::float8 as size from record_entries where created_at <= ${moment}
  `;
  return row.size;
}

/** Returns the condition that a row of `unit_holdings`, here `held`, was live when the log had so many entries, or is live now. */
function isLive(size?: number): Fragment {
  if (size === undefined) return sql`held.ended_entry is null`;
  return sql`held.begun_entry < ${size} and (held.ended_entry is null or held.ended_entry >= ${size})`;
}

/** The steps by which units come in, are promised, and leave, with the state of each. */
const steps = [
  { kind: 'receive', status: 'Held' },
  { kind: 'reserve', status: 'Reserved' },
  { kind: 'transfer', status: 'Transferred' },
  { kind: 'retire', status: 'Retired' },
] as const satisfies { kind: string; status: UnitStatus }[];

/**
 * Returns the units (tCO2e) that took each step, in their order, in the last 30 days and in the last 12 months (whole days in UTC before
 * today, and today). Read from the book, because the rows of the log are wide. A delivery is no step, but for units that it retires at
 * once: those that keep an owner are told by it, an earlier entry.
 */
export async function readMovements() {
  const rows = await query<{ status: UnitStatus; month: number; year: number }[]>`
    with today as (select date_trunc('day', now(), 'UTC') as day), moved as (
      select 'Held' as status, serials, created_at as since
      from credit_batches
      join record_entries on index = received_entry and kind = 'receive'
      union all
      -- What an entry has put into a state. The rest of a divided range begins with that entry too, but has its state from an earlier one.
      select status, serials, since
      from unit_holdings
      where status <> 'Held' and status = any(${steps.map(({ status }) => status)}::text[])
        and begun_entry = entry_index and coalesce(owner_entry, entry_index) = entry_index
    )
    select
      status, coalesce(sum(upper(serials) - lower(serials)) filter (where since >= day - interval '30 days'), 0)::float8 as month,
      sum(upper(serials) - lower(serials))::float8 as year
    from today
    join moved on since >= day - interval '12 months'
    group by status
  `;
  return steps.map(({ kind, status }) => {
    const { month = 0, year = 0 } = rows.find((row) => row.status === status) ?? {};
    return { kind, month, year };
  });
}
