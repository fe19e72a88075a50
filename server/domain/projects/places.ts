import { listOrder } from '#server/domain/projects/order.ts';
import { query } from '#server/platform/database/query.ts';
import { recorded } from '#server/platform/database/recorded.ts';

/** A project with its location. */
export type ProjectPlace = {
  slug: string;
  title: string;
  category: string;
  location: string;
  country: string | null;
  /** Degrees, north and east positive (WGS 84). */
  latitude: number;
  longitude: number;
  verificationStandard: string;
  /** tCO2e a year. */
  impactPerYear: number;
  updatedAt: Date;
};

/**
 * Lists projects that have coordinates: featured first, then those on sale, then by title.
 * @returns at most `limit` places, and `total`: how many there are altogether.
 * @throws DatabaseTimeoutError, or the driver's error.
 */
export function listPlaces({ limit }: { limit: number }): Promise<{ places: ProjectPlace[]; total: number }> {
  return recorded(() => readPlaces(limit));
}

async function readPlaces(limit: number): Promise<{ places: ProjectPlace[]; total: number }> {
  const rows = await query<(ProjectPlace & { total: number })[]>`
    select
      slug,
      title,
      category,
      location,
      country,
      latitude,
      longitude,
      verification_standard,
      impact_per_year,
      updated_at,
      (select count(*)::int from carbon_projects where latitude is not null) as total
    from carbon_projects
    where latitude is not null
    order by ${listOrder}
    limit ${limit}
  `;
  return { places: rows.map(({ total: _, ...row }) => row), total: rows[0]?.total ?? 0 };
}
