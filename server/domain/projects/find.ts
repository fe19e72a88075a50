import { projectColumns } from '#server/domain/projects/columns.ts';
import { query } from '#server/platform/database/query.ts';
import { recorded } from '#server/platform/database/recorded.ts';
import { type Fragment, sql } from '#server/platform/database/sql.ts';
import type { Project } from '#src/schemas/project.ts';

/** The project with this slug, or undefined. @throws the driver's error when Postgres does not answer in time. */
export function findProject(slug: string): Promise<Project | undefined> {
  return recorded(async () => {
    const [row] = await query<Project[]>`
      select ${projectColumns()}
      from carbon_projects
      where slug = ${slug}
    `;
    return row;
  });
}

/** The project with this id or, where no project has it as its id, this slug; or undefined. @throws as `findProject`. */
export function findByReference(reference: string): Promise<Project | undefined> {
  const id = idIn(reference);
  return recorded(async () => {
    const [row] = await query<Project[]>`
      select ${projectColumns()}
      from carbon_projects
      where id = ${id}::integer or slug = ${reference}
      order by (id = ${id}::integer) is true desc
      limit 1
    `;
    return row;
  });
}

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
  const [row] = await query<{ slug: string }[]>`
    select slug
    from carbon_projects
    where id = coalesce((select project_id from former_slugs where slug = ${slugOrId}), ${idIn(slugOrId)}::int)
      and not exists (select from carbon_projects where slug = ${slugOrId})
  `;
  return row?.slug;
}

/**
 * At most `limit` other projects that are on sale: those of the same type first, then of the same category (only that
 * where a project has no type), then the nearest price. @throws as `findProject`.
 */
export function listRelatedProjects({ id, category, projectType, pricePerCredit }: Project, limit: number): Promise<Project[]> {
  // The nearest prices above and below, by an index of each kind of kinship, so that no more rows are read than shown.
  const near = (kinship: Fragment) => sql`
    (
      select id
      from carbon_projects
      where status = 'on sale' and available_credits > 0 and ${kinship} and price_per_credit >= ${pricePerCredit}
      order by price_per_credit, id
      limit ${limit + 1}
    )
    union all
    (
      select id
      from carbon_projects
      where status = 'on sale' and available_credits > 0 and ${kinship} and price_per_credit < ${pricePerCredit}
      order by price_per_credit desc, id desc
      limit ${limit}
    )
  `;
  return recorded(
    () => query<Project[]>`
      select ${projectColumns()}
      from carbon_projects
      where id <> ${id} and id = any(array(
        ${near(sql`project_type = ${projectType} and category = ${category}`)}
        union all
        ${near(sql`project_type = ${projectType}`)}
        union all
        ${near(sql`category = ${category}`)}
        union all
        ${near(sql`true`)}
      ))
      order by
        coalesce(project_type = ${projectType}, false) desc,
        category = ${category} desc,
        abs(price_per_credit - ${pricePerCredit}),
        id
      limit ${limit}
    `,
  );
}

const maxId = 2_147_483_647;

/** Returns the id that a text is, in decimal without leading zeros; otherwise null. */
function idIn(text: string): number | null {
  return /^[1-9]\d{0,9}$/.test(text) && Number(text) <= maxId ? Number(text) : null;
}
