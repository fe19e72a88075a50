import { etag, RETAINED_304_HEADERS } from 'hono/etag';
import { createMiddleware } from 'hono/factory';
import type { AppEnv } from '#server/platform/web/app-env.ts';

/**
 * For every read: a cache, shared or not, may keep the answer and asks each time whether it still holds. So nobody reads
 * yesterday's price, and an unchanged answer costs no bytes.
 */
export const freshness = { 'cache-control': 'public, no-cache' };

const alsoRetained = ['last-modified', 'link', 'access-control-allow-origin', 'access-control-expose-headers'];

/** ETag of the body's bytes, and 304 for who has them (If-None-Match). */
export const tagged = etag({ retainedHeaders: [...RETAINED_304_HEADERS, ...alsoRetained] });

/**
 * 304 for who says only of when its answer is (If-Modified-Since), by the Last-Modified that came with it. A later time says
 * nothing: a change is dated when it is made and seen when it is committed, so a read between the two has not seen it.
 */
export const dated = createMiddleware<AppEnv>(async (c, next) => {
  await next();
  const since = Date.parse(c.req.header('if-modified-since') ?? '');
  const changed = Date.parse(c.res.headers.get('last-modified') ?? '');
  if (c.res.status !== 200 || c.req.header('if-none-match') !== undefined || changed !== since) return;
  await c.res.body?.cancel();
  const headers = new Headers(c.res.headers);
  for (const name of ['content-type', 'content-length', 'content-disposition']) headers.delete(name);
  c.res = undefined;
  c.res = new Response(null, { status: 304, headers });
});

/**
 * Last-Modified, in whole seconds, rounded up: a second change within the same second must not look like the first. While
 * that second lasts there is none.
 */
export function lastModified(change: Date | null, now = Date.now()): Record<string, string> {
  if (!change) return {};
  const second = Math.ceil(change.getTime() / 1_000) * 1_000;
  return second > now ? {} : { 'last-modified': new Date(second).toUTCString() };
}
