import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import { type CachedResponse, getCached, isCurrent, renewCached } from '#server/http/cache/response-cache.ts';
import { readTheSame } from '#server/platform/database/recorded.ts';
import type { VersionWatch } from '#server/platform/database/watch-version.ts';
import { requestContext } from '#server/platform/request-context.ts';
import type { AppEnv } from '#server/platform/web/app-env.ts';

type Renewal = { address: string; answer?: CachedResponse };

const renewals = new WeakMap<Context<AppEnv>, Renewal>();

/** Has `renewKept` look at what is kept of this address, in this request's place. */
export function expectRenewal(c: Context<AppEnv>, address: string): void {
  renewals.set(c, { address });
}

/** What `renewKept` has found: a kept answer that is of the version now. */
export function renewedAnswer(c: Context<AppEnv>): CachedResponse | undefined {
  return renewals.get(c)?.answer;
}

/**
 * Before a page is rendered again after a change: repeats the reads that its cached answer was made from. If all give the
 * same, the answer is kept under the new version (docs/decisions/032); otherwise the new rendering's reads are recorded. It
 * runs inside `cacheResponses`, which sends what is found here, and behind the limits of what is made, for reads are work too.
 */
export function renewKept(watched: VersionWatch) {
  return createMiddleware<AppEnv>(async (c, next) => {
    const renewal = renewals.get(c);
    if (renewal) {
      renewal.answer = await renew(renewal.address);
      if (renewal.answer) return c.body(null);
    }
    const context = requestContext();
    if (context && (renewal || c.env?.background)) context.reads = [];
    return next();
  });

  async function renew(address: string): Promise<CachedResponse | undefined> {
    const kept = getCached(address);
    const version = watched.lastReported();
    if (!kept?.reads?.length || kept.isVolatile || version === undefined || !isCurrent(kept, kept.version)) return undefined;
    if (!(await readTheSame(kept.reads)) || (await watched.confirm()) !== version) return undefined;
    return renewCached(address, kept, version);
  }
}
