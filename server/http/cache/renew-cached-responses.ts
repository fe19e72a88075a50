import { createMiddleware } from 'hono/factory';
import { type CachedResponse, getCached, isCurrent, renewCached } from '#server/http/cache/response-cache.ts';
import { readsUnchanged } from '#server/platform/database/recorded.ts';
import type { VersionWatch } from '#server/platform/database/watch-version.ts';
import { requestContext } from '#server/platform/request-context.ts';
import type { AppEnv } from '#server/platform/web/app-env.ts';

/** The variables of Hono's context through which `cacheResponses` and `renewCachedResponses` communicate. */
export type CacheEnv = AppEnv & {
  Variables: {
    /** Set by `cacheResponses`: the address whose cached response may be renewed. Absent in background renders. */
    cacheAddress?: string;
    /** Set by `renewCachedResponses`: the cached response, now valid for the current version. `cacheResponses` sends it. */
    renewedResponse?: CachedResponse;
  };
};

/** Returns a check for what has changed between two versions; undefined if that is not known. */
type ReadChanges = (since: string, until: string) => Promise<((row: number) => boolean) | undefined>;

/**
 * After a change of the catalogue, and before a page is rendered again, repeats those reads that its cached response was rendered
 * from and that the change may affect. If all give the same results, the response is cached under the new version (docs/decisions/032); otherwise the reads of the
 * new render are recorded. It runs inside `cacheResponses`, which sends the renewed response, and behind the limits on uncached
 * responses, because reads are work too.
 */
export function renewCachedResponses(watched: VersionWatch, readChanges: ReadChanges) {
  return createMiddleware<CacheEnv>(async (c, next) => {
    const address = c.get('cacheAddress');
    if (address !== undefined) {
      const renewed = await renew(address);
      c.set('renewedResponse', renewed);
      if (renewed) return c.body(null);
    }
    const context = requestContext();
    if (context && (address !== undefined || c.env?.background)) context.reads = [];
    return next();
  });

  async function renew(address: string): Promise<CachedResponse | undefined> {
    const cached = getCached(address);
    const version = watched.lastReported();
    if (!cached?.reads?.length || cached.isVolatile || version === undefined || !isCurrent(cached, cached.version)) return undefined;
    const hasChanged = cached.version === undefined ? undefined : await readChanges(cached.version, version).catch(() => undefined);
    if (!(await readsUnchanged(cached.reads, hasChanged)) || (await watched.confirm()) !== version) return undefined;
    return renewCached(address, cached, version);
  }
}
