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
    with nearest as materialized (
      select
        id as nearest_id,
        row_number() over (
          order by
            project_type is not distinct from ${project.projectType} desc,
            category = ${project.category} desc,
            abs(price_per_credit - ${project.pricePerCredit}),
            id
        ) as place
      from carbon_projects
      where id <> ${project.id} and available_credits > 0 and status = 'on sale'
      order by place
      limit ${limit}
    )
    select ${projectColumns()}
    from nearest
    join carbon_projects on id = nearest_id
    order by place
  `;
}
