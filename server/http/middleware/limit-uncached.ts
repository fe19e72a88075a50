import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import { TokenBucket } from 'limiter';
import { LRUCache } from 'lru-cache';
import { sendProblem } from '#server/api/protocol/problem.ts';
import { plainPage } from '#server/http/fallback/plain-page.ts';
import { env } from '#server/platform/env.ts';
import { log } from '#server/platform/log.ts';
import { countLimitedRequest } from '#server/platform/metrics/instruments.ts';
import { countPerSecond } from '#server/platform/throttle.ts';
import type { AppEnv } from '#server/platform/web/app-env.ts';
import { clientAddress } from '#server/platform/web/client-address.ts';
import { isApi } from '#server/platform/web/is-api.ts';

/** How many clients are tracked. Beyond that, the least recently seen is forgotten. */
const maxClients = 20_000;

const buckets = new LRUCache<string, TokenBucket>({ max: maxClients });

/**
 * Answers 429 with Retry-After to a client that has used up its budget of uncached responses (MAKE_RATE_PER_SECOND,
 * MAKE_BURST). Cached responses never get this far, and background renders are not counted.
 */
export const limitUncached = createMiddleware<AppEnv>(async (c, next) => {
  const rejection = c.req.method === 'OPTIONS' || c.env?.background ? undefined : limitUncachedFor(c);
  return rejection ?? next();
});

/** Counts one uncached response against the budget of the request's client. @returns a 429 response once the budget is used up. */
export function limitUncachedFor(c: Context<AppEnv>): Response | Promise<Response> | undefined {
  const seconds = takeUncachedToken(clientAddress(c));
  if (seconds === 0) return undefined;
  countLimitedRequest();
  report();
  const headers = { 'retry-after': String(seconds), 'cache-control': 'no-store' };
  if (isApi(c.req.path)) return sendProblem(c, 'too_many_requests', { headers });
  if (c.req.path.startsWith('/RSC/') || !c.req.header('accept')?.includes('text/html')) return c.text('Too many requests', 429, headers);
  return plainPage(c, { ...tooMany, status: 429, seconds });
}

/** Takes one uncached response from the budget of a client address. @returns 0 if allowed, otherwise the seconds to wait. */
export function takeUncachedToken(address: string): number {
  let bucket = buckets.get(address);
  if (!bucket) {
    const { MAKE_RATE_PER_SECOND, MAKE_BURST } = env();
    bucket = new TokenBucket({ bucketSize: MAKE_BURST, tokensPerInterval: MAKE_RATE_PER_SECOND, interval: 'second' });
    bucket.content = MAKE_BURST;
    buckets.set(address, bucket);
  }
  return bucket.tryRemoveTokens(1) ? 0 : Math.max(1, Math.ceil(bucket.getWaitTime(1) / 1_000));
}

const report = countPerSecond((count) =>
  log().warn({ event: 'request.limited', count }, 'Clients over their budget of uncached responses: answered 429'),
);

const tooMany = {
  title: 'Too many requests',
  heading: 'Too many requests',
  reason: 'Your network has asked for more pages in a short time than we allow.',
};
