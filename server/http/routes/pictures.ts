import { Hono } from 'hono';
import { listCountryPlaces } from '#server/domain/projects/countries.ts';
import { listProjects } from '#server/domain/projects/list.ts';
import { log } from '#server/platform/log.ts';
import { markResponse } from '#server/platform/request-context.ts';
import type { AppEnv } from '#server/platform/web/app-env.ts';
import { declaredHeaders } from '#server/platform/web/conditional-requests.ts';
import { retryLater } from '#server/platform/web/gate.ts';
import { mappedPlaces, placesOf, worldGround } from '#shared/art/map/catalogue-maps.ts';
import { type GroundSheet, type GroundTheme, groundAddress, readGround } from '#shared/art/map/ground-sheets.ts';
import { drawGroundSheet } from '#shared/art/map/project-map.ts';
import { isRegion } from '#shared/art/map/views.ts';
import { wholeListLimit } from '#shared/schemas/project.ts';

/**
 * Serves the backgrounds of maps, drawn from their address alone. They are drawn only if some page shows them, so that invented addresses
 * cost neither time nor cache. All other pictures are files.
 */
export function pictures() {
  return new Hono<AppEnv>().get('/:ground{ground-[0-9]{1,4}}/:theme/:size/:file{[0-9a-z_-]{1,40}\\.svg}', async (c) => {
    const { theme, size, file } = c.req.param();
    const ground = readGround({ theme, size, bounds: file.slice(0, -'.svg'.length) });
    // The same numbers can be written in other ways.
    if (!ground || groundAddress(ground.theme, ground.sheet) !== c.req.path) return c.text('Not found', 404);
    try {
      const isShown = await isMapGround(ground);
      // A cached drawing outlives changes of the catalogue: it depends on its address alone, and takes up to 35 ms.
      markResponse({ usesDatabase: false });
      if (!isShown) return c.text('Not found', 404);
      const headers = { 'content-type': 'image/svg+xml; charset=utf-8', ...declaredHeaders(c.var.address ?? {}) };
      return c.body(drawGroundSheet(ground.theme, ground.sheet), 200, headers);
    } catch (error) {
      log().error({ event: 'picture.query-failed', requestId: c.var.requestId, err: error }, 'Could not look up the subject of a picture');
      return c.text('Temporarily unavailable', 503, retryLater);
    }
  });
}

/**
 * Checks whether some page may show this background of a map. A project's is one of some thousand regions, whether or not there is a
 * project in it; that of all projects is the area around those that its page lists.
 * @throws the driver's error when Postgres does not answer.
 */
async function isMapGround({ theme, sheet }: { theme: GroundTheme; sheet: GroundSheet }): Promise<boolean> {
  if (sheet.bounds === 'uk' || sheet.bounds === 'world') return true;
  if (theme === 'canopy') return sheet.size === 'band' && isRegion(sheet.bounds);
  if (sheet.size !== 'wide') return false;
  const { projects } = await listProjects({}, theme === 'night' ? { located: true, limit: mappedPlaces } : { limit: wholeListLimit });
  const places = placesOf(projects);
  // Without coordinates, both maps show counts by country.
  const shown = places.length > 0 ? places : await listCountryPlaces({ limit: mappedPlaces });
  return groundAddress(theme, worldGround(shown)) === groundAddress(theme, sheet);
}
