import { LRUCache } from 'lru-cache';
import { type FacetIndex, indexOf, RowSet, rowsHaving } from '#server/domain/projects/facet-index.ts';
import { readFacetRows } from '#server/domain/projects/facet-rows.ts';
import { matchesText, type Similar, searchWords } from '#server/domain/projects/match-text.ts';
import { sql } from '#server/platform/database/sql.ts';

const versionColumn = sql`'x' || coalesce(max(seq), 0)`;

import type { Transaction } from '#server/platform/database/transaction.ts';
import { type CatalogueQuery, type FacetName, facetNames, type unitsValues } from '#src/schemas/catalogue-query.ts';
import type { SaleStatus } from '#src/schemas/project.ts';

/** A value of a filter, and how many projects it would show with all other filters unchanged. */
export type FacetCount = { value: string; count: number };
export type Facets = Record<FacetName | 'impact', FacetCount[]>;
/** Credits on sale, in tCO2e, by whether they are issued. */
export type CreditTotals = Record<(typeof unitsValues)[number], number>;
export type Counted = { total: number; credits: CreditTotals; facets: Facets };

/** Counts by version and filters: all pages and orders of a search share them until the catalogue changes. */
const cache = new LRUCache<string, Counted>({ max: 100 });
/** The ids of the projects that have the words of a search, by version: all filters of a search share them. At most 4 MB. */
const idsByWords = new LRUCache<string, readonly number[]>({ maxSize: 500_000, sizeCalculation: (ids) => ids.length + 1 });

/**
 * Counts the matching projects and their credits on sale, and the projects beside each filter, in the transaction's snapshot. The
 * counts beside a filter ignore that filter's own condition.
 */
export async function countFacets(db: Transaction, query: CatalogueQuery, similar: Similar): Promise<Counted> {
  const [row] = await db<{ version: string }[]>`select ${versionColumn} as version from project_changes`;
  const version = row?.version ?? '';
  const { page: _page, sort: _sort, view: _view, ...conditions } = query;
  const key = JSON.stringify([version, conditions, similar]);
  const cached = cache.get(key);
  if (cached) return cached;
  const [rows, ids] = await Promise.all([readFacetRows(db, version), idsWithWords(db, { version, q: query.q, similar })]);
  const counted = count(indexOf(rows), ids, query);
  cache.set(key, counted);
  return counted;
}

type Words = { version: string; q: string; similar: Similar };

/** Returns the ids of the projects that have the words of a search; undefined if it has no words. */
async function idsWithWords(db: Transaction, { version, q, similar }: Words): Promise<readonly number[] | undefined> {
  if (searchWords(q).length === 0) return undefined;
  if (similar) return similar;
  const key = JSON.stringify([version, q]);
  const known = idsByWords.get(key);
  if (known) return known;
  const [row] = await db<{ ids: number[] | null }[]>`select json_agg(id) as ids from carbon_projects where ${matchesText(q, false)}`;
  const ids = row?.ids ?? [];
  idsByWords.set(key, ids);
  return ids;
}

/**
 * Counts with sets of rows. A project that fails a single filter still counts beside that filter.
 * @param ids the projects that have the words of the search; undefined if it has no words.
 */
export function count(index: FacetIndex, ids: readonly number[] | undefined, query: CatalogueQuery): Counted {
  const inRange = rowsInRange(index, ids, query);
  const conditions = conditionsOf(index, query);
  const matchingWithout = (ignored?: CountedFilter) =>
    conditions.reduce((rows, { name, meeting }) => (name === ignored ? rows : rows.new_intersection(meeting)), inRange);
  const matching = matchingWithout();
  const countsBeside = (name: CountedFilter): FacetCount[] => {
    const rows = conditions.some((condition) => condition.name === name) ? matchingWithout(name) : matching;
    return [...index.byValue[name]].flatMap(([value, havingIt]) => {
      const count = rows.intersection_size(havingIt);
      // The steps of the impact are always listed; other values also if other filters exclude the projects that have them.
      return count > 0 || name === 'impact' || inRange.intersects(havingIt) ? [{ value, count }] : [];
    });
  };
  return {
    total: matching.size(),
    credits: creditTotals(index, matching),
    facets: sorted(query, Object.fromEntries([...facetNames, 'impact' as const].map((name) => [name, countsBeside(name)])) as Facets),
  };
}

type CountedFilter = FacetName | 'impact';

/** Returns the rows that meet each filter that is set. Mirrors the conditions in ./conditions.ts, for rows in memory. */
function conditionsOf(index: FacetIndex, query: CatalogueQuery): { name: CountedFilter; meeting: RowSet }[] {
  const having = (name: CountedFilter, values: string[]) =>
    values.reduce((rows, value) => rows.union(rowsHaving(index, name, value)), new RowSet());
  const selected = facetNames.map((name) => ({ name, values: query[name] }));
  const impact = { name: 'impact' as const, values: query.impact === undefined ? [] : [String(query.impact)] };
  return [...selected, impact]
    .filter(({ values }) => values.length > 0)
    .map(({ name, values }) => ({ name, meeting: having(name, values) }));
}

/** Returns the credits of those of the rows that are on sale. */
export function creditTotals(index: FacetIndex, matching: RowSet): CreditTotals {
  const onSale = matching.new_intersection(rowsHaving(index, 'status', 'On sale' satisfies SaleStatus));
  const total = (units: keyof CreditTotals) => {
    let credits = 0;
    onSale.new_intersection(rowsHaving(index, 'units', units)).forEach((row) => {
      credits += index.available[row] ?? 0;
    });
    return credits;
  };
  return { issued: total('issued'), expected: total('expected'), 'not stated': total('not stated') };
}

/**
 * Returns the rows that have the words and are within the limits of price and quantity. Those have no counts beside them, so
 * other rows are not counted at all. A limit of the price excludes projects without one.
 */
function rowsInRange({ prices, available, numbers, all }: FacetIndex, ids: readonly number[] | undefined, query: CatalogueQuery): RowSet {
  const { min, max, available: atLeast = 0 } = query;
  const found = ids ? new RowSet(ids.flatMap((id) => numbers.get(id) ?? [])) : all;
  const hasPriceLimit = min !== undefined || max !== undefined;
  if (!hasPriceLimit && atLeast === 0) return found;
  const [lowest, highest] = [min ?? Number.NEGATIVE_INFINITY, max ?? Number.POSITIVE_INFINITY];
  const inRange = found.clone();
  for (let row = 0; row < prices.length; row += 1) {
    const price = prices[row] ?? Number.NaN;
    const meetsPrice = !hasPriceLimit || (price >= lowest && price <= highest);
    if (!meetsPrice || (available[row] ?? 0) < atLeast) inRange.remove(row);
  }
  return inRange;
}

const alphabet = new Intl.Collator('en-GB');

/** Sorts values by count, years with the latest first. A selected value is listed even if no project has it. */
function sorted(query: CatalogueQuery, facets: Facets): Facets {
  for (const name of facetNames) {
    for (const value of query[name]) if (!facets[name].some((listed) => listed.value === value)) facets[name].push({ value, count: 0 });
    facets[name].sort((a, b) => b.count - a.count || alphabet.compare(a.value, b.value));
  }
  facets.vintage.sort((a, b) => Number(b.value) - Number(a.value));
  return facets;
}
