import { query } from '#server/platform/database/query.ts';

const maxId = 2_147_483_647;
/** As in the table's constraint. */
const slugFormat = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const maxSlug = 120;

/**
 * The slug of the project that had the slug `asked` before, or whose id it is (decimal, without leading zeros).
 * @returns undefined when there is none, or when a project has `asked` as its slug now.
 * @throws the driver's error when Postgres does not answer within the statement timeout.
 */
export async function findMovedProject(asked: string): Promise<string | undefined> {
  if (!slugFormat.test(asked) || asked.length > maxSlug) return undefined;
  const id = /^[1-9]\d{0,9}$/.test(asked) && Number(asked) <= maxId ? Number(asked) : null;
  const [row] = await query<{ slug: string }[]>`
    select slug
    from carbon_projects
    where id = coalesce((select project_id from former_slugs where slug = ${asked}), ${id}::int)
      and not exists (select from carbon_projects where slug = ${asked})
  `;
  return row?.slug;
}
