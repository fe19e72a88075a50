import { LRUCache } from 'lru-cache';
import { type FacetRow, readFacetRows, valueFacets, valuesOf } from '#server/domain/projects/facet-rows.ts';
import { matchesText, searchWords } from '#server/domain/projects/match-text.ts';
import type { Transaction } from '#server/platform/database/transaction.ts';
import { type CatalogueQuery, type FacetName, facetNames, impactSteps, type unitsValues } from '#src/schemas/catalogue-query.ts';

/** A value of a filter and how many projects it would show, all other filters kept. */
export type FacetCount = { value: string; count: number };
export type Facets = Record<FacetName | 'impact', FacetCount[]>;
/** Credits on sale, in tCO2e, by whether they are issued. */
export type CreditTotals = Record<(typeof unitsValues)[number], number>;
export type Counted = { total: number; credits: CreditTotals; facets: Facets };

/** The counts of a search are those of all its pages and orders, until the catalogue changes. */
const cache = new LRUCache<string, Counted>({ max: 100 });

/**
 * How many projects match, what their credits on sale add up to, and the counts beside the filters, as of the transaction's
 * moment. The counts beside a filter ignore that filter's own condition.
 */
export async function countFacets(db: Transaction, query: CatalogueQuery, similar: boolean): Promise<Counted> {
  const [row] = await db<{ version: string }[]>`
    select 'project_changes'::regclass::oid || ':' || coalesce(max(seq), 0) as version from project_changes
  `;
  const version = row?.version ?? '';
  const { page: _page, sort: _sort, view: _view, ...conditions } = query;
  const key = JSON.stringify([version, conditions, similar]);
  const cached = cache.get(key);
  if (cached) return cached;
  const [rows, ids] = await Promise.all([readFacetRows(db, version), idsWithWords(db, query.q, similar)]);
  const counted = count(ids ? ids.flatMap((id) => rows.get(id) ?? []) : rows.values(), query);
  cache.set(key, counted);
  return counted;
}

/** The ids of the projects that have the words of a search; undefined for a search without words. */
async function idsWithWords(db: Transaction, q: string, similar: boolean): Promise<number[] | undefined> {
  if (searchWords(q).length === 0) return undefined;
  const [row] = await db<{ ids: number[] | null }[]>`select json_agg(id) as ids from carbon_projects where ${matchesText(q, similar)}`;
  return row?.ids ?? [];
}

type Condition = { name: FacetName | 'impact'; holds: (row: FacetRow) => boolean };

const statusIndex = valueFacets.indexOf('status');
const unitsIndex = valueFacets.indexOf('units');

/** Counts in one pass: a project that fails one filter alone still counts beside that filter. */
export function count(rows: Iterable<FacetRow>, query: CatalogueQuery): Counted {
  const conditions = conditionsOf(query);
  const byCode = valueFacets.map((): number[] => []);
  const byYear = new Map<number, number>();
  const byStep = impactSteps.map(() => 0);
  const onSale = valuesOf('status').indexOf('On sale');
  const creditsByUnits: number[] = [];
  let total = 0;
  let isEmpty = true;
  for (const row of rows) {
    if (!isInRange(row, query)) continue;
    isEmpty = false;
    const failed = failedCondition(row, conditions);
    const share = (name: Condition['name']) => (failed === undefined || failed === name ? 1 : 0);
    for (const [index, code] of row.codes.entries()) {
      const counts = byCode[index];
      // A value whose projects are all filtered out is listed with 0.
      if (code !== undefined && counts) counts[code] = (counts[code] ?? 0) + share(valueFacets[index] as FacetName);
    }
    for (const year of yearsOf(row)) byYear.set(year, (byYear.get(year) ?? 0) + share('vintage'));
    for (const [index, step] of impactSteps.entries()) if (row.impact >= step) byStep[index] = (byStep[index] ?? 0) + share('impact');
    if (failed !== undefined) continue;
    total += 1;
    const units = row.codes[unitsIndex];
    if (row.codes[statusIndex] === onSale && units !== undefined) creditsByUnits[units] = (creditsByUnits[units] ?? 0) + row.available;
  }
  const units = valuesOf('units');
  const credits = (value: keyof CreditTotals) => creditsByUnits[units.indexOf(value)] ?? 0;
  return {
    total,
    credits: { issued: credits('issued'), expected: credits('expected'), 'not stated': credits('not stated') },
    facets: sorted(query, {
      ...(Object.fromEntries(valueFacets.map((name, index) => [name, listed(valuesOf(name), byCode[index] ?? [])])) as Facets),
      vintage: [...byYear].map(([year, found]) => ({ value: String(year), count: found })),
      impact: isEmpty ? [] : impactSteps.map((step, index) => ({ value: String(step), count: byStep[index] ?? 0 })),
    }),
  };
}

/** The one condition that a row fails; 'several' where it fails more. */
function failedCondition(row: FacetRow, conditions: Condition[]): Condition['name'] | 'several' | undefined {
  let failed: Condition['name'] | undefined;
  for (const { name, holds } of conditions) {
    if (holds(row)) continue;
    if (failed !== undefined) return 'several';
    failed = name;
  }
  return failed;
}

/** The same conditions as in ./conditions.ts, on rows in memory. */
function conditionsOf(query: CatalogueQuery): Condition[] {
  const { vintage, impact } = query;
  const chosen = valueFacets.flatMap((name, index): Condition[] => {
    if (query[name].length === 0) return [];
    const codes = new Set(query[name].map((value) => valuesOf(name).indexOf(value)));
    return [{ name, holds: (row) => codes.has(row.codes[index] ?? -2) }];
  });
  const years = vintage.map(Number);
  return [
    ...chosen,
    ...(years.length > 0
      ? [{ name: 'vintage' as const, holds: (row: FacetRow) => yearsOf(row).some((year) => years.includes(year)) }]
      : []),
    ...(impact === undefined ? [] : [{ name: 'impact' as const, holds: (row: FacetRow) => row.impact >= impact }]),
  ];
}

/** Price and quantity have no counts beside them: what they leave out is counted nowhere. A bound of price needs a price. */
function isInRange({ price, available }: FacetRow, query: CatalogueQuery): boolean {
  if (query.min !== undefined && (price === null || price < query.min)) return false;
  if (query.max !== undefined && (price === null || price > query.max)) return false;
  return query.available === undefined || available >= query.available;
}

/** The years that a project's vintage spans. */
function yearsOf({ vintageStart, vintageEnd }: FacetRow): number[] {
  const first = vintageStart ?? vintageEnd;
  const last = vintageEnd ?? vintageStart;
  return first === null || last === null ? [] : Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

function listed(values: readonly string[], counts: readonly number[]): FacetCount[] {
  return values.flatMap((value, code) => (counts[code] === undefined ? [] : [{ value, count: counts[code] }]));
}

const alphabet = new Intl.Collator('en-GB');

/** The most frequent values first; years and steps by their number. A chosen value is listed even where no project has it. */
function sorted(query: CatalogueQuery, facets: Facets): Facets {
  for (const name of facetNames) {
    for (const value of query[name]) if (!facets[name].some((found) => found.value === value)) facets[name].push({ value, count: 0 });
    facets[name].sort((a, b) => b.count - a.count || alphabet.compare(a.value, b.value));
  }
  facets.vintage.sort((a, b) => Number(b.value) - Number(a.value));
  return facets;
}
