import { query } from '#server/platform/database/query.ts';

const maxId = 2_147_483_647;
/** Mirrors the table's constraint. */
const slugFormat = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const maxSlug = 120;

/**
 * Returns the current slug of the project that used to have this slug, or whose id it is (decimal, without leading zeros).
 * @returns undefined if there is none, or if this is a current slug.
 * @throws DatabaseTooSlow, or the driver's error.
 */
export async function findMovedProject(slugOrId: string): Promise<string | undefined> {
  if (!slugFormat.test(slugOrId) || slugOrId.length > maxSlug) return undefined;
  const id = /^[1-9]\d{0,9}$/.test(slugOrId) && Number(slugOrId) <= maxId ? Number(slugOrId) : null;
  const [row] = await query<{ slug: string }[]>`
    select slug
    from carbon_projects
    where id = coalesce((select project_id from former_slugs where slug = ${slugOrId}), ${id}::int)
      and not exists (select from carbon_projects where slug = ${slugOrId})
  `;
  return row?.slug;
}
