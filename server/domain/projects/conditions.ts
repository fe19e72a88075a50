import { allOf, type Fragment, joined, sql } from '#server/platform/database/sql.ts';
import { type CatalogueQuery, type FacetName, facetNames, impactSteps } from '#shared/schemas/catalogue-query.ts';
import { matchesText, type Similar } from './carbon-projects.ts';
import { isAnswered, onRecordSql } from './columns.ts';

/** A filter with counts beside its values. */
export type CountedFilter = FacetName | 'impact';
export const countedFilters: readonly CountedFilter[] = [...facetNames, 'impact'];

const firstYear = sql`coalesce(vintage_start, vintage_end)`;
const lastYear = sql`coalesce(vintage_end, vintage_start)`;

/** The value of each filter as an expression over `carbon_projects`; null if a project has none. */
export const filterValues: Record<CountedFilter, Fragment> = {
  category: sql`category`,
  type: sql`project_type`,
  standard: sql`verification_standard`,
  country: sql`country`,
  status: sql`sale_status`,
  units: sql`coalesce(units_status, 'not stated')`,
  /** All of its labels, joined. */
  label: sql`nullif(array_to_string(sold_labels, '|'), '')`,
  mechanism: sql`coalesce(split_part(unit_type, ' ', 1), 'not stated')`,
  record: sql`case when ${sql.unsafe(onRecordSql)} then 'on the record' else 'stated by us' end`,
  rating: sql`case when ${sql.unsafe(isAnswered('rating'))} then 'rated' else 'not rated' end`,
  /** The first and the last year: "2021 2023". The project has each year between them. */
  vintage: sql`${firstYear} || ' ' || ${lastYear}`,
  /** The highest step that the project reaches. It has each lower step, too. */
  impact: sql`case ${joined(impactSteps.toReversed().map((step) => sql.unsafe(`when impact_per_year >= ${step} then '${step}'`)))} end`,
};

/** The condition that a project's credits can be bought. */
export const onSale = sql`sale_status = 'On sale'`;

/** The opposite, in the form in which the list is sorted by it. */
export const notOnSale = sql`(sale_status <> 'On sale')`;

/** What narrows a list beside its query. */
export type Narrowing = {
  /** Only featured projects. */
  featured?: boolean | undefined;
  /** Only projects that have a price. */
  priced?: boolean | undefined;
  /** Only projects with coordinates. */
  located?: boolean | undefined;
  /** Slugs of projects to leave out. */
  except?: readonly string[] | undefined;
};

/** Returns the condition that a project matches a query. `similar`: as in `matchesText`. */
export function matches(query: CatalogueQuery, similar: Similar, narrowing?: Narrowing): Fragment {
  return allOf([uncounted(query, similar, narrowing), ...usedFilters(query).map(({ condition }) => condition)]);
}

/** Returns the part of that condition that has no counts beside it: the words, limits of price and quantity, and what narrows the list. */
export function uncounted(query: CatalogueQuery, similar: Similar, { featured, priced, located, except = [] }: Narrowing = {}): Fragment {
  return allOf([
    matchesText(query.q, similar),
    ...hasPrice(query),
    ...(query.unanswered === undefined ? [] : [sql`(${sql.unsafe(isAnswered(query.unanswered))}) is not true`]),
    ...(query.available === undefined ? [] : [sql`coalesce(available_credits, 0) >= ${query.available}`]),
    ...(featured ? [sql`featured`] : []),
    ...(priced ? [sql`price_per_credit is not null`] : []),
    ...(located ? [sql`latitude is not null`] : []),
    ...(except.length > 0 ? [sql`slug <> all(${[...except]}::text[])`] : []),
  ]);
}

/** Returns the condition of each filter with counts that is used. */
export function usedFilters(query: CatalogueQuery): { name: CountedFilter; condition: Fragment }[] {
  const facets = facetNames.filter((name) => query[name].length > 0).map((name) => ({ name, condition: has(name, query[name]) }));
  return query.impact === undefined ? facets : [...facets, { name: 'impact', condition: sql`impact_per_year >= ${query.impact}` }];
}

function has(name: FacetName, selected: string[]): Fragment {
  if (name === 'status') return hasStatus(selected);
  if (name === 'vintage') return hasVintage(selected);
  if (name === 'label') return sql`sold_labels @> ${selected}::text[]`;
  return sql`${filterValues[name]} = any(${selected})`;
}

function hasStatus(selected: string[]): Fragment {
  const condition = sql`sale_status = any(${selected})`;
  // Redundant, but a key of the list's index, which then skips the projects on sale.
  return selected.includes('On sale') ? condition : sql`(${notOnSale} and ${condition})`;
}

/** Matches vintages that overlap any of the years: one parameter, however many there are. */
function hasVintage(years: string[]): Fragment {
  const ranges = `{${years.map((year) => `[${year},${year}]`).join()}}`;
  return sql`(${firstYear} is not null and int4range(${firstYear}, ${lastYear}, '[]') && ${ranges}::int4multirange)`;
}

function hasPrice({ min, max }: CatalogueQuery): Fragment[] {
  return [...(min === undefined ? [] : [sql`price_per_credit >= ${min}`]), ...(max === undefined ? [] : [sql`price_per_credit <= ${max}`])];
}
