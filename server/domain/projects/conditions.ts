import { matchesText } from '#server/domain/projects/match-text.ts';
import { type Fragment, sql } from '#server/platform/database/sql.ts';
import type { CatalogueQuery, FacetName } from '#src/schemas/catalogue-query.ts';

/** A value of each filter, as an expression over `carbon_projects`; null where a project has none. */
export const facetValues: Record<FacetName, Fragment> = {
  category: sql`category`,
  type: sql`project_type`,
  standard: sql`verification_standard`,
  country: sql`country`,
  // As `saleStatus` says it in src/schemas/project.ts.
  status: sql`
    case
      when status = 'not yet on sale' then 'Not yet on sale'
      when available_credits > 0 then 'On sale'
      else 'Sold out'
    end
  `,
  units: sql`coalesce(units_status, 'not stated')`,
  mechanism: sql`coalesce(split_part(unit_type, ' ', 1), 'not stated')`,
  record: sql`case when exists (select from credit_batches where project_id = carbon_projects.id) then 'on the record' else 'stated by us' end`,
  // Counted by year: ./count-facets.ts.
  vintage: sql`null::text`,
};

/** The condition that a project matches a query. */
export function matches(query: CatalogueQuery, similar: boolean) {
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

/** The condition of one filter; true where it is not set. */
export function has(name: FacetName, query: CatalogueQuery) {
  const wanted = query[name];
  if (wanted.length === 0) return sql`true`;
  if (name === 'status') return hasStatus(wanted);
  if (name === 'vintage') return hasVintage(wanted);
  return sql`${facetValues[name]} = any(${wanted})`;
}

/** In plain comparisons, which Postgres can estimate. */
function hasStatus(wanted: string[]) {
  const conditions = [
    ...(wanted.includes('On sale') ? [sql`(status = 'on sale' and available_credits > 0)`] : []),
    ...(wanted.includes('Sold out') ? [sql`(status = 'on sale' and available_credits = 0)`] : []),
    ...(wanted.includes('Not yet on sale') ? [sql`status = 'not yet on sale'`] : []),
  ];
  return sql`(${conditions.reduce((any, next) => sql`${any} or ${next}`)})`;
}

/** A vintage that reaches into one of the years. */
function hasVintage(years: string[]) {
  const conditions = years.map(
    (year) => sql`(coalesce(vintage_start, vintage_end) <= ${Number(year)} and coalesce(vintage_end, vintage_start) >= ${Number(year)})`,
  );
  return sql`(${conditions.reduce((any, next) => sql`${any} or ${next}`)})`;
}

/** A bound leaves out what has no price. */
export function hasPrice({ min, max }: CatalogueQuery) {
  if (min === undefined && max === undefined) return sql`true`;
  return sql`has_price and ${min === undefined ? sql`true` : sql`price_per_credit >= ${min}`} and ${max === undefined ? sql`true` : sql`price_per_credit <= ${max}`}`;
}

export function hasAvailable({ available }: CatalogueQuery) {
  return available === undefined ? sql`true` : sql`available_credits >= ${available}`;
}

export function hasImpact({ impact }: CatalogueQuery) {
  return impact === undefined ? sql`true` : sql`impact_per_year >= ${impact}`;
}
