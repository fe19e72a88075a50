import { query } from '#server/platform/database/query.ts';

/** A project that has a page, and when one of its figures or words last changed. */
export type ProjectPage = { slug: string; updatedAt: Date };

/**
 * Every project of the catalogue, by slug.
 * @throws the driver's error when Postgres does not answer within the statement timeout.
 */
export async function listProjectPages(): Promise<ProjectPage[]> {
  return query<ProjectPage[]>`
    select
      slug,
      updated_at
    from carbon_projects
    order by slug
  `;
}
