import { Hono } from 'hono';
import { newestVersion } from '#server/domain/projects/version.ts';
import type { RenderInBackground } from '#server/http/cache/cache-responses.ts';
import { missingEncoding, selectRepresentation } from '#server/http/cache/representation.ts';
import { encodedPayload, getCached, getCachedPayload, inPairs, isCurrent } from '#server/http/cache/response-cache.ts';
import { limitUncachedFor } from '#server/http/middleware/limit-uncached.ts';
import type { AppEnv } from '#server/platform/web/app-env.ts';
import { readAddress } from '#src/schemas/page-queries.ts';

/**
 * `/payload/:hash?page=address`: what the server components of a page answered, for React to take the page over. Those
 * that are kept as the browser takes them are sent by server/http/fast-path.ts; here one is compressed, or looked for that
 * another instance has made, or that was forgotten: the page is made again, and has the same payload unless it has changed.
 * Where the page is kept as it is now, and names another payload, there is nothing to look for.
 */
export function payloads(renderInBackground: RenderInBackground) {
  return new Hono<AppEnv>().get('/:hash{[\\w-]{22}}', async (c) => {
    const hash = c.req.param('hash');
    const page = pageAddress(c.req.query('page') ?? '');
    if (page && !getCachedPayload(hash) && !hasOther(page, hash)) {
      const refused = limitUncachedFor(c);
      if (refused) return refused;
      await renderInBackground(page);
    }
    const answer = getCachedPayload(hash);
    if (!answer) return c.text('The page has changed', 404, { 'cache-control': 'no-store' });
    const acceptEncoding = c.req.header('accept-encoding');
    const missing = missingEncoding(answer, acceptEncoding);
    const { status, headers, body } = selectRepresentation(missing ? encodedPayload(answer, missing) : answer, {
      acceptEncoding,
      ifNoneMatch: undefined,
      ifModifiedSince: undefined,
    });
    return new Response(body ?? null, { status, headers: inPairs(headers) });
  });
}

/** Whether the page is kept as it is now, with another payload or none. */
function hasOther(page: string, hash: string): boolean {
  const kept = getCached(page);
  return kept !== undefined && isCurrent(kept, newestVersion()) && kept.payload !== hash;
}

const anySite = 'http://localhost';

/** The address of a page of this site as it would be asked for; undefined for what names none, such as another site's. */
function pageAddress(text: string): string | undefined {
  if (!text.startsWith('/') || !URL.canParse(text, anySite)) return undefined;
  const { origin, pathname, search } = new URL(text, anySite);
  return origin === anySite && !/^\/(?:api|payload)\//.test(pathname) ? readAddress(pathname + search) : undefined;
}
