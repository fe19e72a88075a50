import { onSale } from '#server/domain/projects/conditions.ts';
import { query } from '#server/platform/database/query.ts';
import { recorded } from '#server/platform/database/recorded.ts';

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
  return recorded(readFigures);
}

async function readFigures(): Promise<CatalogueFigures> {
  const [figures] = await query<[CatalogueFigures]>`
    select
      count(*)::int as projects,
      count(*) filter (where ${onSale} and units_status is distinct from 'expected')::int as on_sale,
      min(price_per_credit) filter (
        where ${onSale} and units_status is distinct from 'expected'
      ) as lowest_price,
      coalesce(sum(available_credits) filter (where status = 'on sale' and units_status = 'issued'), 0)::float8 as issued_credits,
      coalesce(sum(available_credits) filter (where status = 'on sale' and units_status = 'expected'), 0)::float8 as expected_credits,
      coalesce(sum(available_credits) filter (where status = 'on sale' and units_status is null), 0)::float8 as other_credits,
      count(distinct verification_standard)::int as standards
    from carbon_projects
  `;
  return figures;
}

/**
 * Returns when a value of any project last changed; null if the catalogue is empty. Not part of `CatalogueFigures`: it differs
 * after every change, so every response that shows it would be rendered again.
 */
export async function readLatestChange(): Promise<Date | null> {
  const [row] = await query<[{ latestChange: Date | null }]>`select max(updated_at) as latest_change from carbon_projects`;
  return row.latestChange;
}
