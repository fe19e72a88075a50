import { query } from '#server/platform/database/query.ts';
import type { Project, ProjectFigures } from '#shared/schemas/project.ts';
import { isListed, onSale, projectColumns } from './carbon-projects.ts';

/** What the page of a project shows of the catalogue. */
export type ProjectPage = {
  project: Project;
  /** Its figures at different times, newest first. */
  history: ProjectFigures[];
  /** Other projects on sale: those of the same type first, then those of the same category, each by how close their price is. */
  related: Project[];
};

/** How many entries of the history, and how many related projects, are read at most. */
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
  return query<Row[]>`
    with shown as materialized (
      select id as shown_id, project_type as shown_type, category as shown_category, price_per_credit as shown_price
      from carbon_projects
      where slug = ${slug} and ${isListed}
    ), listed as materialized (
      select shown_id as listed_id, 0 as position from shown
      union all
      (
        -- An index has all that this reads of every project on sale.
        select
          id,
          row_number() over (
            order by
              coalesce(project_type = shown_type, false) desc,
              category = shown_category desc,
              abs(price_per_credit - shown_price),
              -- Of prices equally close the higher comes first. The ids only settle the order.
              price_per_credit < shown_price,
              case when price_per_credit < shown_price then -id else id end
          )
        from shown
        cross join carbon_projects
        where ${onSale} and id <> shown_id
        order by 2
        limit ${limits.related}
      )
    )
    select
      ${projectColumns},
      case when position = 0 then (
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
          where project_id = listed_id
          order by seq desc
          limit ${limits.history}
        ) as history
      ) end as figures_history
    from carbon_projects
    join listed on id = listed_id
    order by position
  `;
}
