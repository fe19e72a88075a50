import { dependsOnProject } from '#server/domain/projects/changed-projects.ts';
import { projectColumns } from '#server/domain/projects/columns.ts';
import { onSale } from '#server/domain/projects/conditions.ts';
import { query } from '#server/platform/database/query.ts';
import { recorded } from '#server/platform/database/recorded.ts';
import { type Fragment, sql } from '#server/platform/database/sql.ts';
import type { IsAffectedBy } from '#server/platform/request-context.ts';
import type { ChangedProject, Project } from '#src/schemas/project.ts';

/** Returns the project with this slug, or undefined. @throws DatabaseTimeoutError, or the driver's error. */
export function findProject(slug: string): Promise<Project | undefined> {
  const read = async () => {
    const [row] = await query<Project[]>`
      select ${projectColumns}
      from carbon_projects
      where slug = ${slug}
    `;
    return row;
  };
  return recorded(read, (project) => dependsOnProject(project?.id));
}

/** Returns the project with this id, otherwise the one with this slug, or undefined. @throws as `findProject`. */
export function findByReference(reference: string): Promise<Project | undefined> {
  const id = idIn(reference);
  const read = async () => {
    const [row] = await query<Project[]>`
      select ${projectColumns}
      from carbon_projects
      where id = ${id}::integer or slug = ${reference}
      order by (id = ${id}::integer) is true desc
      limit 1
    `;
    return row;
  };
  // A number that was found as a slug would be found as an id once there is such a project.
  return recorded(read, (project) => (id === null || id === project?.id ? dependsOnProject(project?.id) : undefined));
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

/**
 * Lists at most `limit` other projects on sale: those of the same type first, then those of the same category, each by how close
 * their price is. @throws as `findProject`.
 */
export function listRelatedProjects(project: Project, limit: number): Promise<Project[]> {
  const { id, category, projectType, pricePerCredit } = project;
  // Limits as constants: with parameters, PostgreSQL would plan this statement each time, which takes 3 ms.
  const constant = (count: number) => sql.unsafe(String(count));
  // Reads only the nearest prices above and below, for which each condition has an index.
  const nearestPrices = (condition: Fragment) => sql`
    (
      select id
      from carbon_projects
      where ${onSale} and ${condition} and price_per_credit >= ${pricePerCredit}
      order by price_per_credit, id
      limit ${constant(limit + 1)}
    )
    union all
    (
      select id
      from carbon_projects
      where ${onSale} and ${condition} and price_per_credit < ${pricePerCredit}
      order by price_per_credit desc, id desc
      limit ${constant(limit)}
    )
  `;
  const read = () => query<Project[]>`
    select ${projectColumns}
    from carbon_projects
    where id <> ${id} and id = any(array(
      ${nearestPrices(sql`project_type = ${projectType} and category = ${category}`)}
      union all
      ${nearestPrices(sql`project_type = ${projectType}`)}
      union all
      ${nearestPrices(sql`category = ${category}`)}
      union all
      ${nearestPrices(sql`true`)}
    ))
    order by
      coalesce(project_type = ${projectType}, false) desc,
      category = ${category} desc,
      abs(price_per_credit - ${pricePerCredit}),
      id
    limit ${constant(limit)}
  `;
  return recorded(read, (listed) => affectsRelated({ category, projectType, pricePerCredit }, listed, limit));
}

type Compared = Pick<Project, 'category' | 'projectType' | 'pricePerCredit'>;

/** Returns which changes can change a list of related projects: those of a listed one, and of any that may now be as close. */
function affectsRelated({ category, projectType, pricePerCredit }: Compared, listed: readonly Project[], limit: number): IsAffectedBy {
  // Mirrors the order of the list.
  const rank = (other: ChangedProject) =>
    (projectType !== null && other.projectType === projectType ? 0 : 2) + (other.category === category ? 0 : 1);
  const distance = (other: ChangedProject) => Math.abs((other.pricePerCredit ?? Number.POSITIVE_INFINITY) - pricePerCredit);
  const ids = listed.map(({ id }) => id);
  const last = listed.length === limit ? listed.at(-1) : undefined;
  const [lastRank, lastDistance] = last ? [rank(last), distance(last)] : [Number.POSITIVE_INFINITY, 0];
  return (changed) =>
    ids.includes(changed.id) || rank(changed) < lastRank || (rank(changed) === lastRank && distance(changed) <= lastDistance);
}

const maxId = 2_147_483_647;

/** Returns the id that a text is, in decimal without leading zeros; otherwise null. */
function idIn(text: string): number | null {
  return /^[1-9]\d{0,9}$/.test(text) && Number(text) <= maxId ? Number(text) : null;
}
