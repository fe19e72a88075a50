import { isOnRecord } from '#server/domain/projects/columns.ts';
import { matchesText, type Similar } from '#server/domain/projects/match-text.ts';
import { anyOf, type Fragment, sql } from '#server/platform/database/sql.ts';
import type { CatalogueQuery, FacetName } from '#src/schemas/catalogue-query.ts';

/** The value of each filter as an expression over `carbon_projects`; null if a project has none. */
export const facetValues: Record<FacetName, Fragment> = {
  category: sql`category`,
  type: sql`project_type`,
  standard: sql`verification_standard`,
  country: sql`country`,
  // Mirrors `saleStatus` in src/schemas/project.ts.
  status: sql`
    case
      when status = 'not yet on sale' then 'Not yet on sale'
      when available_credits > 0 then 'On sale'
      else 'Sold out'
    end
  `,
  units: sql`coalesce(units_status, 'not stated')`,
  mechanism: sql`coalesce(split_part(unit_type, ' ', 1), 'not stated')`,
  record: sql`case when ${sql.unsafe(isOnRecord)} then 'on the record' else 'stated by us' end`,
  // Counted by year: ./count-facets.ts.
  vintage: sql`null::text`,
};

/** The condition that a project's credits can be bought; `isOnSale` in src/lib/on-sale.ts is its counterpart. */
export const onSale = sql`available_credits > 0 and status = 'on sale'`;

/** The opposite, in the form in which the list is sorted by it. */
export const notOnSale = sql`(status <> 'on sale' or available_credits = 0)`;

/** Returns the condition that a project matches a query. `similar`: as in `matchesText`. */
export function matches(query: CatalogueQuery, similar: Similar) {
  return sql`
    ${matchesText(query.q, similar)}
    and ${has('category', query)}
    and ${has('type', query)}
    and ${has('standard', query)}
    and ${has('country', query)}
    and ${has('status', query)}
    and ${has('units', query)}
    and ${has('mechanism', query)}
    and ${has('vintage', query)}
    and ${has('record', query)}
    and ${hasPrice(query)}
    and ${hasAvailable(query)}
    and ${hasImpact(query)}
  `;
}

/** Returns the condition of one filter; true if it is not set. */
export function has(name: FacetName, query: CatalogueQuery) {
  const selected = query[name];
  if (selected.length === 0) return sql`true`;
  if (name === 'status') return hasStatus(selected);
  if (name === 'vintage') return hasVintage(selected);
  return sql`${facetValues[name]} = any(${selected})`;
}

/** Uses plain comparisons, whose selectivity PostgreSQL can estimate. */
function hasStatus(selected: string[]) {
  const conditions = [
    ...(selected.includes('On sale') ? [sql`(${onSale})`] : []),
    ...(selected.includes('Sold out') ? [sql`(status = 'on sale' and available_credits = 0)`] : []),
    ...(selected.includes('Not yet on sale') ? [sql`status = 'not yet on sale'`] : []),
  ];
  // Redundant, but a key of the list's index, which then skips the projects on sale.
  return selected.includes('On sale') ? anyOf(conditions) : sql`${notOnSale} and ${anyOf(conditions)}`;
}

/** Matches vintages that overlap any of the years. */
function hasVintage(years: string[]) {
  const conditions = years.map(
    (year) => sql`(coalesce(vintage_start, vintage_end) <= ${Number(year)} and coalesce(vintage_end, vintage_start) >= ${Number(year)})`,
  );
  return anyOf(conditions);
}

/** Matches the price range. Any bound excludes projects without a price. */
export function hasPrice({ min, max }: CatalogueQuery) {
  if (min === undefined && max === undefined) return sql`true`;
  return sql`has_price and ${min === undefined ? sql`true` : sql`price_per_credit >= ${min}`} and ${max === undefined ? sql`true` : sql`price_per_credit <= ${max}`}`;
}

/** Matches projects with at least this many credits available. */
export function hasAvailable({ available }: CatalogueQuery) {
  return available === undefined ? sql`true` : sql`available_credits >= ${available}`;
}

/** Matches projects with at least this impact, in tCO2e a year. */
export function hasImpact({ impact }: CatalogueQuery) {
  return impact === undefined ? sql`true` : sql`impact_per_year >= ${impact}`;
}
