import { facetValues } from '#server/domain/projects/conditions.ts';
import { commaList, sql } from '#server/platform/database/sql.ts';
import type { Transaction } from '#server/platform/database/transaction.ts';
import type { FacetName } from '#src/schemas/catalogue-query.ts';

/** The facets that have one value for each project; vintages span several years. */
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
export type ValueFacet = (typeof valueFacets)[number];

/** What the filters need to know about one project. */
export type FacetRow = {
  /** For each of `valueFacets`, the index of its value in `valuesOf`; -1 where the project has none. */
  codes: number[];
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

/** The newest states of the catalogue that were read. A transaction that began before a commit needs the state before it. */
let snapshots: Snapshot[] = [];
const snapshotLimit = 3;

const inFlight = new Map<string, Promise<Snapshot>>();

const dictionaries = valueFacets.map(() => ({ codes: new Map<string, number>(), values: [] as string[] }));

/** The values of a facet, by their code. */
export function valuesOf(facet: ValueFacet): readonly string[] {
  return dictionaries[valueFacets.indexOf(facet)]?.values ?? [];
}

/**
 * Every project as the filters see it, by id, in the state that the transaction reads. Held in this process: after a commit only
 * the projects that it changed are read again.
 * @param version the catalogue's version in this transaction: `table:number`, as in ./version.ts.
 */
export async function readFacetRows(db: Transaction, version: string): Promise<FacetRows> {
  const [table = '', number = ''] = version.split(':');
  const seq = BigInt(number);
  const usable = snapshots.filter((one) => one.table === table && one.seq <= seq);
  const newest = usable.reduce<Snapshot | undefined>((best, one) => (best && best.seq > one.seq ? best : one), undefined);
  if (newest?.seq === seq) return newest.rows;
  const { rows } = (await inFlight.get(version)?.catch(() => undefined)) ?? (await readOnce());
  return rows;

  function readOnce(): Promise<Snapshot> {
    const reading = (newest ? readChanged(db, newest) : readAll(db))
      .then((rows) => keep({ table, seq, rows }))
      .finally(() => inFlight.delete(version));
    inFlight.set(version, reading);
    return reading;
  }
}

function keep(snapshot: Snapshot): Snapshot {
  snapshots = [...snapshots, snapshot].slice(-snapshotLimit);
  return snapshot;
}

/** A row as JSON, which is parsed at once: reading 11,000 rows column by column takes ten times as long. */
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
  const codes = values.map((value, facet) => (value === null ? -1 : codeOf(facet, value)));
  return [id, { codes, vintageStart, vintageEnd, impact, available, price }];
}

function codeOf(facet: number, value: string): number {
  const dictionary = dictionaries[facet];
  if (!dictionary) return -1;
  const known = dictionary.codes.get(value);
  if (known !== undefined) return known;
  dictionary.codes.set(value, dictionary.values.length);
  return dictionary.values.push(value) - 1;
}
