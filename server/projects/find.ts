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

/**
 * At most `limit` other projects that are on sale: those of the same type first, then of the same category (only that
 * where a project has no type), then the nearest price. @throws as `findProject`.
 */
export async function listRelatedProjects(project: Project, limit: number): Promise<Project[]> {
  return sql()<Project[]>`
    select ${projectColumns()}
    from carbon_projects
    where id <> ${project.id} and available_credits > 0 and status = 'on sale'
    order by
      coalesce(project_type = ${project.projectType}, false) desc,
      category = ${project.category} desc,
      abs(price_per_credit - ${project.pricePerCredit}),
      id
    limit ${limit}
  `;
}
