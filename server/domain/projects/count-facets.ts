import { LRUCache } from 'lru-cache';
import { facetValues, has, hasAvailable, hasImpact, hasPrice } from '#server/domain/projects/conditions.ts';
import { matchesText } from '#server/domain/projects/match-text.ts';
import { type Fragment, sql } from '#server/platform/database/sql.ts';
import type { Transaction } from '#server/platform/database/transaction.ts';
import { type CatalogueQuery, type FacetName, facetNames, impactSteps, type unitsValues } from '#src/schemas/catalogue-query.ts';

/** A value of a filter and how many projects it would show, all other filters kept. */
export type FacetCount = { value: string; count: number };
export type Facets = Record<FacetName | 'impact', FacetCount[]>;
/** Credits on sale, in tCO2e, by whether they are issued. */
export type CreditTotals = Record<(typeof unitsValues)[number], number>;
export type Counted = { total: number; credits: CreditTotals; facets: Facets };

/** The counts of a search are those of all its pages and orders, until the catalogue changes. */
const kept = new LRUCache<string, Counted>({ max: 100 });

/**
 * How many projects match, what their credits on sale add up to, and the counts beside the filters, as of the transaction's
 * moment: in its counts a filter's own condition is left out.
 */
export async function countFacets(db: Transaction, query: CatalogueQuery, similar: boolean): Promise<Counted> {
  const [row] = await db<{ version: string }[]>`
    select 'project_changes'::regclass::oid || ':' || coalesce(max(seq), 0) as version from project_changes
  `;
  const { page: _, sort: __, ...asked } = query;
  const key = JSON.stringify([row?.version, asked, similar]);
  const counted = kept.get(key) ?? (await count(db, query, similar));
  kept.set(key, counted);
  return counted;
}

type Dimension = Exclude<FacetName, 'vintage'> | 'impact';
/** Projects that have one value of one dimension, or one vintage; or all of them. */
type Group = {
  dimension: Dimension | 'vintage' | 'all';
  /** Null where they have none. */
  value: string | null;
  vintageStart: number | null;
  vintageEnd: number | null;
  /** That match the query but for the filter of this dimension. */
  matching: number;
  /** On sale, of those that match the whole query. */
  credits: number | null;
};

const dimensions = [...facetNames.filter((name) => name !== 'vintage'), 'impact'] as Dimension[];
/** Of `impact`: how many of the steps it reaches. */
const values: Record<Dimension, Fragment> = {
  ...facetValues,
  impact: sql`((impact_per_year >= ${impactSteps[0]})::int + (impact_per_year >= ${impactSteps[1]})::int + (impact_per_year >= ${impactSteps[2]})::int)::text`,
};

/** One reading of the rows that the words, the price and the quantity leave, grouped by each dimension for itself. */
async function count(db: Transaction, query: CatalogueQuery, similar: boolean): Promise<Counted> {
  const condition = (name: FacetName | 'impact') => (name === 'impact' ? hasImpact(query) : has(name, query));
  const used = [...facetNames.filter((name) => query[name].length > 0), ...(query.impact === undefined ? [] : (['impact'] as const))];
  const valueColumn = (name: string) => (name === 'vintage' ? sql`vintage_start` : sql(`value_${name}`));
  const allOf = (names: string[]) => names.reduce((all, name) => sql`${all} and ${sql(`in_${name}`)}`, sql`true`);
  const countOf = (names: string[]) => sql`count(*) filter (where ${allOf(names)})`;
  const list = (parts: Fragment[]) => parts.reduce((all, next) => sql`${all}, ${next}`);
  const groups = await db<Group[]>`
    with judged as materialized (
      select
        ${list(dimensions.map((name) => sql`${values[name]} as ${valueColumn(name)}`))},
        ${list([...used.map((name) => sql`${condition(name)} as ${sql(`in_${name}`)}`), sql`available_credits`])},
        vintage_start,
        vintage_end
      from carbon_projects
      where ${matchesText(query.q, similar)} and ${hasPrice(query)} and ${hasAvailable(query)}
    )
    select
      case
        ${dimensions.map((name) => sql`when grouping(${valueColumn(name)}) = 0 then ${name}`).reduce((all, next) => sql`${all} ${next}`)}
        when grouping(vintage_start) = 0 then 'vintage'
        else 'all'
      end as dimension,
      coalesce(${list(dimensions.map(valueColumn))}) as value,
      vintage_start,
      vintage_end,
      (
        case
          ${used
            .map((name) => sql`when grouping(${valueColumn(name)}) = 0 then ${countOf(used.filter((other) => other !== name))}`)
            .reduce((all, next) => sql`${all} ${next}`, sql`when false then 0`)}
          else ${countOf(used)}
        end
      )::float8 as matching,
      (sum(available_credits) filter (where value_status = 'On sale' and ${allOf(used)}))::float8 as credits
    from judged
    group by grouping sets (${list(dimensions.map((name) => sql`(${valueColumn(name)})`))}, (vintage_start, vintage_end), ())
  `;
  return readGroups(groups, query);
}

function readGroups(groups: readonly Group[], query: CatalogueQuery): Counted {
  const facets = Object.fromEntries([...facetNames, 'impact'].map((name) => [name, [] as FacetCount[]])) as Facets;
  const credits: CreditTotals = { issued: 0, expected: 0, 'not stated': 0 };
  const years = new Map<number, number>();
  const steps = new Map<number, number>();
  let total = 0;
  for (const { dimension, value, vintageStart, vintageEnd, matching, credits: onSale } of groups) {
    if (dimension === 'all') total = matching;
    else if (dimension === 'vintage') {
      const first = vintageStart ?? vintageEnd;
      const last = vintageEnd ?? vintageStart;
      if (first === null || last === null) continue;
      for (let year = first; year <= last; year += 1) years.set(year, (years.get(year) ?? 0) + matching);
    } else if (dimension === 'impact') {
      for (const [index, step] of impactSteps.entries()) steps.set(step, (steps.get(step) ?? 0) + (index < Number(value) ? matching : 0));
    } else if (value !== null) {
      facets[dimension].push({ value, count: matching });
      if (dimension === 'units') credits[value as keyof CreditTotals] = onSale ?? 0;
    }
  }
  const listed = (counts: Map<number, number>) => [...counts].map(([value, count]) => ({ value: String(value), count }));
  facets.vintage = listed(years);
  facets.impact = listed(steps);
  // A chosen value stays in sight even when the other filters leave nothing of it.
  for (const name of facetNames)
    for (const value of query[name]) if (!facets[name].some((found) => found.value === value)) facets[name].push({ value, count: 0 });
  for (const name of facetNames) facets[name].sort((a, b) => b.count - a.count || a.value.localeCompare(b.value, 'en-GB'));
  facets.vintage.sort((a, b) => Number(b.value) - Number(a.value));
  facets.impact.sort((a, b) => Number(a.value) - Number(b.value));
  return { total, credits, facets };
}
