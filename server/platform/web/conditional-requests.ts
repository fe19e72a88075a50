/**
 * The headers of every read: any cache may store the response, but must revalidate it before each use. No one sees
 * yesterday's price, and an unchanged response costs no bytes.
 */
export const alwaysRevalidate = { 'cache-control': 'public, no-cache' };

/** Returns the headers of a read that a browser saves as a file. */
export function savedAs(name: string, type: string): Record<string, string> {
  return { ...alwaysRevalidate, 'content-type': type, 'content-disposition': `attachment; filename="${name}"` };
}

/**
 * Returns the Last-Modified header, rounded up to whole seconds. A second change within the same second must not look like the
 * first, so the header is left out until that second is over.
 */
export function lastModified(change: Date | null, now = Date.now()): Record<string, string> {
  if (!change) return {};
  const second = Math.ceil(change.getTime() / 1_000) * 1_000;
  return second > now ? {} : { 'last-modified': new Date(second).toUTCString() };
}

/** The headers of drawn pictures, whether they are files or drawn on request: they change only with the code that draws them. */
export const pictureHeaders = {
  'cache-control': 'public, max-age=86400, stale-while-revalidate=604800',
  // The API links to them, so pages of other sites may embed them.
  'cross-origin-resource-policy': 'cross-origin',
};
