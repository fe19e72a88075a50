import { dependsOnProject } from '#server/domain/projects/changed-projects.ts';
import { query } from '#server/platform/database/query.ts';
import { recorded } from '#server/platform/database/recorded.ts';
import type { Transaction } from '#server/platform/database/transaction.ts';
import type { ProjectFigures } from '#src/schemas/project.ts';

/**
 * Returns at most `limit` figures of a project, newest first.
 * @throws DatabaseTimeoutError, or the driver's error.
 */
export function readFiguresHistory(projectId: number, limit: number): Promise<ProjectFigures[]> {
  return recorded(
    () => query<ProjectFigures[]>`
      select since, price_per_credit, available_credits, status
      from project_figures_history
      where project_id = ${projectId}
      order by since desc
      limit ${limit}
    `,
    () => dependsOnProject(projectId),
  );
}

/**
 * Returns the figures of each project before its current ones, by project id. Omits projects whose figures have never changed.
 * @param db the transaction to read in, or the query function.
 */
export async function readFormerFigures(db: Transaction | typeof query, ids: number[]): Promise<Map<number, ProjectFigures>> {
  const rows = await db<(ProjectFigures & { projectId: number })[]>`
    select requested.project_id, former.*
    from unnest(${ids}::integer[]) as requested (project_id)
    cross join lateral (
      select since, price_per_credit, available_credits, status
      from project_figures_history as history
      where history.project_id = requested.project_id
      order by since desc
      offset 1
      limit 1
    ) as former
  `;
  return new Map(rows.map(({ projectId, ...figures }) => [projectId, figures]));
}
