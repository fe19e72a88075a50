import { query } from '#server/platform/database/query.ts';
import { recorded } from '#server/platform/database/recorded.ts';
import type { Transaction } from '#server/platform/database/transaction.ts';
import type { Project } from '#src/schemas/project.ts';

/** Price (pence excl. VAT), credits left (tCO2e) and status of a project, from a moment on. */
export type Figures = Pick<Project, 'pricePerCredit' | 'availableCredits' | 'status'> & { since: Date };

/**
 * The figures of a project, the newest first, at most `limit`.
 * @throws the driver's error when Postgres does not answer within the statement timeout.
 */
export function readFiguresHistory(projectId: number, limit: number): Promise<Figures[]> {
  return recorded(
    () => query<Figures[]>`
      select since, price_per_credit, available_credits, status
      from project_figures_history
      where project_id = ${projectId}
      order by since desc
      limit ${limit}
    `,
  );
}

/**
 * The figures that each of these projects had before its present ones, by its id. Projects that never had others are left
 * out. `db`: the transaction to read in, or the query function.
 */
export async function readFormerFigures(db: Transaction | typeof query, ids: number[]): Promise<Map<number, Figures>> {
  const rows = await db<(Figures & { projectId: number })[]>`
    select wanted.project_id, former.*
    from unnest(${ids}::integer[]) as wanted (project_id)
    cross join lateral (
      select since, price_per_credit, available_credits, status
      from project_figures_history as history
      where history.project_id = wanted.project_id
      order by since desc
      offset 1
      limit 1
    ) as former
  `;
  return new Map(rows.map(({ projectId, ...figures }) => [projectId, figures]));
}
