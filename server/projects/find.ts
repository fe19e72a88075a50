import { projectColumns } from '#server/projects/columns.ts';
import { sql } from '#server/sql.ts';
import type { Project } from '#src/schemas/project.ts';

/** The project with this slug, or undefined. @throws the driver's error when Postgres does not answer in time. */
export async function findProject(slug: string): Promise<Project | undefined> {
  const [row] = await sql()<Project[]>`
    select ${projectColumns()}
    from carbon_projects
    where slug = ${slug}
  `;
  return row;
}

const idText = /^[1-9]\d{0,9}$/;
const maxId = 2_147_483_647;

/** The project with this id or, where no project has it as its id, this slug; or undefined. @throws as `findProject`. */
export async function findByReference(reference: string): Promise<Project | undefined> {
  const id = idText.test(reference) && Number(reference) <= maxId ? Number(reference) : null;
  const [row] = await sql()<Project[]>`
    select ${projectColumns()}
    from carbon_projects
    where id = ${id}::integer or slug = ${reference}
    order by (id = ${id}::integer) is true desc
    limit 1
  `;
  return row;
}

/** The slug of the project with this id, or undefined. @throws as `findProject`. */
export async function findSlugById(id: number): Promise<string | undefined> {
  const [row] = await sql()<{ slug: string }[]>`
    select slug
    from carbon_projects
    where id = ${id}
  `;
  return row?.slug;
}

/** At most `limit` other projects that are on sale, those of the same type and category first, then the nearest price. */
export async function listRelatedProjects(project: Project, limit: number): Promise<Project[]> {
  return sql()<Project[]>`
    select ${projectColumns()}
    from carbon_projects
    where id <> ${project.id} and available_credits > 0 and status = 'on sale'
    order by
      project_type is not distinct from ${project.projectType} desc,
      category = ${project.category} desc,
      abs(price_per_credit - ${project.pricePerCredit}),
      id
    limit ${limit}
  `;
}
