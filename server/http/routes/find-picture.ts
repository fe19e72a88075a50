import { dataVersion } from '#server/domain/data-version.ts';
import { listCountryPlaces } from '#server/domain/projects/country-places.ts';
import { listProjects } from '#server/domain/projects/list.ts';
import { findPictureFacts, isProjectImage, listCoordinates } from '#server/domain/projects/picture-facts.ts';
import { listPlaces } from '#server/domain/projects/places.ts';
import { markResponse } from '#server/platform/request-context.ts';
import { drawCatalogueMaps, mappedPlaces, placesOf } from '#src/art/map/catalogue-maps.ts';
import { groundAddress } from '#src/art/map/ground-sheets.ts';
import { regionAround } from '#src/art/map/views.ts';
import { landscapeKindFor } from '#src/lib/landscape-kinds.ts';
import { wholeListLimit } from '#src/schemas/project.ts';

/**
 * Checks whether `path` is a picture of a project in the catalogue: its landscape or (`kind` "edna") its eDNA strip, by its
 * current slug or a former one, or the image that its row names.
 * @throws the driver's error when Postgres does not answer.
 */
export async function isProjectPicture({ path, kind, slug }: { path: string; kind: string; slug: string }): Promise<boolean> {
  const project = await findPictureFacts(slug);
  const isOwn = project !== undefined && (kind === 'edna' || landscapeKindFor(project) === kind);
  const isPicture = isOwn || (await isProjectImage(path));
  // The drawing depends on its address alone, so the response need not expire with the catalogue.
  markResponse({ usesDatabase: false });
  return isPicture;
}

let grounds: { version: string | undefined; addresses: Set<string> } | undefined;

/**
 * Checks whether `path` is the background of a map on some page: a project's own, or one of the catalogue's.
 * @throws the driver's error when Postgres does not answer.
 */
export async function isMapBackground(path: string): Promise<boolean> {
  if (fixedGrounds.has(path)) return true;
  const version = dataVersion.current();
  if (version === undefined || grounds?.version !== version) grounds = { version, addresses: await listGrounds() };
  markResponse({ usesDatabase: false });
  return grounds.addresses.has(path);
}

/** The backgrounds that do not depend on the catalogue. */
const fixedGrounds = new Set([
  ...(['night', 'sheet'] as const).map((theme) => groundAddress(theme, { size: 'tall', bounds: 'uk' })),
  ...(['night', 'sheet'] as const).map((theme) => groundAddress(theme, { size: 'wide', bounds: 'world' })),
  groundAddress('canopy', { size: 'tall', bounds: 'uk' }),
  groundAddress('canopy', { size: 'band', bounds: 'uk' }),
  groundAddress('canopy', { size: 'band', bounds: 'world' }),
]);

async function listGrounds(): Promise<Set<string>> {
  const [mapped, { projects }, coordinates, countries] = await Promise.all([
    listPlaces({ limit: mappedPlaces }),
    listProjects({}, { limit: wholeListLimit }),
    listCoordinates(),
    listCountryPlaces({ limit: mappedPlaces }),
  ]);
  return new Set([
    groundAddress('night', drawCatalogueMaps(placesOf(mapped.places)).world.ground),
    groundAddress('sheet', drawCatalogueMaps(placesOf(projects)).world.ground),
    // Used when no project has coordinates: both maps then show counts by country.
    ...(['night', 'sheet'] as const).map((theme) => groundAddress(theme, drawCatalogueMaps(countries).world.ground)),
    ...coordinates.map((place) => groundAddress('canopy', { size: 'tall', bounds: regionAround(place) })),
  ]);
}
