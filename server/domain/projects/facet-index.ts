import { TypedFastBitSet as RowSet } from 'typedfastbitset';
import { type FacetRows, valueFacets } from '#server/domain/projects/facet-rows.ts';
import { type FacetName, facetNames, impactSteps } from '#src/schemas/catalogue-query.ts';

export { RowSet };

/**
 * The catalogue's rows, numbered, and for each value of a filter the set of its rows. A set has one bit for each row, so that
 * counting the rows that two sets share takes a microsecond.
 */
export type FacetIndex = {
  /** Of each row, in pence; NaN without a price. */
  prices: Float64Array;
  /** Of each row, in tCO2e. */
  available: Float64Array;
  /** The number of each project's row, by the project's id. */
  numbers: ReadonlyMap<number, number>;
  all: RowSet;
  /** A vintage counts in each of its years; an impact at each of `impactSteps` that it reaches. */
  byValue: SetsByValue;
};
type SetsByValue = Record<FacetName | 'impact', Map<string, RowSet>>;

/** Returns the rows with this value of a filter. */
export function rowsHaving({ byValue }: FacetIndex, name: FacetName | 'impact', value: string): RowSet {
  return byValue[name].get(value) ?? new RowSet();
}

const indexes = new WeakMap<FacetRows, FacetIndex>();

/** Returns the index of these rows, which is built when it is first needed: 3 ms for 11,000 rows. */
export function indexOf(rows: FacetRows): FacetIndex {
  let index = indexes.get(rows);
  if (!index) {
    index = buildIndex(rows);
    indexes.set(rows, index);
  }
  return index;
}

function buildIndex(byId: FacetRows): FacetIndex {
  const rows = [...byId.values()];
  const byValue = Object.fromEntries([...facetNames, 'impact'].map((name) => [name, new Map()])) as SetsByValue;
  for (const step of impactSteps) byValue.impact.set(String(step), new RowSet());
  for (const [number, { values, vintageStart, vintageEnd, impact }] of rows.entries()) {
    for (const [facet, name] of valueFacets.entries()) add(byValue[name], values[facet] ?? null, number);
    // Without a vintage, the first year is after the last.
    const first = vintageStart ?? vintageEnd ?? Number.POSITIVE_INFINITY;
    const last = vintageEnd ?? vintageStart ?? Number.NEGATIVE_INFINITY;
    for (let year = first; year <= last; year += 1) add(byValue.vintage, String(year), number);
    for (const step of impactSteps) if (impact >= step) add(byValue.impact, String(step), number);
  }
  const all = new RowSet();
  all.addRange(0, rows.length);
  const prices = Float64Array.from(rows, ({ price }) => price ?? Number.NaN);
  const available = Float64Array.from(rows, (row) => row.available);
  return { prices, available, numbers: new Map([...byId.keys()].map((id, number) => [id, number])), all, byValue };
}

function add(sets: Map<string, RowSet>, value: string | null, number: number): void {
  if (value === null) return;
  let set = sets.get(value);
  if (!set) {
    set = new RowSet();
    sets.set(value, set);
  }
  set.add(number);
}
