import { projectColumns } from '#server/domain/projects/columns.ts';
import { onSale } from '#server/domain/projects/conditions.ts';
import { listOrder } from '#server/domain/projects/order.ts';
import { query } from '#server/platform/database/query.ts';
import { recorded } from '#server/platform/database/recorded.ts';
import { sql } from '#server/platform/database/sql.ts';
import type { Project } from '#src/schemas/project.ts';

type ListOptions = {
  /** Only featured projects that still have credits. */
  featured?: boolean | undefined;
  limit?: number | undefined;
  offset?: number | undefined;
};

/**
 * Lists the catalogue: featured projects first, then those on sale, then by title. Prices in pence, volumes in tCO2e.
 * @returns at most `limit` projects, starting at `offset`, and `total`: how many match altogether.
 * @throws DatabaseTimeoutError, or the driver's error.
 */
export function listProjects(options: ListOptions = {}): Promise<{ projects: Project[]; total: number }> {
  return recorded(() => readList(options));
}

async function readList({ featured = false, limit, offset = 0 }: ListOptions): Promise<{ projects: Project[]; total: number }> {
  const matching = featured ? sql`where featured and ${onSale}` : sql``;
  const rows = await query<(Project & { total: number })[]>`
    select
      ${projectColumns},
      (select count(*)::int from carbon_projects ${matching}) as total
    from carbon_projects
    ${matching}
    order by ${listOrder}
    ${limit === undefined ? sql`` : sql`limit ${limit}`}
    offset ${offset}
  `;
  // Beyond the last row there is no row to carry the total.
  const total = rows[0]?.total ?? (offset > 0 ? await countProjects() : 0);
  return { projects: rows.map(({ total: _, ...row }) => row), total };

  async function countProjects(): Promise<number> {
    const [counted] = await query<[{ total: number }]>`select count(*)::int as total from carbon_projects ${matching}`;
    return counted.total;
  }
}

/** Lists the `limit` projects with the most credits on sale. @throws as `listProjects`. */
export function listLargest(limit: number): Promise<Project[]> {
  return recorded(
    () => query<Project[]>`
      select ${projectColumns}
      from carbon_projects
      where ${onSale}
      order by available_credits desc, id desc
      limit ${limit}
    `,
  );
}

/** Lists the `limit` most recently created or changed projects. @throws DatabaseTimeoutError, or the driver's error. */
export async function listChangedProjects(limit: number): Promise<Project[]> {
  return query<Project[]>`
    select ${projectColumns}
    from carbon_projects
    order by updated_at desc, id desc
    limit ${limit}
  `;
}

/** The address of a project's page, with the time of the project's last change. */
export type ProjectAddress = { slug: string; updatedAt: Date };

/**
 * Lists every project's page, by slug.
 * @throws DatabaseTimeoutError, or the driver's error.
 */
export async function listProjectPages(): Promise<ProjectAddress[]> {
  return query<ProjectAddress[]>`
    select
      slug,
      updated_at
    from carbon_projects
    order by slug
  `;
}
