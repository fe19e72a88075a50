import { query } from '#server/platform/database/query.ts';

export type CatalogueFigures = {
  projects: number;
  /** Credits that can be bought now, over all projects, in tCO2e: not what waits for its sale to begin. */
  availableCredits: number;
  standards: number;
  /** When a value of any project last changed; null for an empty catalogue. */
  latestChange: Date | null;
};

/**
 * What the whole catalogue adds up to, whatever a list's limit.
 * @throws the driver's error when Postgres does not answer within the statement timeout.
 */
export async function readCatalogueFigures(): Promise<CatalogueFigures> {
  const [figures] = await query<[CatalogueFigures]>`
    select
      count(*)::int as projects,
      coalesce(sum(available_credits) filter (where status = 'on sale'), 0)::float8 as available_credits,
      count(distinct verification_standard)::int as standards,
      (select max(updated_at) from carbon_projects) as latest_change
    from carbon_projects
  `;
  return figures;
}
