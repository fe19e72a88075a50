import { projectColumns } from '#server/projects/columns.ts';
import { sql } from '#server/sql.ts';
import type { Project } from '#src/schemas/project.ts';

/** The projects with these slugs, in the order of the slugs; unknown ones are left out. @throws as `findProject`. */
export async function findProjects(slugs: readonly string[]): Promise<Project[]> {
  if (slugs.length === 0) return [];
  const db = sql();
  return db<Project[]>`
    select ${projectColumns()}
    from carbon_projects
    where slug = any(${slugs as string[]}::text[])
    order by array_position(${slugs as string[]}::text[], slug)
  `;
}

/**
 * At most `limit` projects with these words in title, place, country or type, none of them in `except`; without words,
 * featured ones first. @throws as `findProject`.
 */
export async function suggestProjects({
  words,
  except,
  limit,
}: {
  words: string;
  except: readonly string[];
  limit: number;
}): Promise<Project[]> {
  const db = sql();
  const pattern = `%${words.trim().replace(/[\\%_]/g, '\\$&')}%`;
  return db<Project[]>`
    select ${projectColumns()}
    from carbon_projects
    where
      slug <> all(${except as string[]}::text[])
      and concat_ws(' ', title, location, project_type, category, verification_standard) ilike ${pattern}
    order by available_credits > 0 desc, featured desc, title, id
    limit ${limit}
  `;
}
