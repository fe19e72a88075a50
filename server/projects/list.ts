import { sql } from '#server/sql.ts';
import type { Project, ProjectList, ProjectListInput } from '#src/schemas/project.ts';

/** Shown for a project without a picture of its own; product.md, section 3. */
const defaultImage = '/pictures/default/default.svg';

/**
 * The catalogue: featured projects first, then by title. Prices in pence, volumes in tCO2e.
 * @returns the projects, at most `limit`, and `total`: how many match without the limit.
 * @throws the driver's error when Postgres does not answer within the statement timeout.
 */
export async function listProjects({ featured = false, limit }: ProjectListInput = {}): Promise<ProjectList> {
  const db = sql();
  const rows = await db<(Project & { total: number })[]>`
    select
      id,
      slug,
      title,
      description,
      category,
      project_type,
      coalesce(image_url, ${defaultImage}) as image_url,
      price_per_credit,
      available_credits,
      verification_standard,
      location,
      country,
      latitude,
      longitude,
      impact_per_year,
      featured,
      updated_at,
      count(*) over ()::int as total
    from carbon_projects
    ${featured ? db`where featured and available_credits > 0` : db``}
    order by featured desc, title, id
    ${limit === undefined ? db`` : db`limit ${limit}`}
  `;
  return { projects: rows.map(({ total: _, ...row }) => row), total: rows[0]?.total ?? 0 };
}
