import { query } from '#server/platform/database/query.ts';

/** The facts from which a project's picture is drawn. */
export type PictureFacts = { category: string; projectType: string | null };

/** Finds the picture facts of a project by its current or a former slug. */
export async function findPictureFacts(slug: string): Promise<PictureFacts | undefined> {
  const [project] = await query<PictureFacts[]>`
    select
      category,
      project_type
    from carbon_projects
    where slug = ${slug} or id = (select project_id from former_slugs where former_slugs.slug = ${slug})
    order by carbon_projects.slug = ${slug} desc
    limit 1
  `;
  return project;
}

/** Checks whether this address is some project's own image. */
export async function isProjectImage(address: string): Promise<boolean> {
  const rows = await query`select from carbon_projects where image_url = ${address} limit 1`;
  return rows.length > 0;
}

/** Lists the coordinates (degrees) of all projects that have them. */
export async function listCoordinates(): Promise<{ latitude: number; longitude: number }[]> {
  return query<{ latitude: number; longitude: number }[]>`
    select
      latitude,
      longitude
    from carbon_projects
    where latitude is not null
  `;
}
