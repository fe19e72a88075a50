import { etag, RETAINED_304_HEADERS } from 'hono/etag';
import { createMiddleware } from 'hono/factory';
import type { AppEnv } from '#server/platform/web/app-env.ts';

/**
 * The headers of every read: any cache may store the response, but must revalidate it before each use. No one sees
 * yesterday's price, and an unchanged response costs no bytes.
 */
export const alwaysRevalidate = { 'cache-control': 'public, no-cache' };

const retainedHeaders = [...RETAINED_304_HEADERS, 'last-modified', 'link', 'access-control-allow-origin', 'access-control-expose-headers'];

/** Adds an ETag of the body's bytes, and answers 304 if If-None-Match names it. */
export const withEtag = etag({ retainedHeaders });

/**
 * Answers 304 if the request has no If-None-Match and an If-Modified-Since that equals the response's Last-Modified. A later date
 * is not accepted: a change is dated when it is made but visible only once it is committed, so a read in between missed it.
 */
export const withLastModified = createMiddleware<AppEnv>(async (c, next) => {
  await next();
  const since = Date.parse(c.req.header('if-modified-since') ?? '');
  const modified = Date.parse(c.res.headers.get('last-modified') ?? '');
  if (c.res.status !== 200 || c.req.header('if-none-match') !== undefined || modified !== since) return;
  await c.res.body?.cancel();
  const headers = new Headers(c.res.headers);
  for (const name of ['content-type', 'content-length', 'content-disposition']) headers.delete(name);
  c.res = undefined;
  c.res = new Response(null, { status: 304, headers });
});

/**
 * Returns the Last-Modified header, rounded up to whole seconds. A second change within the same second must not look like the
 * first, so the header is left out until that second is over.
 */
export function lastModified(change: Date | null, now = Date.now()): Record<string, string> {
  if (!change) return {};
  const second = Math.ceil(change.getTime() / 1_000) * 1_000;
  return second > now ? {} : { 'last-modified': new Date(second).toUTCString() };
}
