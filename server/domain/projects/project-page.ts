import { isListed, projectColumns } from '#server/domain/projects/columns.ts';
import { onSale } from '#server/domain/projects/conditions.ts';
import { query } from '#server/platform/database/query.ts';
import { type Fragment, sql } from '#server/platform/database/sql.ts';
import type { Project, ProjectFigures } from '#shared/schemas/project.ts';

/** What the page of a project shows of the catalogue. */
export type ProjectPage = {
  project: Project;
  /** Its figures at different times, newest first. */
  history: ProjectFigures[];
  /** Other projects on sale: those of the same type first, then those of the same category, each by how close their price is. */
  related: Project[];
};

/** The largest number of entries of the history, and of related projects. */
type Limits = { history: number; related: number };

/**
 * Reads the project with this slug, its history and the projects related to it. One statement, because each further one adds about a
 * twentieth to the time of a page that is not cached.
 * @returns undefined if there is no such project.
 */
export async function readProjectPage(slug: string, limits: Limits): Promise<ProjectPage | undefined> {
  const rows = await readRows(slug, limits);
  const [project, ...related] = rows.map(({ figuresHistory: _, ...columns }) => columns);
  const history = rows[0]?.figuresHistory?.map((figures) => ({ ...figures, since: new Date(figures.since) })) ?? [];
  return project && { project, history, related };
}

type Row = Project & { figuresHistory: (Omit<ProjectFigures, 'since'> & { since: string })[] | null };

/** Returns the row of the project, with its history, and then those of the related projects. */
function readRows(slug: string, limits: Limits): Promise<Row[]> {
  // Reads only the nearest prices above and below, for which each condition has an index. Equal prices are sorted as in the end.
  const nearestPrices = (condition: Fragment) => sql`
    (
      select id
      from carbon_projects
      where ${onSale} and ${condition} and price_per_credit >= shown_price
      order by price_per_credit, id
      limit ${limits.related + 1}
    )
    union all
    (
      select id
      from carbon_projects
      where ${onSale} and ${condition} and price_per_credit < shown_price
      order by price_per_credit desc, id desc
      limit ${limits.related}
    )
  `;
  return query<Row[]>`
    with shown as materialized (
      select id as shown_id, project_type as shown_type, category as shown_category, price_per_credit as shown_price
      from carbon_projects
      where slug = ${slug} and ${isListed}
    ), near as materialized (
      select distinct near_id
      from shown
      cross join lateral (
        select shown_id
        union all
        ${nearestPrices(sql`project_type = shown_type and category = shown_category`)}
        union all
        ${nearestPrices(sql`project_type = shown_type`)}
        union all
        ${nearestPrices(sql`category = shown_category`)}
        union all
        ${nearestPrices(sql`true`)}
      ) as ids (near_id)
    )
    select
      ${projectColumns},
      case when id = shown_id then (
        select
          json_agg(
            json_build_object(
              'since', since,
              'pricePerCredit', price_per_credit,
              'availableCredits', available_credits,
              'status', status
            )
            order by seq desc
          )
        from (
          select seq, since, price_per_credit, available_credits, status
          from project_figures_history
          where project_id = shown_id
          order by seq desc
          limit ${limits.history}
        ) as history
      ) end as figures_history
    from carbon_projects
    join near on id = near_id
    cross join shown
    order by
      id = shown_id desc,
      coalesce(project_type = shown_type, false) desc,
      category = shown_category desc,
      abs(price_per_credit - shown_price),
      price_per_credit < shown_price,
      case when price_per_credit < shown_price then -id else id end
    limit ${limits.related + 1}
  `;
}
