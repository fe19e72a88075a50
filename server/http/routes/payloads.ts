import { Hono } from 'hono';
import type { RenderInBackground } from '#server/http/cache/cache-responses.ts';
import { missingEncoding, selectRepresentation } from '#server/http/cache/representation.ts';
import { encodePayload, getCached, getCachedPayload, headerPairs, isCurrent } from '#server/http/cache/response-cache.ts';
import { limitUncachedFor } from '#server/http/middleware/limit-uncached.ts';
import type { VersionWatch } from '#server/platform/database/watch-version.ts';
import type { AppEnv } from '#server/platform/web/app-env.ts';
import { stripUnknownParameters } from '#src/schemas/page-queries.ts';

/**
 * Serves `/payload/:hash?page=address`: the output of a page's server components, from which React hydrates the page.
 * server/http/fast-path.ts serves those that are cached in an encoding that the browser accepts. This route compresses a
 * cached one, or, when it is missing (rendered by another instance, or evicted), renders the page again, which gives the same
 * payload unless the page has changed. It does not render when the current cached page names a different payload.
 */
export function payloads(renderInBackground: RenderInBackground, version: VersionWatch) {
  return new Hono<AppEnv>().get('/:hash{[\\w-]{22}}', async (c) => {
    const hash = c.req.param('hash');
    const page = pageAddress(c.req.query('page') ?? '');
    if (page && !getCachedPayload(hash) && !hasAnotherPayload(page, hash, version)) {
      const rejection = limitUncachedFor(c);
      if (rejection) return rejection;
      await renderInBackground(page);
    }
    const cached = getCachedPayload(hash);
    if (!cached) return c.text('The page has changed', 404, { 'cache-control': 'no-store' });
    const acceptEncoding = c.req.header('accept-encoding');
    const missing = missingEncoding(cached, acceptEncoding);
    const { status, headers, body } = selectRepresentation(missing ? encodePayload(cached, missing) : cached, {
      acceptEncoding,
      ifNoneMatch: undefined,
      ifModifiedSince: undefined,
    });
    return new Response(body ?? null, { status, headers: headerPairs(headers) });
  });
}

/** Checks whether the cached page is current and has a different payload, or none. */
function hasAnotherPayload(page: string, hash: string, version: VersionWatch): boolean {
  const cached = getCached(page);
  return cached !== undefined && isCurrent(cached, version.newest()) && cached.payload !== hash;
}

const placeholderOrigin = 'http://localhost';

/** Returns the address under which a page of this site is cached; undefined for anything else, such as another site's. */
function pageAddress(text: string): string | undefined {
  if (!text.startsWith('/') || !URL.canParse(text, placeholderOrigin)) return undefined;
  const { origin, pathname, search } = new URL(text, placeholderOrigin);
  return origin === placeholderOrigin && !/^\/(?:api|payload)\//.test(pathname) ? stripUnknownParameters(pathname + search) : undefined;
}
