import { facetValues } from '#server/domain/projects/conditions.ts';
import { commaList, sql } from '#server/platform/database/sql.ts';
import type { Transaction } from '#server/platform/database/transaction.ts';
import type { FacetName } from '#src/schemas/catalogue-query.ts';

/** The facets of which a project has at most one value. Excludes vintages, which span several years. */
export const valueFacets = [
  'category',
  'type',
  'standard',
  'country',
  'status',
  'units',
  'mechanism',
  'record',
] as const satisfies FacetName[];

/** The values of one project that filters use. */
export type FacetRow = {
  /** For each of `valueFacets`, the value; null if the project has none. */
  values: (string | null)[];
  vintageStart: number | null;
  vintageEnd: number | null;
  /** tCO2e a year. */
  impact: number;
  /** tCO2e. */
  available: number;
  /** Pence; null for a project without a price. */
  price: number | null;
};

export type FacetRows = ReadonlyMap<number, FacetRow>;

type Snapshot = { table: string; seq: bigint; rows: FacetRows };

/** The catalogue's rows at recent versions. A transaction that began before a commit needs the version before it. */
let snapshots: Snapshot[] = [];
const snapshotLimit = 3;

const inFlight = new Map<string, Promise<Snapshot>>();

/**
 * Returns the rows of all projects, by id, in the transaction's snapshot. They are cached in this process: after a commit, only the
 * projects that it changed are read again.
 * @param version the catalogue version in this transaction: `table:number`, as in ./version.ts.
 */
export async function readFacetRows(db: Transaction, version: string): Promise<FacetRows> {
  const [table = '', number = ''] = version.split(':');
  const seq = BigInt(number);
  const candidates = snapshots.filter((snapshot) => snapshot.table === table && snapshot.seq <= seq);
  const newest = candidates.reduce<Snapshot | undefined>((best, next) => (best && best.seq > next.seq ? best : next), undefined);
  if (newest?.seq === seq) return newest.rows;
  const { rows } = (await inFlight.get(version)?.catch(() => undefined)) ?? (await readOnce());
  return rows;

  function readOnce(): Promise<Snapshot> {
    const reading = (newest ? readChanged(db, newest) : readAll(db))
      .then((rows) => addSnapshot({ table, seq, rows }))
      .finally(() => inFlight.delete(version));
    inFlight.set(version, reading);
    return reading;
  }
}

function addSnapshot(snapshot: Snapshot): Snapshot {
  // Newer ones are dropped: if the database was restored to an earlier moment, their numbers will be given to other changes.
  const older = snapshots.filter(({ seq }) => seq < snapshot.seq);
  snapshots = [...older, snapshot].slice(-snapshotLimit);
  return snapshot;
}

/** A row as JSON. All rows are parsed as one JSON text: having the driver read 11,000 rows column by column takes ten times as long. */
type JsonRow = [
  id: number,
  values: (string | null)[],
  vintageStart: number | null,
  vintageEnd: number | null,
  impact: number,
  available: number,
  price: number | null,
];

const jsonRow = sql`
  json_build_array(
    id,
    json_build_array(${commaList(valueFacets.map((facet) => facetValues[facet]))}),
    vintage_start,
    vintage_end,
    impact_per_year,
    available_credits,
    case when has_price then price_per_credit end
  )
`;

async function readAll(db: Transaction): Promise<FacetRows> {
  const [result] = await db<{ rows: JsonRow[] | null }[]>`select json_agg(${jsonRow}) as rows from carbon_projects`;
  return new Map((result?.rows ?? []).map(parseRow));
}

async function readChanged(db: Transaction, { seq, rows }: Snapshot): Promise<FacetRows> {
  const [result] = await db<{ changed: number[] | null; rows: JsonRow[] | null }[]>`
    with changed as materialized (select project_id from project_changes where seq > ${String(seq)}::bigint)
    select
      (select json_agg(project_id) from changed) as changed,
      (select json_agg(${jsonRow}) from carbon_projects where id in (select project_id from changed)) as rows
  `;
  const next = new Map(rows);
  for (const id of result?.changed ?? []) next.delete(id);
  for (const [id, row] of (result?.rows ?? []).map(parseRow)) next.set(id, row);
  return next;
}

function parseRow([id, values, vintageStart, vintageEnd, impact, available, price]: JsonRow): [number, FacetRow] {
  return [id, { values: values.map((value) => value && sharedText(value)), vintageStart, vintageEnd, impact, available, price }];
}

const sharedTexts = new Map<string, string>();

/** Returns the same text for equal ones, so that thousands of rows do not keep a copy each. */
function sharedText(text: string): string {
  const shared = sharedTexts.get(text);
  if (shared === undefined) sharedTexts.set(text, text);
  return shared ?? text;
}
