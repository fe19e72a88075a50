import { listedColumns, projectColumns } from '#server/domain/projects/columns.ts';
import { matches } from '#server/domain/projects/conditions.ts';
import { type CreditTotals, countFacets, type Facets } from '#server/domain/projects/count-facets.ts';
import { countryCode } from '#server/domain/projects/country-codes.ts';
import { closeness, hasSimilarWords, matchesText, mayBeMistyped, type Similar, searchWords } from '#server/domain/projects/match-text.ts';
import { orderBy, orderName } from '#server/domain/projects/order.ts';
import { type Fragment, sql } from '#server/platform/database/sql.ts';
import { inTransaction, type Transaction } from '#server/platform/database/transaction.ts';
import {
  type CatalogueQuery,
  emptyCatalogueQuery,
  type FacetName,
  facetNames,
  type IgnoredParameter,
} from '#src/schemas/catalogue-query.ts';
import { cataloguePageSize, type ListedProject, type Project } from '#src/schemas/project.ts';

/** A filter that can be dropped, and how many projects match without it. */
export type Loosened = { filter: FilterName; total: number };
/** Corrected words for a search, and how many projects match them. */
export type Suggestion = { q: string; total: number };
export type FilterName = FacetName | 'q' | 'price' | 'available' | 'impact';
export type ProjectSearch<Row = ListedProject> = {
  projects: Row[];
  total: number;
  credits: CreditTotals;
  facets: Facets;
  /** The requested query without the values that no project has; those are in `unknown`. */
  query: CatalogueQuery;
  unknown: IgnoredParameter[];
  /** Whether no project has the words as typed, so that these are the projects with similar words. */
  similar: boolean;
  /** If `similar`: the words that were probably meant. */
  suggestion: Suggestion | undefined;
  /** If nothing was found: the filter without which the most projects match. */
  loosen: Loosened | undefined;
};

/**
 * Finds one page of the projects that match a query, in its order, with the counts beside the filters, all from one snapshot.
 * @throws DatabaseTimeoutError, or the driver's error.
 */
export function searchProjects(requested: CatalogueQuery): Promise<ProjectSearch> {
  return search(requested, (db, query, similar) => {
    const { found, order } = listOf(query, similar);
    const paging = sql`limit ${cataloguePageSize} offset ${(query.page - 1) * cataloguePageSize}`;
    return db<ListedProject[]>`select ${listedColumns} ${sortedWithoutColumns(query, sql`${found} ${paging}`, order)}`;
  });
}

/** Like `searchProjects`, but finds all projects that match, with all their fields. */
export function searchAllProjects(requested: CatalogueQuery): Promise<ProjectSearch<Project>> {
  return search(requested, (db, query, similar) => db<Project[]>`select ${projectColumns} ${listOf(query, similar).found}`);
}

/** Returns the part of a statement that finds the projects of a query in their order, and that order. */
function listOf(query: CatalogueQuery, similar: Similar): { found: Fragment; order: Fragment } {
  const order = orderBy(orderName(query, similar !== false), query.q);
  return { found: sql`from carbon_projects where ${matches(query, similar)} order by ${order}`, order };
}

/**
 * Returns the part of a statement that finds one page of projects, such that their many columns do not slow it down: no index has the
 * order of a search for words, so PostgreSQL sorts all matches, and here only their ids.
 * @param found the part as it would be without that: in this order, and with a limit.
 */
export function sortedWithoutColumns({ q }: CatalogueQuery, found: Fragment, order: Fragment): Fragment {
  if (searchWords(q).length === 0) return found;
  return sql`from carbon_projects where id = any(array(select id ${found})) order by ${order}`;
}

type Select<Row> = (db: Transaction, query: CatalogueQuery, similar: Similar) => Promise<Row[]>;

function search<Row>(requested: CatalogueQuery, select: Select<Row>): Promise<ProjectSearch<Row>> {
  return inTransaction('isolation level repeatable read read only', async (db) => {
    // Sent without waiting: a connection executes its statements in order.
    const [, found] = await Promise.all([tunePlanner(db), find(db)]);
    return found;
  });

  async function find(db: Transaction): Promise<ProjectSearch<Row>> {
    const { query, unknown } = await dropUnknownValues(db, requested);
    const findAs = (similar: Similar) => Promise.all([select(db, query, similar), countFacets(db, query, similar)]);
    let [projects, { total, credits, facets }] = await findAs(false);
    // Checked only now: most searches find something, and the check costs as much as the list.
    const similar = total === 0 && (await findSimilar(db, query.q));
    if (similar) [projects, { total, credits, facets }] = await findAs(similar);
    const suggestion = similar ? await suggestWords(db, query.q, similar) : undefined;
    const loosen = total === 0 ? await findTightestFilter(db, query) : undefined;
    return { projects, total, credits, facets, query, unknown, similar: similar !== false, suggestion, loosen };
  }
}

/** Adjusts the planner for a transaction that searches: the rows are wide, so an index always beats a sequential scan. */
export async function tunePlanner(db: Transaction): Promise<void> {
  await db`select set_config('enable_seqscan', 'off', true)`;
}

/** Returns the projects with the most similar words, to be shown because none has the words of a search as typed; otherwise false. */
export async function findSimilar(db: Transaction, q: string): Promise<Similar> {
  if (!mayBeMistyped(q)) return false;
  const [row] = await db<{ found: boolean }[]>`
    with found as materialized (select id from carbon_projects where ${matchesText(q, false)})
    select exists (select from found) as found
  `;
  return row?.found ? false : readSimilar(db, q);
}

/** Returns the ids of the projects with the most similar words. Read once for each search, whose statements all need them. */
export async function readSimilar(db: Transaction, q: string): Promise<number[]> {
  const [row] = await db<{ ids: number[] | null }[]>`select json_agg(id) as ids from carbon_projects where ${hasSimilarWords(q)}`;
  return row?.ids ?? [];
}

/**
 * Returns the words that a mistyped search probably meant. Each word that no project has is replaced with the most similar word of
 * the projects with similar words, or left out if there are none. Undefined if no project matches the result either.
 */
async function suggestWords(db: Transaction, q: string, similar: Similar): Promise<Suggestion | undefined> {
  const words = await db<{ word: string | null }[]>`
    with vocabulary as materialized (
      select distinct word
      from carbon_projects
      cross join regexp_split_to_table(search_words, '[^[:alnum:]]+') as word
      where ${matchesText(q, similar)} and char_length(word) > 2
    )
    select
      case
        when exists (select from vocabulary where starts_with(word, term)) then term
        else (select word from vocabulary order by ${closeness(sql`word`, sql`term`)}, word limit 1)
      end as word
    from unnest(${searchWords(q)}::text[]) with ordinality as terms (term, position)
    order by position
  `;
  const meant = words.flatMap(({ word }) => word ?? []).join(' ');
  if (meant === '' || meant === searchWords(q).join(' ')) return undefined;
  const [row] = await db<{ total: number }[]>`select count(*)::int as total from carbon_projects where ${matchesText(meant, false)}`;
  return row && row.total > 0 ? { q: meant, total: row.total } : undefined;
}

/** Returns the query without the values that no project has, and those values. */
export async function dropUnknownValues(
  db: Transaction,
  query: CatalogueQuery,
): Promise<{ query: CatalogueQuery; unknown: IgnoredParameter[] }> {
  const { category, type, standard } = query;
  // People may type a country's name instead of its code.
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
  const known = { ...query, country: [...new Set(country)] };
  for (const { name, value } of unknown) known[name] = known[name].filter((other) => other !== value);
  return { query: known, unknown: unknown.map(({ name, value }) => ({ name, value })) };
}

/** Returns the filter without which the most projects match; undefined if none match without any one filter. */
async function findTightestFilter(db: Transaction, query: CatalogueQuery): Promise<Loosened | undefined> {
  let best: Loosened | undefined;
  for (const filter of activeFilters(query)) {
    const looser = withoutFilter(query, filter);
    const similar = await findSimilar(db, looser.q);
    const [row] = await db<{ total: number }[]>`
      select count(*)::int as total
      from carbon_projects
      where ${matches(looser, similar)}
    `;
    if (row && row.total > (best?.total ?? 0)) best = { filter, total: row.total };
  }
  return best;
}

/** Lists the filters that a query uses. */
export function activeFilters(query: CatalogueQuery): FilterName[] {
  return [
    ...(query.q ? (['q'] as const) : []),
    ...facetNames.filter((name) => query[name].length > 0),
    ...(query.min !== undefined || query.max !== undefined ? (['price'] as const) : []),
    ...(query.available !== undefined ? (['available'] as const) : []),
    ...(query.impact !== undefined ? (['impact'] as const) : []),
  ];
}

/** Returns the query without one filter, at the first page. */
export function withoutFilter(query: CatalogueQuery, filter: FilterName): CatalogueQuery {
  if (filter === 'price') return { ...query, page: 1, min: undefined, max: undefined };
  return { ...query, page: 1, [filter]: emptyCatalogueQuery[filter] };
}
