import { query } from '#server/platform/database/query.ts';
import { landscapeKindFor } from '#src/lib/projects/landscape-kinds.ts';

/**
 * Checks whether `path` is a picture of a project in the catalogue: its landscape or (`kind` "edna") its eDNA strip, by its
 * current slug or a former one, or the image that its row names.
 */
export async function isProjectPicture({ path, kind, slug }: { path: string; kind: string; slug: string }): Promise<boolean> {
  const found = await query<
    { title: string; category: string; projectType: string | null; methodology: string | null; isImage: boolean }[]
  >`
    select
      title,
      category,
      project_type,
      methodology,
      image_url is not distinct from ${path} as is_image
    from carbon_projects
    where slug = ${slug} or id = (select project_id from former_slugs where former_slugs.slug = ${slug}) or image_url = ${path}
  `;
  return found.some((project) => project.isImage || kind === 'edna' || landscapeKindFor(project) === kind);
}
