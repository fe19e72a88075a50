import type { query } from '#server/platform/database/query.ts';
import type { Transaction } from '#server/platform/database/transaction.ts';
import type { ProjectFigures } from '#src/schemas/project.ts';

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
