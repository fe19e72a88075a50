import { listedColumns, projectColumns } from '#server/domain/projects/columns.ts';
import { onSale } from '#server/domain/projects/conditions.ts';
import { hasSimilarWords, matchesText, mayBeMistyped, rankedBy, searchWords } from '#server/domain/projects/match-text.ts';
import { listOrder } from '#server/domain/projects/order.ts';
import { query } from '#server/platform/database/query.ts';
import { recorded } from '#server/platform/database/recorded.ts';
import { sql } from '#server/platform/database/sql.ts';
import type { ListedProject, Project } from '#src/schemas/project.ts';

/** Returns the projects with these slugs, in the order of the slugs; omits unknown ones. @throws as `findProject`. */
export async function findProjects(slugs: readonly string[]): Promise<Project[]> {
  if (slugs.length === 0) return [];
  const read = () => query<Project[]>`
    select ${projectColumns}
    from carbon_projects
    where slug = any(${slugs as string[]}::text[])
    order by array_position(${slugs as string[]}::text[], slug)
  `;
  return recorded(read, (projects) => {
    const ids = projects.map(({ id }) => id);
    // Any new project may have the slug of one that was not found.
    return projects.length < slugs.length ? undefined : ({ id }) => ids.includes(id);
  });
}

type Suggestions = {
  words: string;
  /** Slugs to leave out, because the page shows them already. */
  except: readonly string[];
  limit: number;
  /** Only projects that can be bought. */
  onSale?: boolean;
};

/**
 * Returns at most `limit` projects with these words, best match first; if there are none, projects with similar words. Without
 * words, the first projects of the catalogue's list. @throws as `findProject`.
 */
export async function suggestProjects({ words, except, limit, onSale: isOnSale = false }: Suggestions): Promise<ListedProject[]> {
  const hasWords = searchWords(words).length > 0;
  const find = (similar: boolean) =>
    recorded(
      () => query<ListedProject[]>`
        select ${listedColumns}
        from carbon_projects
        where
          ${similar ? hasSimilarWords(words) : matchesText(words, false)}
          and slug <> all(${except as string[]}::text[])
          ${isOnSale ? sql`and ${onSale}` : sql``}
        order by ${hasWords && !similar ? sql`ts_rank(search_vector, ${rankedBy(words)}) desc,` : sql``} ${listOrder}
        limit ${limit}
      `,
    );
  const found = await find(false);
  return found.length === 0 && mayBeMistyped(words) ? find(true) : found;
}
