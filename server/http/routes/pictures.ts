import { type Context, Hono } from 'hono';
import { listCountryPlaces } from '#server/domain/projects/country-places.ts';
import { listProjects } from '#server/domain/projects/list.ts';
import { isProjectPicture } from '#server/domain/projects/pictures.ts';
import { log } from '#server/platform/log.ts';
import { markResponse } from '#server/platform/request-context.ts';
import type { AppEnv } from '#server/platform/web/app-env.ts';
import { retryLater } from '#server/platform/web/overload.ts';
import { pictureHeaders } from '#server/platform/web/picture-headers.ts';
import { drawGroundSheet } from '#src/art/drawings/draw-ground.ts';
import { drawLandscape } from '#src/art/landscape/draw-landscape.ts';
import { drawEdnaStrip } from '#src/art/landscape/edna-barcode.ts';
import { mappedPlaces, placesOf, worldGround } from '#src/art/map/catalogue-maps.ts';
import { type GroundSheet, type GroundTheme, groundAddress, readGround } from '#src/art/map/ground-sheets.ts';
import { isRegion } from '#src/art/map/views.ts';
import { isLandscapeKind } from '#src/lib/projects/landscape-kinds.ts';
import { wholeListLimit } from '#src/schemas/project.ts';

/**
 * Serves the pictures of the catalogue, drawn by code from their address alone: a landscape and an eDNA strip for each project, and
 * backgrounds of maps. They are drawn only if the catalogue has their subject, so that invented addresses cost neither time nor cache.
 * @param fixed the drawings that do not depend on data, by address. A build has them as files, which the front sends before this.
 */
export function pictures(fixed: ReadonlyMap<string, () => string>) {
  return new Hono<AppEnv>()
    .get('/*', async (c, next) => {
      const draw = fixed.get(c.req.path);
      return draw ? svg(c, draw()) : next();
    })
    .get('/edna/:file{[a-z0-9-]{1,120}\\.svg}', (c) => {
      const slug = nameOf(c.req.param('file'));
      return drawIf(c, isProjectPicture({ path: c.req.path, kind: 'edna', slug }), () => drawEdnaStrip(slug));
    })
    .get('/:ground{ground-[0-9]{1,4}}/:theme/:size/:file{[0-9a-z_-]{1,40}\\.svg}', async (c) => {
      const { theme, size, file } = c.req.param();
      const ground = readGround({ theme, size, bounds: nameOf(file) });
      // The same numbers can be written in other ways.
      if (!ground || groundAddress(ground.theme, ground.sheet) !== c.req.path) return c.text('Not found', 404);
      return drawIf(c, isMapGround(ground), () => drawGroundSheet(ground.theme, ground.sheet));
    })
    .get('/:kind/:file{[a-z0-9-]{1,120}\\.svg}', async (c) => {
      const { kind, file } = c.req.param();
      if (!isLandscapeKind(kind)) return c.text('Not found', 404);
      const slug = nameOf(file);
      return drawIf(c, isProjectPicture({ path: c.req.path, kind, slug }), () => drawLandscape({ kind, seed: slug }));
    });
}

/**
 * Checks whether some page may show this background of a map. A project's is one of some thousand regions, whether or not there is a
 * project in it; that of all projects is the area around those that its page lists.
 * @throws the driver's error when Postgres does not answer.
 */
async function isMapGround({ theme, sheet }: { theme: GroundTheme; sheet: GroundSheet }): Promise<boolean> {
  if (theme === 'canopy') return sheet.size === 'band' && isRegion(sheet.bounds);
  if (sheet.size !== 'wide') return false;
  const { projects } = await listProjects({}, theme === 'night' ? { located: true, limit: mappedPlaces } : { limit: wholeListLimit });
  const places = placesOf(projects);
  // Without coordinates, both maps show counts by country.
  const shown = places.length > 0 ? places : await listCountryPlaces({ limit: mappedPlaces });
  return groundAddress(theme, worldGround(shown)) === groundAddress(theme, sheet);
}

/** Answers with the drawing or 404, or with 503 when its existence cannot be checked at the moment. */
async function drawIf(c: Context<AppEnv>, exists: Promise<boolean>, draw: () => string): Promise<Response> {
  try {
    const isFound = await exists;
    // A cached drawing outlives changes of the catalogue: it depends on its address alone, and takes up to 35 ms.
    markResponse({ usesDatabase: false });
    return isFound ? svg(c, draw()) : c.text('Not found', 404);
  } catch (error) {
    log().error({ event: 'picture.query-failed', requestId: c.var.requestId, err: error }, 'Could not look up the subject of a picture');
    return c.text('Temporarily unavailable', 503, retryLater);
  }
}

function nameOf(file: string): string {
  return file.slice(0, -'.svg'.length);
}

function svg(c: Context<AppEnv>, drawing: string): Response {
  return c.body(drawing, 200, { 'content-type': 'image/svg+xml; charset=utf-8', ...pictureHeaders });
}
