import { projectColumns } from '#server/domain/projects/columns.ts';
import { query } from '#server/platform/database/query.ts';
import type { Project } from '#src/schemas/project.ts';

/** The `limit` projects that are newest or changed last. @throws the driver's error when Postgres does not answer in time. */
export async function listChangedProjects(limit: number): Promise<Project[]> {
  return query<Project[]>`
    select ${projectColumns()}
    from carbon_projects
    order by updated_at desc, id desc
    limit ${limit}
  `;
}
