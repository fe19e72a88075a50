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

const idText = /^[1-9]\d{0,9}$/;
const maxId = 2_147_483_647;

/** The project with this id or, where no project has it as its id, this slug; or undefined. @throws as `findProject`. */
export function findByReference(reference: string): Promise<Project | undefined> {
  const id = idText.test(reference) && Number(reference) <= maxId ? Number(reference) : null;
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
