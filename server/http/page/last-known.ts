import { LRUCache } from 'lru-cache';
import { type Bytes, type CachedResponse, encodings, hashOf, inPairs, plainBody, withHeader } from '#server/http/cache/response-cache.ts';
import { lastKnownNotice, lastKnownSlot } from '#src/lib/last-known.ts';

/** Pages that say so at once, beside those that are kept: some 0.1 MB each. */
const maxPages = 60;

const marked = new LRUCache<string, CachedResponse>({ max: maxPages });

/**
 * A kept answer as the last one that is known, for as long as the database cannot say whether it still is right: the header
 * `Carma-Last-Known` says since when that is not certain, and a page says it in words. Nobody keeps it.
 * @returns undefined for a page that has no place to say it.
 */
export function lastKnown(answer: CachedResponse, certainAt: Date): CachedResponse | undefined {
  const type = inPairs(answer.headers).find(([name]) => name === 'content-type')?.[1] ?? '';
  const said = [...withHeader(answer.headers, 'cache-control', 'no-store'), 'carma-last-known', certainAt.toISOString()];
  if (!type.startsWith('text/html')) return { ...answer, headers: said };

  const key = `${answer.hash} ${certainAt.toISOString()}`;
  let page = marked.get(key);
  if (!page) {
    const identity = withNotice(plainBody(answer), certainAt);
    if (!identity) return undefined;
    // In every encoding that somebody has asked for: nothing is compressed for one visitor.
    const bodies = { identity, ...encodings(identity, answer.bodies) };
    page = { ...answer, headers: said, hash: hashOf(identity), bodies };
    marked.set(key, page);
  }
  return page;
}

/** An exact text takes the place of an exact text: nothing else of the page changes, nor does its policy, which names what it runs. */
function withNotice(html: Bytes, certainAt: Date): Bytes | undefined {
  const at = html.indexOf(lastKnownSlot);
  if (at === -1) return undefined;
  return Buffer.concat([html.subarray(0, at), Buffer.from(lastKnownNotice(certainAt)), html.subarray(at + lastKnownSlot.length)]);
}
