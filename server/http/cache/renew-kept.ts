import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import { type CachedResponse, getCached, isCurrent, renewCached } from '#server/http/cache/response-cache.ts';
import { readTheSame } from '#server/platform/database/recorded.ts';
import type { VersionWatch } from '#server/platform/database/watch-version.ts';
import { requestContext } from '#server/platform/request-context.ts';
import type { AppEnv } from '#server/platform/web/app-env.ts';
import { readAddress } from '#src/schemas/page-queries.ts';

const found = new WeakMap<Context<AppEnv>, CachedResponse>();

/** What `renewKept` has found for a request: a kept answer that is of the version now. */
export function renewedAnswer(c: Context<AppEnv>): CachedResponse | undefined {
  return found.get(c);
}

/**
 * Looks at what is kept of an older state of the catalogue, before it is made anew: what it was made from is read again, and
 * where that is the same, so is the answer, and it is kept on (docs/decisions/032). Else what the answer is made from is
 * noted. It stands within `cacheResponses`, which sends what is found here, and behind the limits of what is made: to read
 * again is work too.
 */
export function renewKept(watched: VersionWatch) {
  return createMiddleware<AppEnv>(async (c, next) => {
    const isRead = c.req.method === 'GET' || c.req.method === 'HEAD';
    if (isRead && !c.env?.background) {
      const { pathname, search } = new URL(c.req.url);
      const renewed = await renew(readAddress(pathname + search));
      if (renewed) {
        found.set(c, renewed);
        return c.body(null);
      }
    }
    const context = requestContext();
    if (context && isRead) context.reads = [];
    return next();
  });

  async function renew(address: string): Promise<CachedResponse | undefined> {
    const kept = getCached(address);
    const version = watched.latest();
    if (!kept?.reads?.length || kept.isVolatile || version === undefined || !isCurrent(kept, kept.version)) return undefined;
    if (!(await readTheSame(kept.reads)) || (await watched.confirm()) !== version) return undefined;
    return renewCached(address, kept, version);
  }
}
