import { listProjects } from '#server/domain/projects/list.ts';
import { listPlaces } from '#server/domain/projects/places.ts';
import { sql } from '#server/platform/database/pool.ts';
import { currentVersion } from '#server/platform/database/watch-version.ts';
import { noteAnswer } from '#server/platform/request-context.ts';
import { drawCatalogueMaps, mappedPlaces, placesOf } from '#src/art/map/catalogue-maps.ts';
import { groundAddress } from '#src/art/map/ground-sheets.ts';
import { regionAround } from '#src/art/map/views.ts';
import { landscapeKindFor } from '#src/lib/landscape-kinds.ts';
import { wholeListLimit } from '#src/schemas/project.ts';

/**
 * Whether `path` is the picture of a project of the catalogue: its landscape or, with `kind` "edna", its strip, by its slug
 * or a former one, or what its record names as its image.
 * @throws the driver's error when Postgres does not answer.
 */
export async function isProjectPicture({ path, kind, slug }: { path: string; kind: string; slug: string }): Promise<boolean> {
  const [project] = await sql()<{ category: string; projectType: string | null }[]>`
    select
      category,
      project_type
    from carbon_projects
    where slug = ${slug} or id = (select project_id from former_slugs where former_slugs.slug = ${slug})
    order by carbon_projects.slug = ${slug} desc
    limit 1
  `;
  const isOwn = project !== undefined && (kind === 'edna' || landscapeKindFor(project) === kind);
  const [named] = isOwn ? [true] : await sql()`select from carbon_projects where image_url = ${path} limit 1`;
  // The drawing itself is the same whatever the catalogue says.
  noteAnswer({ usesDatabase: false });
  return isOwn || named !== undefined;
}

let grounds: { version: string | undefined; addresses: Set<string> } | undefined;

/**
 * Whether a page refers to the ground of a map: of a project's own, or of the catalogue's.
 * @throws the driver's error when Postgres does not answer.
 */
export async function isMapGround(path: string): Promise<boolean> {
  if (lasting.has(path)) return true;
  const version = currentVersion();
  if (version === undefined || grounds?.version !== version) grounds = { version, addresses: await listGrounds() };
  noteAnswer({ usesDatabase: false });
  return grounds.addresses.has(path);
}

/** Those that do not depend on what there is. */
const lasting = new Set([
  ...(['night', 'sheet'] as const).map((look) => groundAddress(look, { size: 'tall', bounds: 'uk' })),
  ...(['night', 'sheet'] as const).map((look) => groundAddress(look, { size: 'wide', bounds: 'world' })),
  groundAddress('canopy', { size: 'tall', bounds: 'uk' }),
  groundAddress('canopy', { size: 'band', bounds: 'uk' }),
  groundAddress('canopy', { size: 'band', bounds: 'world' }),
]);

async function listGrounds(): Promise<Set<string>> {
  const [mapped, { projects }, every] = await Promise.all([
    listPlaces({ limit: mappedPlaces }),
    listProjects({ limit: wholeListLimit }),
    sql()<{ latitude: number; longitude: number }[]>`
      select
        latitude,
        longitude
      from carbon_projects
      where latitude is not null
    `,
  ]);
  return new Set([
    groundAddress('night', drawCatalogueMaps(placesOf(mapped.places)).world.ground),
    groundAddress('sheet', drawCatalogueMaps(placesOf(projects)).world.ground),
    ...every.map((place) => groundAddress('canopy', { size: 'tall', bounds: regionAround(place) })),
  ]);
}
