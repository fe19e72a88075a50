import type { Address } from './app-env.ts';

/**
 * The headers of every read that needs no key: any cache may store the response, but must revalidate it before each use. No one
 * sees yesterday's price, and an unchanged response costs no bytes.
 */
export const alwaysRevalidate = { 'cache-control': 'public, no-cache' };

/** Returns the headers of a read that a browser saves as a file. */
export function savedAs(name: string, type: string): Record<string, string> {
  return { ...alwaysRevalidate, 'content-type': type, 'content-disposition': `attachment; filename="${name}"` };
}

/**
 * Returns the Last-Modified header: the next whole second. A second change within the same second must not look like the
 * first, so the header is left out until that second is over.
 */
export function lastModified(change: Date | null, now = Date.now()): Record<string, string> {
  if (!change) return {};
  // Also of a change at .000: PostgreSQL may have its microseconds, and a Date has not.
  const second = (Math.floor(change.getTime() / 1_000) + 1) * 1_000;
  return second > now ? {} : { 'last-modified': new Date(second).toUTCString() };
}

const cacheControl = {
  'for good': 'public, max-age=31536000, immutable',
  'a day': 'public, max-age=86400, stale-while-revalidate=604800',
};

/** Returns the headers of a picture or a file of the build, as its address is declared. */
export function declaredHeaders({ lasts, isEmbeddable }: Pick<Address, 'lasts' | 'isEmbeddable'>): Record<string, string> {
  return {
    ...(lasts ? { 'cache-control': cacheControl[lasts] } : alwaysRevalidate),
    'cross-origin-resource-policy': isEmbeddable ? 'cross-origin' : 'same-origin',
  };
}
