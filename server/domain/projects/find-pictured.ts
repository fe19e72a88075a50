import { query } from '#server/platform/database/query.ts';

/** What a project's picture is drawn by. */
export type Pictured = { category: string; projectType: string | null };

/** The project of a slug or a former one, as far as its picture shows it; undefined where there is none. */
export async function findPictured(slug: string): Promise<Pictured | undefined> {
  const [project] = await query<Pictured[]>`
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

/** Whether a project's record names this address as its image. */
export async function isNamedImage(address: string): Promise<boolean> {
  const rows = await query`select from carbon_projects where image_url = ${address} limit 1`;
  return rows.length > 0;
}

/** Where the projects of the catalogue are, in degrees; those without a place are left out. */
export async function listCoordinates(): Promise<{ latitude: number; longitude: number }[]> {
  return query<{ latitude: number; longitude: number }[]>`
    select
      latitude,
      longitude
    from carbon_projects
    where latitude is not null
  `;
}
