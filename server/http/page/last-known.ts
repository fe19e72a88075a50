import { LRUCache } from 'lru-cache';
import { type Bytes, compressAs, plainBody } from '#server/http/cache/compressed-bodies.ts';
import { type CachedResponse, hashOf, headerPairs, withHeader } from '#server/http/cache/response-cache.ts';
import { lastKnownNotice, lastKnownSlot } from '#src/lib/last-known.ts';

/** How many pages with the notice are cached, in addition to the cache of responses: about 0.1 MB each. */
const maxPages = 60;

const pagesWithNotice = new LRUCache<string, CachedResponse>({ max: maxPages });

/**
 * Marks a cached response as the last known one, for use while the database cannot confirm that it is current. The header
 * `Carma-Last-Known` gives the time of the last confirmation, and a page shows it in a notice. The result must not be stored
 * by clients or shared caches.
 * @returns undefined for a page that has no place for the notice.
 */
export function lastKnown(response: CachedResponse, confirmedAt: Date): CachedResponse | undefined {
  const type = headerPairs(response.headers).find(([name]) => name === 'content-type')?.[1] ?? '';
  const headers = [...withHeader(response.headers, 'cache-control', 'no-store'), 'carma-last-known', confirmedAt.toISOString()];
  if (!type.startsWith('text/html')) return { ...response, headers };

  const key = `${response.hash} ${confirmedAt.toISOString()}`;
  let page = pagesWithNotice.get(key);
  if (!page) {
    const identity = withNotice(plainBody(response.bodies), confirmedAt);
    if (!identity) return undefined;
    // In every encoding requested so far, so that nothing is compressed for a single request.
    const bodies = { identity, ...compressAs(identity, response.bodies) };
    page = { ...response, headers, hash: hashOf(identity), bodies };
    pagesWithNotice.set(key, page);
  }
  return page;
}

/** Replaces one fixed text with another. Nothing else in the page changes, so its Content-Security-Policy remains valid. */
function withNotice(html: Bytes, confirmedAt: Date): Bytes | undefined {
  const at = html.indexOf(lastKnownSlot);
  if (at === -1) return undefined;
  return Buffer.concat([html.subarray(0, at), Buffer.from(lastKnownNotice(confirmedAt)), html.subarray(at + lastKnownSlot.length)]);
}
