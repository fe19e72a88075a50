import { onSale } from '#server/domain/projects/conditions.ts';
import { inSnapshot } from '#server/domain/projects/snapshot.ts';
import { query } from '#server/platform/database/query.ts';
import { type Fragment, sql } from '#server/platform/database/sql.ts';

export type CatalogueFigures = {
  projects: number;
  /** Projects on sale whose available credits are not merely expected, and their lowest price in pence; null if there are none. */
  onSale: number;
  lowestPrice: number | null;
  /** Credits on sale in all projects, in tCO2e, by whether they are issued. Never to be added up. */
  issuedCredits: number;
  expectedCredits: number;
  otherCredits: number;
  standards: number;
};

/**
 * Returns totals of the whole catalogue.
 * @throws DatabaseTimeoutError, or the driver's error.
 */
export function readCatalogueFigures(): Promise<CatalogueFigures> {
  const credits = (units: Fragment) => sql`coalesce(sum(available_credits) filter (where ${onSale} and ${units}), 0)::float8`;
  return inSnapshot(async (db) => {
    const [figures] = await db<[CatalogueFigures]>`
      select
        count(*)::int as projects,
        (count(*) filter (where ${onSale} and units_status is distinct from 'expected'))::int as on_sale,
        min(price_per_credit) filter (where ${onSale} and units_status is distinct from 'expected') as lowest_price,
        ${credits(sql`units_status = 'issued'`)} as issued_credits,
        ${credits(sql`units_status = 'expected'`)} as expected_credits,
        ${credits(sql`units_status is null`)} as other_credits,
        count(distinct verification_standard)::int as standards
      from carbon_projects
    `;
    return figures;
  });
}

/**
 * Returns when a value of any project last changed; null if the catalogue is empty.
 */
export async function readLatestChange(): Promise<Date | null> {
  const [row] = await query<[{ latestChange: Date | null }]>`select max(updated_at) as latest_change from carbon_projects`;
  return row.latestChange;
}

/** Returns how many projects have no price. @throws DatabaseTimeoutError, or the driver's error. */
export async function countUnpriced(): Promise<number> {
  const [row] = await query<[{ count: number }]>`select count(*)::int as count from carbon_projects where price_per_credit is null`;
  return row.count;
}
