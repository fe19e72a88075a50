import { projectColumns } from '#server/domain/projects/columns.ts';
import { query } from '#server/platform/database/query.ts';
import type { Project } from '#src/schemas/project.ts';

/** Lists the `limit` most recently created or changed projects. @throws DatabaseTooSlow, or the driver's error. */
export async function listChangedProjects(limit: number): Promise<Project[]> {
  return query<Project[]>`
    select ${projectColumns()}
    from carbon_projects
    order by updated_at desc, id desc
    limit ${limit}
  `;
}
