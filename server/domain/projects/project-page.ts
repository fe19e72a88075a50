import { query, sql } from '#server/platform/database/query.ts';
import type { Project, ProjectFigures } from '#shared/schemas/project.ts';
import { onSale, projectColumns } from './carbon-projects.ts';
import { findProjects } from './find.ts';

/** How many entries of the history, and how many related projects, are read at most. */
type Limits = { history: number; related: number };

/**
 * Reads the project with this slug, its figures at different times, the newest first, and the projects on sale that are related to it:
 * those of the same type first, then those of the same category, each by how close their price is.
 * @returns undefined if there is no such project.
 */
export async function readProjectPage(slug: string, limits: Limits) {
  const [project] = await findProjects([slug]);
  if (!project) return undefined;
  const { id, projectType, category, pricePerCredit: price } = project;
  const closestFirst = sql`
    order by
      coalesce(project_type = ${projectType}, false) desc,
      category = ${category} desc,
      abs(price_per_credit - ${price}),
      -- Of prices equally close the higher comes first. The ids only settle the order.
      price_per_credit < ${price},
      case when price_per_credit < ${price} then -id else id end
  `;
  const [history, related] = await Promise.all([
    query<ProjectFigures[]>`
      select since, price_per_credit, available_credits, status
      from project_figures_history
      where project_id = ${id}
      order by seq desc
      limit ${limits.history}
    `,
    // An index has all that the choice reads of every project on sale.
    query<Project[]>`
      select ${projectColumns}
      from carbon_projects
      where id = any(array(select id from carbon_projects where ${onSale} and id <> ${id} ${closestFirst} limit ${limits.related}))
      ${closestFirst}
    `,
  ]);
  return { project, history, related };
}
