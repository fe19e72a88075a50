import { projectColumns } from '#server/domain/projects/columns.ts';
import { matchesText, rankedBy, searchWords } from '#server/domain/projects/match-text.ts';
import { listOrder } from '#server/domain/projects/order.ts';
import { query } from '#server/platform/database/query.ts';
import { sql } from '#server/platform/database/sql.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import type { Project } from '#src/schemas/project.ts';

/** The projects with these slugs, in the order of the slugs; unknown ones are left out. @throws as `findProject`. */
export async function findProjects(slugs: readonly string[]): Promise<Project[]> {
  if (slugs.length === 0) return [];
  return query<Project[]>`
    select ${projectColumns()}
    from carbon_projects
    where slug = any(${slugs as string[]}::text[])
    order by array_position(${slugs as string[]}::text[], slug)
  `;
}

type Suggestions = {
  words: string;
  /** Slugs that are not suggested: they are there already. */
  except: readonly string[];
  limit: number;
  /** Only what can be bought. */
  onSale?: boolean;
};

/**
 * At most `limit` projects that have these words, or, if none has, similar ones: best match first. Without words, as the
 * catalogue's list begins. @throws as `findProject`.
 */
export async function suggestProjects({ words, except, limit, onSale = false }: Suggestions): Promise<Project[]> {
  return inTransaction('read only', async (db) => {
    // As in search.ts: an index is quicker, and this is what counts as similar.
    await db`select set_config('random_page_cost', '1.1', true), set_config('pg_trgm.word_similarity_threshold', '0.38', true)`;
    const hasWords = searchWords(words).length > 0;
    const find = (similar: boolean) => db<Project[]>`
      select ${projectColumns()}
      from carbon_projects
      where
        ${matchesText(words, similar)}
        and slug <> all(${except as string[]}::text[])
        ${onSale ? sql`and available_credits > 0 and status = 'on sale'` : sql``}
      order by ${hasWords && !similar ? sql`ts_rank(search_vector, ${rankedBy(words)}) desc,` : sql``} ${listOrder}
      limit ${limit}
    `;
    const found = await find(false);
    return found.length === 0 && hasWords ? find(true) : found;
  });
}
