import { type Context, Hono } from 'hono';
import type { AppEnv } from '#server/http/app-env.ts';
import { drawGroundSheet } from '#src/lib/drawings/draw-ground.ts';
import { drawLayers } from '#src/lib/drawings/draw-layers.ts';
import { drawPlot } from '#src/lib/drawings/draw-plot.ts';
import { drawGuilloche, drawTokenRosette } from '#src/lib/drawings/draw-rosettes.ts';
import { drawSeal } from '#src/lib/drawings/draw-seal.ts';
import { drawNamedBlogPlate } from '#src/lib/landscape/blog-plates.ts';
import { drawHeroSvg } from '#src/lib/landscape/draw-hero-contours.ts';
import { drawLandscape } from '#src/lib/landscape/draw-landscape.ts';
import { drawEdnaStrip } from '#src/lib/landscape/edna-barcode.ts';
import { type LandscapeKind, landscapeKinds } from '#src/lib/landscape/kinds.ts';
import { readGround } from '#src/lib/map/ground-sheets.ts';

/** The fields whose contours leave room for the headline, wide and tall. */
const heroSeeds = { wide: 'ledger', tall: 'survey' } as const;

/**
 * Pictures drawn by code, from their address alone: the home hero, articles, a landscape and a strip for each project, the
 * ground of maps, and what is too large to stand in the pages that show it.
 */
export const pictures = new Hono<AppEnv>()
  .get('/hero/:variant{wide\\.svg|tall\\.svg}', (c) => {
    const variant = c.req.param('variant') === 'wide.svg' ? 'wide' : 'tall';
    return svg(c, drawHeroSvg({ seed: heroSeeds[variant], variant }));
  })
  .get('/blog/:category/:color/:file{[a-z0-9-]{1,120}\\.svg}', (c) => {
    const { category, color, file } = c.req.param();
    return svg(c, drawNamedBlogPlate({ category, color, slug: nameOf(file) }));
  })
  .get('/edna/:file{[a-z0-9-]{1,120}\\.svg}', (c) => svg(c, drawEdnaStrip(nameOf(c.req.param('file')))))
  .get('/:ground{ground-[0-9]{1,4}}/:look/:size/:file{[0-9a-z_-]{1,40}\\.svg}', (c) => {
    const { look, size, file } = c.req.param();
    const found = readGround({ look, size, bounds: nameOf(file) });
    return svg(c, found && drawGroundSheet(found.look, found.sheet));
  })
  .get('/plot/:file{(?:0|3|10|30)\\.svg}', (c) => svg(c, drawPlot(Number(nameOf(c.req.param('file'))))))
  .get('/layers/:file{[a-z-]{1,40}\\.svg}', (c) => svg(c, drawLayers(nameOf(c.req.param('file')))))
  .get('/seals/:file{[a-z-]{1,40}\\.svg}', (c) => svg(c, drawSeal(nameOf(c.req.param('file')))))
  .get('/token.svg', (c) => svg(c, drawTokenRosette()))
  .get('/guilloche.svg', (c) => svg(c, drawGuilloche()))
  .get('/:kind/:file{[a-z0-9-]{1,120}\\.svg}', (c) => {
    const { kind, file } = c.req.param();
    return svg(c, isKind(kind) ? drawLandscape({ kind, seed: nameOf(file) }) : undefined);
  });

function isKind(text: string): text is LandscapeKind {
  return (landscapeKinds as readonly string[]).includes(text);
}

function nameOf(file: string): string {
  return file.slice(0, -'.svg'.length);
}

/** Answers a drawing: the picture of an address never changes while the drawing code does not. */
function svg(c: Context<AppEnv>, drawing: string | undefined): Response {
  if (drawing === undefined) return c.text('Not found', 404);
  return c.body(drawing, 200, {
    'content-type': 'image/svg+xml; charset=utf-8',
    'cache-control': 'public, max-age=86400, stale-while-revalidate=604800',
    // The API names them, for pages of other sites to show.
    'cross-origin-resource-policy': 'cross-origin',
  });
}
