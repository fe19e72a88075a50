import { createMiddleware } from 'hono/factory';
import { type CachedResponse, getCached, isCurrent, renewCached } from '#server/http/cache/response-cache.ts';
import { affectedReads, readsUnchanged } from '#server/platform/database/recorded.ts';
import type { VersionWatch } from '#server/platform/database/watch-version.ts';
import { type RecordedRead, requestContext } from '#server/platform/request-context.ts';
import type { AppEnv } from '#server/platform/web/app-env.ts';
import type { ChangedProject } from '#src/schemas/project.ts';

/** The variables of Hono's context through which `cacheResponses` and `renewCachedResponses` communicate. */
export type CacheEnv = AppEnv & {
  Variables: {
    /** Set by `cacheResponses`: the address whose cached response may be renewed. Absent in background renders. */
    cacheAddress?: string;
    /** Set by `renewCachedResponses`: the cached response, now valid for the current version. `cacheResponses` sends it. */
    renewedResponse?: CachedResponse;
  };
};

/** Returns the projects that changed between two versions of the catalogue; undefined if they are not known. */
export type ReadChanges = (since: string, until: string) => Promise<readonly ChangedProject[] | undefined>;
/** The same without waiting. */
export type KnownChanges = (since: string, until: string) => readonly ChangedProject[] | undefined;

/**
 * After a change of the catalogue, and before a page is rendered again, repeats those reads that its cached response was rendered
 * from and that the change may affect. If there are none, or all give the same results, the response is cached under the new version
 * (docs/decisions/032); otherwise the reads of the new render are recorded. It runs inside `cacheResponses`, which sends the renewed
 * response, and behind the limits on uncached responses, because reads are work too.
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
    if (!cached || !isRenewable(cached) || version === undefined) return undefined;
    const affected = affectedReads(cached.reads, await readChanges(cached.version, version).catch(() => undefined));
    if (affected.length > 0 && (cached.isVolatile || !(await readsUnchanged(affected)))) return undefined;
    return (await watched.confirm()) === version ? renewCached(address, cached, version) : undefined;
  }
}

/**
 * Renews a cached response at once if none of the changes up to this version can affect it.
 * @returns undefined if one can, or if the changes have not been read yet.
 */
export function renewIfUnaffected(
  address: string,
  cached: CachedResponse,
  version: string,
  changes: KnownChanges,
): CachedResponse | undefined {
  if (!isRenewable(cached)) return undefined;
  const changed = changes(cached.version, version);
  return changed && affectedReads(cached.reads, changed).length === 0 ? renewCached(address, cached, version) : undefined;
}

/** Checks whether a response may still be valid for another version, but this process has not read the changes in between. */
export function lacksChanges(cached: CachedResponse, version: string, changes: KnownChanges): cached is Renewable {
  return isRenewable(cached) && cached.version !== version && changes(cached.version, version) === undefined;
}

type Renewable = CachedResponse & { version: string; reads: readonly RecordedRead[] };

function isRenewable(cached: CachedResponse): cached is Renewable {
  return cached.version !== undefined && cached.reads !== undefined && cached.reads.length > 0 && isCurrent(cached, cached.version);
}
