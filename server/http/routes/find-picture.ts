import { listCountryPlaces } from '#server/domain/projects/country-places.ts';
import { findPictured, isNamedImage, listCoordinates } from '#server/domain/projects/find-pictured.ts';
import { listProjects } from '#server/domain/projects/list.ts';
import { listPlaces } from '#server/domain/projects/places.ts';
import { currentVersion } from '#server/domain/projects/version.ts';
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
  const project = await findPictured(slug);
  const isOwn = project !== undefined && (kind === 'edna' || landscapeKindFor(project) === kind);
  const isPicture = isOwn || (await isNamedImage(path));
  // The drawing itself is the same whatever the catalogue says.
  noteAnswer({ usesDatabase: false });
  return isPicture;
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
  const [mapped, { projects }, every, countries] = await Promise.all([
    listPlaces({ limit: mappedPlaces }),
    listProjects({ limit: wholeListLimit }),
    listCoordinates(),
    listCountryPlaces({ limit: mappedPlaces }),
  ]);
  return new Set([
    groundAddress('night', drawCatalogueMaps(placesOf(mapped.places)).world.ground),
    groundAddress('sheet', drawCatalogueMaps(placesOf(projects)).world.ground),
    // Where no project gives its coordinates, both maps count by country.
    ...(['night', 'sheet'] as const).map((look) => groundAddress(look, drawCatalogueMaps(countries).world.ground)),
    ...every.map((place) => groundAddress('canopy', { size: 'tall', bounds: regionAround(place) })),
  ]);
}
