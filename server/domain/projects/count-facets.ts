import { LRUCache } from 'lru-cache';
import { type FacetRow, readFacetRows, type ValueFacet, valueFacets, valuesOf } from '#server/domain/projects/facet-rows.ts';
import { matchesText, type Similar, searchWords } from '#server/domain/projects/match-text.ts';
import { versionColumn } from '#server/domain/projects/version.ts';
import type { Transaction } from '#server/platform/database/transaction.ts';
import { type CatalogueQuery, type FacetName, facetNames, impactSteps, type unitsValues } from '#src/schemas/catalogue-query.ts';

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
  const counted = count(ids ? ids.flatMap((id) => rows.get(id) ?? []) : rows.values(), query);
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

type Condition = { name: FacetName | 'impact'; holds: (row: FacetRow) => boolean };

/** The latest year that the database accepts (`carbon_projects_vintage_range`). */
const latestYear = 2_200;
const statusIndex = valueFacets.indexOf('status');
const unitsIndex = valueFacets.indexOf('units');

/**
 * Counts in one pass. A project that fails a single filter still counts beside that filter. The loop allocates nothing, because
 * there are thousands of rows.
 */
export function count(rows: Iterable<FacetRow>, query: CatalogueQuery): Counted {
  const conditions = conditionsOf(query);
  const byFacet = valueFacets.map((name) => new Tally(name, valuesOf(name).length));
  const byYear = new Tally('vintage', latestYear + 1);
  const byStep = new Tally('impact', impactSteps.length);
  const onSale = valuesOf('status').indexOf('On sale');
  const creditsByUnits = new Float64Array(valuesOf('units').length);
  let total = 0;
  for (const row of rows) {
    if (!isInRange(row, query)) continue;
    const failed = failedCondition(row, conditions);
    for (let facet = 0; facet < byFacet.length; facet += 1) byFacet[facet]?.add(row.codes[facet] ?? -1, failed);
    for (let year = firstYear(row); year <= lastYear(row); year += 1) byYear.add(year, failed);
    for (let step = 0; step < impactSteps.length; step += 1) byStep.add(step, row.impact >= (impactSteps[step] ?? 0) ? failed : 'several');
    if (failed !== undefined) continue;
    total += 1;
    const units = row.codes[unitsIndex] ?? -1;
    if (row.codes[statusIndex] === onSale && units >= 0) creditsByUnits[units] = (creditsByUnits[units] ?? 0) + row.available;
  }
  const credits = (value: keyof CreditTotals) => creditsByUnits[valuesOf('units').indexOf(value)] ?? 0;
  return {
    total,
    credits: { issued: credits('issued'), expected: credits('expected'), 'not stated': credits('not stated') },
    facets: sorted(query, {
      ...(Object.fromEntries(byFacet.map((tally) => [tally.name, tally.list(valuesOf(tally.name as ValueFacet))])) as Facets),
      vintage: byYear.list(),
      impact: byStep.list(impactSteps.map(String)),
    }),
  };
}

type Failed = Condition['name'] | 'several' | undefined;

/** How many projects have each value of a filter, by the value's index. */
class Tally {
  readonly name: Condition['name'];
  private readonly counts: Int32Array;
  /** The values of projects that other filters exclude; they are listed too, if need be with 0. */
  private readonly excluded: Uint8Array;
  constructor(name: Condition['name'], size: number) {
    this.name = name;
    this.counts = new Int32Array(size);
    this.excluded = new Uint8Array(size);
  }
  add(index: number, failed: Failed): void {
    if (index < 0) return;
    if (failed === undefined || failed === this.name) this.counts[index] = (this.counts[index] ?? 0) + 1;
    else this.excluded[index] = 1;
  }
  list(values?: readonly string[]): FacetCount[] {
    return [...this.counts].flatMap((count, index) =>
      count > 0 || this.excluded[index] ? [{ value: values?.[index] ?? String(index), count }] : [],
    );
  }
}

/** Returns the condition that a row fails, or 'several'; undefined if it meets all of them. */
function failedCondition(row: FacetRow, conditions: Condition[]): Failed {
  let failed: Condition['name'] | undefined;
  for (const { name, holds } of conditions) {
    if (holds(row)) continue;
    if (failed !== undefined) return 'several';
    failed = name;
  }
  return failed;
}

/** Mirrors the conditions in ./conditions.ts, for rows in memory. */
function conditionsOf(query: CatalogueQuery): Condition[] {
  const { vintage, impact } = query;
  const selected = valueFacets.flatMap((name, index): Condition[] => {
    if (query[name].length === 0) return [];
    const codes = new Set(query[name].map((value) => valuesOf(name).indexOf(value)).filter((code) => code >= 0));
    return [{ name, holds: (row) => codes.has(row.codes[index] ?? -1) }];
  });
  const years = vintage.map(Number);
  return [
    ...selected,
    ...(years.length > 0
      ? [{ name: 'vintage' as const, holds: (row: FacetRow) => years.some((year) => firstYear(row) <= year && year <= lastYear(row)) }]
      : []),
    ...(impact === undefined ? [] : [{ name: 'impact' as const, holds: (row: FacetRow) => row.impact >= impact }]),
  ];
}

/** Price and quantity have no counts beside them: projects out of range are not counted at all. A price bound excludes unpriced ones. */
function isInRange({ price, available }: FacetRow, query: CatalogueQuery): boolean {
  if (query.min !== undefined && (price === null || price < query.min)) return false;
  if (query.max !== undefined && (price === null || price > query.max)) return false;
  return query.available === undefined || available >= query.available;
}

/** The first and last year of a project's vintage. Without a vintage, the first is after the last, so that no year is between them. */
const firstYear = ({ vintageStart, vintageEnd }: FacetRow) => vintageStart ?? vintageEnd ?? Number.POSITIVE_INFINITY;
const lastYear = ({ vintageStart, vintageEnd }: FacetRow) => vintageEnd ?? vintageStart ?? Number.NEGATIVE_INFINITY;

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
