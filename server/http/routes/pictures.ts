import { Hono } from 'hono';
import type { AppEnv } from '#server/platform/web/app-env.ts';
import { declaredHeaders } from '#server/platform/web/cache-headers.ts';
import { readGround } from '#shared/art/map/map-grounds.ts';
import { drawGround } from '#shared/art/map/project-map.ts';

/**
 * Serves the backgrounds of maps, drawn from their address alone. They are drawn only if some page may show them, so that invented
 * addresses cost neither time (some 50 ms) nor cache. All other pictures are files.
 */
export const pictures = new Hono<AppEnv>().get('/:ground{ground-[0-9]{1,4}}/:theme/:size/:file{[0-9a-z_-]{1,40}\\.svg}', (c) => {
  const asked = readGround(c.req.path);
  if (!asked) return c.text('Not found', 404);
  const headers = { 'content-type': 'image/svg+xml; charset=utf-8', ...declaredHeaders(c.var.address ?? {}) };
  return c.body(drawGround(asked.theme, asked.ground), 200, headers);
});
