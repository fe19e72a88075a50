import { listedColumns } from '#server/domain/projects/columns.ts';
import { matches } from '#server/domain/projects/conditions.ts';
import { type CreditTotals, countFacets, type Facets } from '#server/domain/projects/count-facets.ts';
import { dropUnknownValues } from '#server/domain/projects/known-values.ts';
import { closeness, matchesText, type Similar, searchWords } from '#server/domain/projects/match-text.ts';
import { findMatching, inOrder, type Matching } from '#server/domain/projects/matching.ts';
import { inSnapshot } from '#server/domain/projects/snapshot.ts';
import { commaList, sql } from '#server/platform/database/sql.ts';
import type { Transaction } from '#server/platform/database/transaction.ts';
import {
  type CatalogueQuery,
  emptyCatalogueQuery,
  type FacetName,
  facetNames,
  type IgnoredParameter,
} from '#src/schemas/catalogue-query.ts';
import { cataloguePageSize, type ListedProject } from '#src/schemas/project.ts';

/** A filter that can be removed, and how many projects match without it. */
export type Removal = { filter: FilterName; total: number };
/** Corrected words for a search, and how many projects match them. */
export type Suggestion = { q: string; total: number };
export type FilterName = FacetName | 'q' | 'price' | 'available' | 'unanswered' | 'impact';
export type ProjectSearch = {
  projects: ListedProject[];
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
  /** If nothing was found: what the removal of each filter would find, the most first; otherwise empty. */
  removals: Removal[];
};

/** Finds one page of the projects that match a query, in its order, with the counts beside the filters, all from one snapshot. */
export function searchProjects(requested: CatalogueQuery): Promise<ProjectSearch> {
  return inSnapshot(async (db) => {
    const { query, unknown } = await dropUnknownValues(db, requested);
    const found = await findMatching(db, query, countFacets);
    const { similar, counts } = found;
    const offset = (query.page - 1) * cataloguePageSize;
    const projects = await db<ListedProject[]>`select ${listedColumns} ${inOrder(found, { limit: cataloguePageSize, offset })}`;
    return {
      projects,
      ...counts,
      query,
      unknown,
      similar: similar !== false,
      suggestion: similar ? await suggestWords(db, query.q, similar) : undefined,
      removals: counts.total === 0 ? await countRemovals(db, found) : [],
    };
  });
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

/** Counts what the removal of each filter would find, in one statement: of the projects with the same words, which were similar ones. */
async function countRemovals(db: Transaction, { query, similar }: Matching<unknown>): Promise<Removal[]> {
  const counts = activeFilters(query).map(
    (filter) => sql`(${filter}::text, (select count(*)::int from carbon_projects where ${matches(withoutFilter(query, filter), similar)}))`,
  );
  if (counts.length === 0) return [];
  const removals = await db<Removal[]>`select filter, total from (values ${commaList(counts)}) as removals (filter, total)`;
  return removals.toSorted((a, b) => b.total - a.total);
}

/** Lists the filters that a query uses. */
export function activeFilters(query: CatalogueQuery): FilterName[] {
  return [
    ...(query.q ? (['q'] as const) : []),
    ...facetNames.filter((name) => query[name].length > 0),
    ...(query.min !== undefined || query.max !== undefined ? (['price'] as const) : []),
    ...(query.available !== undefined ? (['available'] as const) : []),
    ...(query.unanswered !== undefined ? (['unanswered'] as const) : []),
    ...(query.impact !== undefined ? (['impact'] as const) : []),
  ];
}

/** Returns the query without one filter, at the first page. */
export function withoutFilter(query: CatalogueQuery, filter: FilterName): CatalogueQuery {
  if (filter === 'price') return { ...query, page: 1, min: undefined, max: undefined };
  return { ...query, page: 1, [filter]: emptyCatalogueQuery[filter] };
}
