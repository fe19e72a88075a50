import type postgres from 'postgres';
import { projectColumns } from '#server/domain/projects/columns.ts';
import { matchesText, searchWords } from '#server/domain/projects/match-text.ts';
import { orderBy, orderName } from '#server/domain/projects/order.ts';
import { type Sql, sql } from '#server/platform/database/pool.ts';
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
export function searchProjects(asked: CatalogueQuery, options?: SearchOptions): Promise<ProjectSearch> {
  return searchWith(sql(), asked, options);
}

/** `searchProjects` over connections of the caller's choice, such as one that explains what it does. */
export async function searchWith(connections: Sql, asked: CatalogueQuery, { whole = false }: SearchOptions = {}): Promise<ProjectSearch> {
  return connections.begin('isolation level repeatable read read only', async (db) => {
    await tune(db);
    const { query, unknown } = await dropUnknown(db, asked);
    const find = (similar: boolean) => Promise.all([selectProjects(db, query, similar, whole), countFacets(db, query, similar)]);
    let [projects, { total, facets }] = await find(false);
    // Asked only now: most searches find something, and looking for the words costs as much as the list.
    const similar = total === 0 && (await needsSimilarity(db, query.q));
    if (similar) [projects, { total, facets }] = await find(true);
    const loosen = total === 0 ? await tightest(db, query) : undefined;
    return { projects, total, facets, query, unknown, similar, loosen };
  }) as Promise<ProjectSearch>;
}

export type Db = postgres.TransactionSql;

/** Settings of a transaction that searches. */
export async function tune(db: Db): Promise<void> {
  // The catalogue lies in memory: without this, Postgres reads it from end to end where an index is quicker.
  await db`select set_config('random_page_cost', '1.1', true), set_config('pg_trgm.word_similarity_threshold', '0.38', true)`;
}

async function selectProjects(db: Db, query: CatalogueQuery, similar: boolean, whole: boolean): Promise<Project[]> {
  return db<Project[]>`
    select ${projectColumns()}
    from carbon_projects
    where ${matches(db, query, similar)}
    order by ${orderBy(db, orderName(query, similar), query.q)}
    ${whole ? db`` : db`limit ${cataloguePageSize} offset ${(query.page - 1) * cataloguePageSize}`}
  `;
}

/** One reading of the matching rows counts everything: a filter's own condition is left out of its own counts. */
export async function countFacets(db: Db, query: CatalogueQuery, similar: boolean) {
  const rows = await db<{ facet: keyof Facets | 'total'; value: string; count: number }[]>`
    with judged as materialized (
      select
        category,
        project_type,
        verification_standard,
        country,
        ${saleStatusOf(db)} as sale_status,
        impact_per_year,
        ${has(db, 'category', query)} as in_category,
        ${has(db, 'type', query)} as in_type,
        ${has(db, 'standard', query)} as in_standard,
        ${has(db, 'country', query)} as in_country,
        ${has(db, 'status', query)} as in_status,
        ${hasImpact(db, query)} as in_impact
      from carbon_projects
      where ${matchesText(db, query.q, similar)} and ${hasPrice(db, query)} and ${hasAvailable(db, query)}
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
export async function needsSimilarity(db: Db, q: string): Promise<boolean> {
  if (searchWords(q).length === 0) return false;
  const [row] = await db<{ found: boolean }[]>`
    with found as materialized (select id from carbon_projects where ${matchesText(db, q, false)})
    select exists (select from found) as found
  `;
  return !row?.found;
}

/** The query without the values that no project has, and those. */
export async function dropUnknown(db: Db, query: CatalogueQuery): Promise<{ query: CatalogueQuery; unknown: IgnoredParameter[] }> {
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
async function tightest(db: Db, query: CatalogueQuery): Promise<Loosened | undefined> {
  let best: Loosened | undefined;
  for (const filter of activeFilters(query)) {
    const looser = withoutFilter(query, filter);
    const similar = await needsSimilarity(db, looser.q);
    const [row] = await db<{ total: number }[]>`
      select count(*)::int as total
      from carbon_projects
      where ${matches(db, looser, similar)}
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
export function matches(db: Db, query: CatalogueQuery, similar: boolean) {
  return db`
    ${matchesText(db, query.q, similar)}
    and ${has(db, 'category', query)}
    and ${has(db, 'type', query)}
    and ${has(db, 'standard', query)}
    and ${has(db, 'country', query)}
    and ${has(db, 'status', query)}
    and ${hasPrice(db, query)}
    and ${hasAvailable(db, query)}
    and ${hasImpact(db, query)}
  `;
}

function has(db: Db, name: FacetName, query: CatalogueQuery) {
  const wanted = query[name];
  if (wanted.length === 0) return db`true`;
  if (name === 'status') return hasStatus(db, wanted);
  const column = {
    category: db`category`,
    type: db`project_type`,
    standard: db`verification_standard`,
    country: db`country`,
  }[name];
  return db`${column} = any(${wanted})`;
}

/** In plain comparisons, which Postgres can estimate. */
function hasStatus(db: Db, wanted: string[]) {
  const conditions = [
    ...(wanted.includes('On sale') ? [db`(status = 'on sale' and available_credits > 0)`] : []),
    ...(wanted.includes('Sold out') ? [db`(status = 'on sale' and available_credits = 0)`] : []),
    ...(wanted.includes('Not yet on sale') ? [db`status = 'not yet on sale'`] : []),
  ];
  return db`(${conditions.reduce((any, next) => db`${any} or ${next}`)})`;
}

function hasPrice(db: Db, { min, max }: CatalogueQuery) {
  return db`${min === undefined ? db`true` : db`price_per_credit >= ${min}`} and ${max === undefined ? db`true` : db`price_per_credit <= ${max}`}`;
}

function hasAvailable(db: Db, { available }: CatalogueQuery) {
  return available === undefined ? db`true` : db`available_credits >= ${available}`;
}

function hasImpact(db: Db, { impact }: CatalogueQuery) {
  return impact === undefined ? db`true` : db`impact_per_year >= ${impact}`;
}

/** As `saleStatus` says it in src/schemas/project.ts. */
function saleStatusOf(db: Db) {
  return db`
    case
      when status = 'not yet on sale' then 'Not yet on sale'
      when available_credits > 0 then 'On sale'
      else 'Sold out'
    end
  `;
}
