import { query } from '#server/platform/database/query.ts';
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
      order by seq desc
      offset 1
      limit 1
    ) as former
  `;
  return new Map(rows.map(({ projectId, ...figures }) => [projectId, figures]));
}

/** What a project cost on a day. `price`: pence, at the end of that day; null: it had none. `since`: when its history begins. */
export type PriceOn = { projectId: number; isKnown: boolean; price: number | null; since: Date | null };

/**
 * Returns what each project cost at the end of a day in London, given as 2026-11-26, from the history of prices. Not known: the
 * history begins after that day. Where a clock was set back, the later change counts.
 */
export async function readPricesOn(ids: number[], day: string): Promise<PriceOn[]> {
  return query<PriceOn[]>`
    select
      requested.project_id, at_the_time.since is not null as is_known, at_the_time.price_per_credit as price,
      (select min(since) from project_figures_history where project_id = requested.project_id) as since
    from unnest(${ids}::integer[]) as requested (project_id)
    left join lateral (
      select since, price_per_credit
      from project_figures_history as history
      where history.project_id = requested.project_id and since < (${day}::date + 1)::timestamp at time zone 'Europe/London'
      order by seq desc
      limit 1
    ) as at_the_time on true
  `;
}
