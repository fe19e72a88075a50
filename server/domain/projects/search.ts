import { projectColumns } from '#server/domain/projects/columns.ts';
import { countryCode } from '#server/domain/projects/import/country-codes.ts';
import { matchesText, searchWords } from '#server/domain/projects/match-text.ts';
import { orderBy, orderName } from '#server/domain/projects/order.ts';
import { type Fragment, sql } from '#server/platform/database/sql.ts';
import { inTransaction, type Transaction } from '#server/platform/database/transaction.ts';
import {
  type CatalogueQuery,
  emptyCatalogueQuery,
  type FacetName,
  facetNames,
  type IgnoredParameter,
  type unitsValues,
} from '#src/schemas/catalogue-query.ts';
import { cataloguePageSize, type Project } from '#src/schemas/project.ts';

/** A value of a filter and how many projects it would show, all other filters kept. */
export type FacetCount = { value: string; count: number };
export type Facets = Record<FacetName | 'impact', FacetCount[]>;
/** A filter that can be dropped, and how many projects there are without it. */
export type Loosened = { filter: FilterName; total: number };
/** Credits on sale, in tCO2e, by whether they are issued. */
export type CreditTotals = Record<(typeof unitsValues)[number], number>;
/** Other words for a search, and how many projects have them. */
export type Suggestion = { q: string; total: number };
export type FilterName = FacetName | 'q' | 'price' | 'available' | 'impact';
export type ProjectSearch = {
  projects: Project[];
  total: number;
  credits: CreditTotals;
  facets: Facets;
  /** What was asked for, without the values that no project has; those are in `unknown`. */
  query: CatalogueQuery;
  unknown: IgnoredParameter[];
  /** No project has the words as written: these are the ones with similar words. */
  similar: boolean;
  /** What the words were probably meant to be, where `similar`. */
  suggestion: Suggestion | undefined;
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
    const [, { query, unknown }] = await Promise.all([tune(db), dropUnknown(db, asked)]);
    const find = (similar: boolean) => Promise.all([selectProjects(db, query, similar, whole), countFacets(db, query, similar)]);
    let [projects, { total, credits, facets }] = await find(false);
    // Asked only now: most searches find something, and looking for the words costs as much as the list.
    const similar = total === 0 && (await needsSimilarity(db, query.q));
    if (similar) [projects, { total, credits, facets }] = await find(true);
    const suggestion = similar ? await suggestWords(db, query.q) : undefined;
    const loosen = total === 0 ? await tightest(db, query) : undefined;
    return { projects, total, credits, facets, query, unknown, similar, suggestion, loosen };
  });
}

/** Settings of a transaction that searches. */
export async function tune(db: Transaction): Promise<void> {
  // The catalogue lies in memory, and its rows are wide: an index is always quicker than reading the table from end to end.
  await db`select set_config('random_page_cost', '1.1', true), set_config('enable_seqscan', 'off', true), set_config('pg_trgm.word_similarity_threshold', '0.38', true)`;
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

/** A value of each filter, as an expression over `carbon_projects`; null where a project has none. */
const facetValues: Record<FacetName, Fragment> = {
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
  // Counted by year: see `countFacets`.
  vintage: sql`null::text`,
};

/**
 * How many projects match, what their credits on sale add up to, and the counts beside the filters: one reading of the
 * matching rows, in which a filter's own condition is left out of its own counts.
 */
export async function countFacets(db: Transaction, query: CatalogueQuery, similar: boolean) {
  const names = [...facetNames, 'impact'] as const;
  const condition = (name: FacetName | 'impact') => (name === 'impact' ? hasImpact(query) : has(name, query));
  const join = (parts: Fragment[], glue: Fragment) => parts.reduce((all, next) => sql`${all} ${glue} ${next}`);
  const column = (prefix: string, name: string) => sql(`${prefix}_${name}`);
  const allBut = (left?: string) =>
    join(
      names.filter((name) => name !== left).map((name) => column('in', name)),
      sql`and`,
    );
  const rows = await db<{ facet: keyof Facets | 'total' | 'credits'; value: string; count: number }[]>`
    with judged as materialized (
      select
        ${join(
          facetNames.map((name) => sql`${facetValues[name]} as ${column('value', name)}`),
          sql`,`,
        )},
        ${join(
          names.map((name) => sql`${condition(name)} as ${column('in', name)}`),
          sql`,`,
        )},
        available_credits,
        vintage_start,
        vintage_end,
        impact_per_year
      from carbon_projects
      where ${matchesText(query.q, similar)} and ${hasPrice(query)} and ${hasAvailable(query)}
    )
    select 'total' as facet, '' as value, count(*)::float8 as count
    from judged
    where ${allBut()}
    union all
    select 'credits', value_units, sum(available_credits)::float8
    from judged
    where ${allBut()} and value_status = 'On sale'
    group by value_units
    union all
    ${join(
      facetNames
        .filter((name) => name !== 'vintage')
        .map(
          (name) => sql`
            select ${name}, ${column('value', name)}, (count(*) filter (where ${allBut(name)}))::float8
            from judged
            where ${column('value', name)} is not null
            group by ${column('value', name)}
          `,
        ),
      sql`union all`,
    )}
    union all
    select 'vintage', year::text, (count(*) filter (where ${allBut('vintage')}))::float8
    from judged
    cross join generate_series(coalesce(vintage_start, vintage_end), coalesce(vintage_end, vintage_start)) as year
    group by year
    union all
    select 'impact', step::text, (count(*) filter (where ${allBut('impact')} and impact_per_year >= step))::float8
    from judged
    cross join unnest(array[100, 1000, 10000]) as step
    group by step
  `;
  const facets = Object.fromEntries(names.map((name) => [name, [] as FacetCount[]])) as Facets;
  const credits: CreditTotals = { issued: 0, expected: 0, 'not stated': 0 };
  let total = 0;
  for (const { facet, value, count } of rows) {
    if (facet === 'total') total = count;
    else if (facet === 'credits') credits[value as keyof CreditTotals] = count;
    else facets[facet].push({ value, count });
  }
  // A chosen value stays in sight even when the other filters leave nothing of it.
  for (const name of facetNames)
    for (const value of query[name]) if (!facets[name].some((found) => found.value === value)) facets[name].push({ value, count: 0 });
  for (const name of facetNames) facets[name].sort((a, b) => b.count - a.count || a.value.localeCompare(b.value, 'en-GB'));
  facets.vintage.sort((a, b) => Number(b.value) - Number(a.value));
  facets.impact.sort((a, b) => Number(a.value) - Number(b.value));
  return { total, credits, facets };
}

/**
 * Whether no project has the words of a search as they are written, so that similar ones are looked for. Not for words with
 * digits: whoever types a registry's id wants that project, and one with a similar id has nothing to do with it.
 */
export async function needsSimilarity(db: Transaction, q: string): Promise<boolean> {
  const words = searchWords(q);
  if (words.length === 0 || words.some((word) => /\d/.test(word))) return false;
  const [row] = await db<{ found: boolean }[]>`
    with found as materialized (select id from carbon_projects where ${matchesText(q, false)})
    select exists (select from found) as found
  `;
  return !row?.found;
}

/**
 * The words that a mistyped search probably means: each word that no project has is replaced by the most similar one of the
 * projects with similar words, or left out where there are none. Undefined when the result finds nothing either.
 */
async function suggestWords(db: Transaction, q: string): Promise<Suggestion | undefined> {
  const words = await db<{ word: string | null }[]>`
    with vocabulary as materialized (
      select distinct word
      from carbon_projects
      cross join regexp_split_to_table(search_words, '[^[:alnum:]]+') as word
      where ${matchesText(q, true)} and char_length(word) > 2
    )
    select
      case
        when exists (select from vocabulary where starts_with(word, asked)) then asked
        else (select word from vocabulary order by similarity(word, asked) desc, word limit 1)
      end as word
    from unnest(${searchWords(q)}::text[]) with ordinality as terms (asked, position)
    order by position
  `;
  const meant = words.flatMap(({ word }) => word ?? []).join(' ');
  if (meant === '' || meant === searchWords(q).join(' ')) return undefined;
  const [row] = await db<{ total: number }[]>`select count(*)::int as total from carbon_projects where ${matchesText(meant, false)}`;
  return row && row.total > 0 ? { q: meant, total: row.total } : undefined;
}

/** The query without the values that no project has, and those. */
export async function dropUnknown(db: Transaction, query: CatalogueQuery): Promise<{ query: CatalogueQuery; unknown: IgnoredParameter[] }> {
  const { category, type, standard } = query;
  // A country may be named, as a person types it.
  const country = query.country.map((name) => countryCode(name) ?? name);
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
  const without = { ...query, country: [...new Set(country)] };
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
    and ${has('units', query)}
    and ${has('mechanism', query)}
    and ${has('vintage', query)}
    and ${has('record', query)}
    and ${hasPrice(query)}
    and ${hasAvailable(query)}
    and ${hasImpact(query)}
  `;
}

function has(name: FacetName, query: CatalogueQuery) {
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
function hasPrice({ min, max }: CatalogueQuery) {
  if (min === undefined && max === undefined) return sql`true`;
  return sql`has_price and ${min === undefined ? sql`true` : sql`price_per_credit >= ${min}`} and ${max === undefined ? sql`true` : sql`price_per_credit <= ${max}`}`;
}

function hasAvailable({ available }: CatalogueQuery) {
  return available === undefined ? sql`true` : sql`available_credits >= ${available}`;
}

function hasImpact({ impact }: CatalogueQuery) {
  return impact === undefined ? sql`true` : sql`impact_per_year >= ${impact}`;
}
