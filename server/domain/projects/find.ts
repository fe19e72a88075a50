import { projectColumns } from '#server/domain/projects/columns.ts';
import { type Query, query } from '#server/platform/database/query.ts';
import type { Project } from '#src/schemas/project.ts';

/** Returns the project with this slug, or undefined. @throws DatabaseTimeoutError, or the driver's error. */
export async function findProject(slug: string): Promise<Project | undefined> {
  const [project] = await findProjects([slug]);
  return project;
}

/**
 * Returns the projects with these slugs, in the order of the slugs; omits unknown ones. @throws as `findProject`.
 * @param db the transaction to read in.
 */
export async function findProjects(slugs: readonly string[], db: Query = query): Promise<Project[]> {
  if (slugs.length === 0) return [];
  return db<Project[]>`
    select ${projectColumns}
    from carbon_projects
    where slug = any(${[...slugs]}::text[])
    order by array_position(${[...slugs]}::text[], slug)
  `;
}

/** Returns the project with this id, otherwise the one with this slug, or undefined. @throws as `findProject`. */
export async function findByReference(reference: string): Promise<Project | undefined> {
  const id = idIn(reference);
  const [project] = await query<Project[]>`
    select ${projectColumns}
    from carbon_projects
    where id = ${id}::integer or slug = ${reference}
    order by (id = ${id}::integer) is true desc
    limit 1
  `;
  return project;
}

/** Mirrors the table's constraint. */
const slugFormat = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const maxSlug = 120;

/**
 * Returns the current slug of the project that used to have this slug, or whose id it is (decimal, without leading zeros).
 * @returns undefined if there is none, or if this is a current slug.
 * @throws DatabaseTimeoutError, or the driver's error.
 */
export async function findMovedProject(slugOrId: string): Promise<string | undefined> {
  if (!slugFormat.test(slugOrId) || slugOrId.length > maxSlug) return undefined;
  const [row] = await query<{ slug: string }[]>`
    select slug
    from carbon_projects
    where id = coalesce((select project_id from former_slugs where slug = ${slugOrId}), ${idIn(slugOrId)}::int)
      and not exists (select from carbon_projects where slug = ${slugOrId})
  `;
  return row?.slug;
}

const maxId = 2_147_483_647;

/** Returns the id that a text is, in decimal without leading zeros; otherwise null. */
function idIn(text: string): number | null {
  return /^[1-9]\d{0,9}$/.test(text) && Number(text) <= maxId ? Number(text) : null;
}
