import {
  type CountedFilter,
  countedFilters,
  filterValues,
  isInRange,
  type Narrowing,
  onSale,
  setFilters,
} from '#server/domain/projects/conditions.ts';
import type { Similar } from '#server/domain/projects/match-text.ts';
import { commaList, type Fragment, joined, sql } from '#server/platform/database/sql.ts';
import type { Transaction } from '#server/platform/database/transaction.ts';
import { type CatalogueQuery, impactSteps, type unitsValues } from '#src/schemas/catalogue-query.ts';
import { labels } from '#src/schemas/project.ts';

/** A value of a filter, and how many projects it would show with all other filters unchanged. */
export type FacetCount = { value: string; count: number };
export type Facets = Record<CountedFilter, FacetCount[]>;
/** Credits on sale, in tCO2e, by whether they are issued. */
export type CreditTotals = Record<(typeof unitsValues)[number], number>;
export type Counted = { total: number; credits: CreditTotals; facets: Facets };

/** Projects with the same value of one filter, `name`, that fail the same filters. */
type Group = {
  name: CountedFilter;
  /** As in `filterValues`. */
  value: string | null;
  /** The only filter that they fail; "several" if they fail more; null if they match. */
  failed: CountedFilter | 'several' | null;
  projects: number;
  /** tCO2e on sale. */
  credits: number;
};

/**
 * Counts the matching projects and their credits on sale, and the projects beside each filter, in the transaction's snapshot: one
 * statement, which reads each project once. The counts beside a filter ignore that filter's own condition, so a project that fails
 * a single filter still counts beside that one. Only labels are added to one another, as a project must have all that are selected.
 */
export async function countFacets(db: Transaction, query: CatalogueQuery, similar: Similar, narrowing?: Narrowing): Promise<Counted> {
  const columns = countedFilters.map((name) => ({ name, column: sql(name) }));
  const groups = await db<Group[]>`
    select
      case ${joined(columns.map(({ name, column }) => sql`when grouping(${column}) = 0 then ${sql.unsafe(`'${name}'`)} `))} end as name,
      coalesce(${commaList(columns.map(({ column }) => column))}) as value,
      failed,
      count(*)::int as projects,
      coalesce(sum(available_credits) filter (where can_be_bought), 0)::float8 as credits
    from (
      select
        ${commaList(columns.map(({ name, column }) => sql`${filterValues[name]} as ${column}`))},
        available_credits,
        ${onSale} as can_be_bought,
        ${failedFilter(query)} as failed
      from carbon_projects
      where ${isInRange(query, similar, narrowing)}
    ) as in_range
    group by failed, grouping sets (${commaList(columns.map(({ column }) => sql`(${column})`))})
  `;
  return countedOf(groups, query);
}

/** Returns the expression for `failed` of a group. */
function failedFilter(query: CatalogueQuery): Fragment {
  const failures = setFilters(query).map(
    ({ name, condition }) => sql`case when ${condition} then null else ${sql.unsafe(`'${name}'`)} end`,
  );
  if (failures.length === 0) return sql`null::text`;
  return sql`case when num_nonnulls(${commaList(failures)}) > 1 then 'several' else coalesce(${commaList(failures)}) end`;
}

function countedOf(groups: readonly Group[], query: CatalogueQuery): Counted {
  // Every project has a value of this filter.
  const matching = groups.filter(({ name, failed }) => name === 'units' && failed === null);
  const creditsOf = (units: keyof CreditTotals) => matching.find(({ value }) => value === units)?.credits ?? 0;
  return {
    total: matching.reduce((total, { projects }) => total + projects, 0),
    credits: { issued: creditsOf('issued'), expected: creditsOf('expected'), 'not stated': creditsOf('not stated') },
    facets: Object.fromEntries(countedFilters.map((name) => [name, countsBeside(name, groups, query)])) as Facets,
  };
}

const labelOrder: readonly string[] = labels;
const alphabet = new Intl.Collator('en-GB');

/**
 * Lists the values of a filter by count, years with the latest first, labels in their order. Values that other filters exclude are listed too, as are
 * selected ones that no project has, and all steps of the impact.
 */
function countsBeside(name: CountedFilter, groups: readonly Group[], query: CatalogueQuery): FacetCount[] {
  const always = name === 'impact' ? impactSteps.map(String) : query[name];
  const counts = new Map(always.map((value) => [value, 0]));
  for (const group of groups) {
    if (group.name !== name || group.value === null) continue;
    // Another label narrows the list further, so that those that lack a selected one do not count.
    const count = group.failed === null || (group.failed === name && name !== 'label') ? group.projects : 0;
    for (const value of valuesOf(name, group.value)) counts.set(value, (counts.get(value) ?? 0) + count);
  }
  const listed = [...counts].map(([value, count]) => ({ value, count }));
  if (name === 'impact') return listed;
  if (name === 'vintage') return listed.sort((a, b) => Number(b.value) - Number(a.value));
  if (name === 'label') return listed.sort((a, b) => labelOrder.indexOf(a.value) - labelOrder.indexOf(b.value));
  return listed.sort((a, b) => b.count - a.count || alphabet.compare(a.value, b.value));
}

/** Returns the values in which a group counts: a vintage in each of its years, labels in each, an impact at each step up to its highest. */
function valuesOf(name: CountedFilter, value: string): string[] {
  if (name === 'impact') return impactSteps.filter((step) => step <= Number(value)).map(String);
  if (name === 'label') return value.split('|');
  if (name !== 'vintage') return [value];
  const [first = 0, last = 0] = value.split(' ').map(Number);
  return Array.from({ length: last - first + 1 }, (_, index) => String(first + index));
}
