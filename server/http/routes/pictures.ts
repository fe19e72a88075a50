import { type Context, Hono } from 'hono';
import { isMapBackground, isProjectPicture } from '#server/http/routes/find-picture.ts';
import { log } from '#server/platform/log.ts';
import type { AppEnv } from '#server/platform/web/app-env.ts';
import { retryAfterSeconds } from '#server/platform/web/overload.ts';
import { drawGroundSheet } from '#src/art/drawings/draw-ground.ts';
import { drawLayers } from '#src/art/drawings/draw-layers.ts';
import { drawPlot } from '#src/art/drawings/draw-plot.ts';
import { drawGuilloche, drawTokenRosette } from '#src/art/drawings/draw-rosettes.ts';
import { drawSeal } from '#src/art/drawings/draw-seal.ts';
import { drawNamedBlogPlate } from '#src/art/landscape/blog-plates.ts';
import { drawHeroSvg } from '#src/art/landscape/draw-hero-contours.ts';
import { drawLandscape } from '#src/art/landscape/draw-landscape.ts';
import { drawEdnaStrip } from '#src/art/landscape/edna-barcode.ts';
import { readGround } from '#src/art/map/ground-sheets.ts';
import { type LandscapeKind, landscapeKinds } from '#src/lib/landscape-kinds.ts';

/** Seeds whose contours leave room for the headline. */
const heroSeeds = { wide: 'ledger', tall: 'survey' } as const;

/**
 * Serves pictures drawn by code from their address alone: the home hero, pictures of articles, a landscape and an eDNA strip
 * for each project, backgrounds of maps, and drawings too large to inline. Those of a project or a map are drawn only if the
 * catalogue has it, so that invented addresses cost neither time nor cache. A cached one is served without that check.
 * @param drawings addresses used by pages directly: pictures of articles, and landscapes that belong to no project.
 */
export function pictures(drawings: readonly string[]) {
  const named = new Set(drawings);
  return new Hono<AppEnv>()
    .get('/hero/:variant{wide\\.svg|tall\\.svg}', (c) => {
      const variant = c.req.param('variant') === 'wide.svg' ? 'wide' : 'tall';
      return svg(c, drawHeroSvg({ seed: heroSeeds[variant], variant }));
    })
    .get('/blog/:category/:color/:file{[a-z0-9-]{1,120}\\.svg}', (c) => {
      const { category, color, file } = c.req.param();
      return svg(c, named.has(c.req.path) ? drawNamedBlogPlate({ category, color, slug: nameOf(file) }) : undefined);
    })
    .get('/edna/:file{[a-z0-9-]{1,120}\\.svg}', (c) => {
      const slug = nameOf(c.req.param('file'));
      return drawIf(c, isProjectPicture({ path: c.req.path, kind: 'edna', slug }), () => drawEdnaStrip(slug));
    })
    .get('/:ground{ground-[0-9]{1,4}}/:theme/:size/:file{[0-9a-z_-]{1,40}\\.svg}', (c) => {
      const { theme, size, file } = c.req.param();
      const found = readGround({ theme, size, bounds: nameOf(file) });
      if (!found) return svg(c, undefined);
      return drawIf(c, isMapBackground(c.req.path), () => drawGroundSheet(found.theme, found.sheet));
    })
    .get('/plot/:file{(?:0|3|10|30)\\.svg}', (c) => svg(c, drawPlot(Number(nameOf(c.req.param('file'))))))
    .get('/layers/:file{[a-z-]{1,40}\\.svg}', (c) => svg(c, drawLayers(nameOf(c.req.param('file')))))
    .get('/seals/:file{[a-z-]{1,40}\\.svg}', (c) => svg(c, drawSeal(nameOf(c.req.param('file')))))
    .get('/token.svg', (c) => svg(c, drawTokenRosette()))
    .get('/guilloche.svg', (c) => svg(c, drawGuilloche()))
    .get('/:kind/:file{[a-z0-9-]{1,120}\\.svg}', (c) => {
      const { kind, file } = c.req.param();
      if (!isKind(kind)) return svg(c, undefined);
      const slug = nameOf(file);
      const draw = () => drawLandscape({ kind, seed: slug });
      return named.has(c.req.path) ? svg(c, draw()) : drawIf(c, isProjectPicture({ path: c.req.path, kind, slug }), draw);
    });
}

/** Answers with the drawing or 404, or with 503 when its existence cannot be checked at the moment. */
async function drawIf(c: Context<AppEnv>, exists: Promise<boolean>, draw: () => string): Promise<Response> {
  try {
    return svg(c, (await exists) ? draw() : undefined);
  } catch (error) {
    log().error({ event: 'picture.query-failed', requestId: c.var.requestId, err: error }, 'Could not look up the subject of a picture');
    return c.text('Temporarily unavailable', 503, { 'retry-after': String(retryAfterSeconds), 'cache-control': 'no-store' });
  }
}

function isKind(text: string): text is LandscapeKind {
  return (landscapeKinds as readonly string[]).includes(text);
}

function nameOf(file: string): string {
  return file.slice(0, -'.svg'.length);
}

/** Responds with a drawing, which changes only with the code that draws it. */
function svg(c: Context<AppEnv>, drawing: string | undefined): Response {
  if (drawing === undefined) return c.text('Not found', 404);
  return c.body(drawing, 200, {
    'content-type': 'image/svg+xml; charset=utf-8',
    'cache-control': 'public, max-age=86400, stale-while-revalidate=604800',
    // The API links to them, so pages of other sites may embed them.
    'cross-origin-resource-policy': 'cross-origin',
  });
}
