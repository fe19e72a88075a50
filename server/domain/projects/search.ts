import { projectColumns } from '#server/domain/projects/columns.ts';
import { matchesText, searchWords } from '#server/domain/projects/match-text.ts';
import { orderBy, orderName } from '#server/domain/projects/order.ts';
import { sql } from '#server/platform/database/sql.ts';
import { inTransaction, type Transaction } from '#server/platform/database/transaction.ts';
import {
  type CatalogueQuery,
  emptyCatalogueQuery,
  type FacetName,
  facetNames,
  type IgnoredParameter,
} from '#src/schemas/catalogue-query.ts';
import { cataloguePageSize, type Project } from '#src/schemas/project.ts';

/** A value of a filter and how many projects it would show, all other filters kept. */
export type FacetCount = { value: string; count: number };
export type Facets = Record<FacetName | 'impact', FacetCount[]>;
/** A filter that can be dropped, and how many projects there are without it. */
export type Loosened = { filter: FilterName; total: number };
export type FilterName = FacetName | 'q' | 'price' | 'available' | 'impact';
export type ProjectSearch = {
  projects: Project[];
  total: number;
  facets: Facets;
  /** What was asked for, without the values that no project has; those are in `unknown`. */
  query: CatalogueQuery;
  unknown: IgnoredParameter[];
  /** No project has the words as written: these are the ones with similar words. */
  similar: boolean;
  /** Nothing was found: the filter whose loss brings the most projects back. */
  loosen: Loosened | undefined;
};

export type SearchOptions = { /** Every project that matches, not a page of them. */ whole?: boolean };

/**
 * The projects that match a catalogue address, in its order, with the counts beside its filters, all as of one moment.
 * @throws the driver's error when Postgres does not answer within the statement timeout.
 */
export function searchProjects(asked: CatalogueQuery, { whole = false }: SearchOptions = {}): Promise<ProjectSearch> {
  return inTransaction('isolation level repeatable read read only', async (db) => {
    await tune(db);
    const { query, unknown } = await dropUnknown(db, asked);
    const find = (similar: boolean) => Promise.all([selectProjects(db, query, similar, whole), countFacets(db, query, similar)]);
    let [projects, { total, facets }] = await find(false);
    // Asked only now: most searches find something, and looking for the words costs as much as the list.
    const similar = total === 0 && (await needsSimilarity(db, query.q));
    if (similar) [projects, { total, facets }] = await find(true);
    const loosen = total === 0 ? await tightest(db, query) : undefined;
    return { projects, total, facets, query, unknown, similar, loosen };
  });
}

/** Settings of a transaction that searches. */
export async function tune(db: Transaction): Promise<void> {
  // The catalogue lies in memory: without this, Postgres reads it from end to end where an index is quicker.
  await db`select set_config('random_page_cost', '1.1', true), set_config('pg_trgm.word_similarity_threshold', '0.38', true)`;
}

async function selectProjects(db: Transaction, query: CatalogueQuery, similar: boolean, whole: boolean): Promise<Project[]> {
  return db<Project[]>`
    select ${projectColumns()}
    from carbon_projects
    where ${matches(query, similar)}
    order by ${orderBy(orderName(query, similar), query.q)}
    ${whole ? sql`` : sql`limit ${cataloguePageSize} offset ${(query.page - 1) * cataloguePageSize}`}
  `;
}

/** One reading of the matching rows counts everything: a filter's own condition is left out of its own counts. */
export async function countFacets(db: Transaction, query: CatalogueQuery, similar: boolean) {
  const rows = await db<{ facet: keyof Facets | 'total'; value: string; count: number }[]>`
    with judged as materialized (
      select
        category,
        project_type,
        verification_standard,
        country,
        ${saleStatusOf()} as sale_status,
        impact_per_year,
        ${has('category', query)} as in_category,
        ${has('type', query)} as in_type,
        ${has('standard', query)} as in_standard,
        ${has('country', query)} as in_country,
        ${has('status', query)} as in_status,
        ${hasImpact(query)} as in_impact
      from carbon_projects
      where ${matchesText(query.q, similar)} and ${hasPrice(query)} and ${hasAvailable(query)}
    )
    select 'total' as facet, '' as value, count(*)::int
    from judged
    where in_category and in_type and in_standard and in_country and in_status and in_impact
    union all
    select 'category', category, (count(*) filter (where in_type and in_standard and in_country and in_status and in_impact))::int
    from judged
    group by category
    union all
    select 'type', project_type, (count(*) filter (where in_category and in_standard and in_country and in_status and in_impact))::int
    from judged
    where project_type is not null
    group by project_type
    union all
    select 'standard', verification_standard,
      (count(*) filter (where in_category and in_type and in_country and in_status and in_impact))::int
    from judged
    group by verification_standard
    union all
    select 'country', country, (count(*) filter (where in_category and in_type and in_standard and in_status and in_impact))::int
    from judged
    where country is not null
    group by country
    union all
    select 'status', sale_status, (count(*) filter (where in_category and in_type and in_standard and in_country and in_impact))::int
    from judged
    group by sale_status
    union all
    select 'impact', step::text,
      (count(*) filter (where in_category and in_type and in_standard and in_country and in_status and impact_per_year >= step))::int
    from judged
    cross join unnest(array[100, 1000, 10000]) as step
    group by step
  `;
  const facets = Object.fromEntries([...facetNames, 'impact'].map((name) => [name, [] as FacetCount[]])) as Facets;
  let total = 0;
  for (const { facet, value, count } of rows) {
    if (facet === 'total') total = count;
    else facets[facet].push({ value, count });
  }
  // A chosen value stays in sight even when the other filters leave nothing of it.
  for (const name of facetNames)
    for (const value of query[name]) if (!facets[name].some((found) => found.value === value)) facets[name].push({ value, count: 0 });
  for (const name of facetNames) facets[name].sort((a, b) => b.count - a.count || a.value.localeCompare(b.value, 'en-GB'));
  facets.impact.sort((a, b) => Number(a.value) - Number(b.value));
  return { total, facets };
}

/** Whether no project has the words of a search as they are written, so that similar ones are looked for. */
export async function needsSimilarity(db: Transaction, q: string): Promise<boolean> {
  if (searchWords(q).length === 0) return false;
  const [row] = await db<{ found: boolean }[]>`
    with found as materialized (select id from carbon_projects where ${matchesText(q, false)})
    select exists (select from found) as found
  `;
  return !row?.found;
}

/** The query without the values that no project has, and those. */
export async function dropUnknown(db: Transaction, query: CatalogueQuery): Promise<{ query: CatalogueQuery; unknown: IgnoredParameter[] }> {
  const { category, type, standard, country } = query;
  if (category.length + type.length + standard.length + country.length === 0) return { query, unknown: [] };
  const unknown = await db<(IgnoredParameter & { name: FacetName })[]>`
    select 'category' as name, value from unnest(${category}::text[]) as value
    where not exists (select from carbon_projects where category = value)
    union all
    select 'type', value from unnest(${type}::text[]) as value
    where not exists (select from carbon_projects where project_type = value)
    union all
    select 'standard', value from unnest(${standard}::text[]) as value
    where not exists (select from carbon_projects where verification_standard = value)
    union all
    select 'country', value from unnest(${country}::text[]) as value
    where not exists (select from carbon_projects where country = value)
  `;
  const without = { ...query };
  for (const { name, value } of unknown) without[name] = without[name].filter((other) => other !== value);
  return { query: without, unknown: unknown.map(({ name, value }) => ({ name, value })) };
}

/** Without which one filter the most projects come back. Asked only when nothing was found. */
async function tightest(db: Transaction, query: CatalogueQuery): Promise<Loosened | undefined> {
  let best: Loosened | undefined;
  for (const filter of activeFilters(query)) {
    const looser = withoutFilter(query, filter);
    const similar = await needsSimilarity(db, looser.q);
    const [row] = await db<{ total: number }[]>`
      select count(*)::int as total
      from carbon_projects
      where ${matches(looser, similar)}
    `;
    if (row && row.total > (best?.total ?? 0)) best = { filter, total: row.total };
  }
  return best;
}

/** The filters that a query uses. */
export function activeFilters(query: CatalogueQuery): FilterName[] {
  return [
    ...(query.q ? (['q'] as const) : []),
    ...facetNames.filter((name) => query[name].length > 0),
    ...(query.min !== undefined || query.max !== undefined ? (['price'] as const) : []),
    ...(query.available !== undefined ? (['available'] as const) : []),
    ...(query.impact !== undefined ? (['impact'] as const) : []),
  ];
}

/** The query with one filter dropped, from its first page. */
export function withoutFilter(query: CatalogueQuery, filter: FilterName): CatalogueQuery {
  if (filter === 'price') return { ...query, page: 1, min: undefined, max: undefined };
  return { ...query, page: 1, [filter]: emptyCatalogueQuery[filter] };
}

/** The condition that a project matches a query. */
export function matches(query: CatalogueQuery, similar: boolean) {
  return sql`
    ${matchesText(query.q, similar)}
    and ${has('category', query)}
    and ${has('type', query)}
    and ${has('standard', query)}
    and ${has('country', query)}
    and ${has('status', query)}
    and ${hasPrice(query)}
    and ${hasAvailable(query)}
    and ${hasImpact(query)}
  `;
}

function has(name: FacetName, query: CatalogueQuery) {
  const wanted = query[name];
  if (wanted.length === 0) return sql`true`;
  if (name === 'status') return hasStatus(wanted);
  const column = {
    category: sql`category`,
    type: sql`project_type`,
    standard: sql`verification_standard`,
    country: sql`country`,
  }[name];
  return sql`${column} = any(${wanted})`;
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

function hasPrice({ min, max }: CatalogueQuery) {
  return sql`${min === undefined ? sql`true` : sql`price_per_credit >= ${min}`} and ${max === undefined ? sql`true` : sql`price_per_credit <= ${max}`}`;
}

function hasAvailable({ available }: CatalogueQuery) {
  return available === undefined ? sql`true` : sql`available_credits >= ${available}`;
}

function hasImpact({ impact }: CatalogueQuery) {
  return impact === undefined ? sql`true` : sql`impact_per_year >= ${impact}`;
}

/** As `saleStatus` says it in src/schemas/project.ts. */
function saleStatusOf() {
  return sql`
    case
      when status = 'not yet on sale' then 'Not yet on sale'
      when available_credits > 0 then 'On sale'
      else 'Sold out'
    end
  `;
}
