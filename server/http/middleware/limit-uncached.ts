import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import { TokenBucket } from 'limiter';
import { LRUCache } from 'lru-cache';
import { sendProblem } from '#server/api/protocol/problem.ts';
import { plainPage } from '#server/http/fallback/plain-page.ts';
import { env } from '#server/platform/env.ts';
import { log } from '#server/platform/log.ts';
import { countTooMany } from '#server/platform/metrics/instruments.ts';
import type { AppEnv } from '#server/platform/web/app-env.ts';
import { clientAddress } from '#server/platform/web/client-address.ts';
import { isApi } from '#server/platform/web/is-api.ts';

/** Clients that are counted at once; past it, the one that was quiet longest is forgotten. */
const maxClients = 20_000;

const buckets = new LRUCache<string, TokenBucket>({ max: maxClients });

/**
 * Answers 429 with Retry-After to a client that has used up its budget of uncached answers (MAKE_RATE_PER_SECOND,
 * MAKE_BURST). Cached answers never come here; what is made in the background is not counted.
 */
export const limitUncached = createMiddleware<AppEnv>(async (c, next) => {
  const refused = c.req.method === 'OPTIONS' || c.env?.background ? undefined : limitUncachedFor(c);
  return refused ?? next();
});

/** Counts one uncached answer for the client of a request. @returns the 429, where its budget is used up. */
export function limitUncachedFor(c: Context<AppEnv>): Response | Promise<Response> | undefined {
  const seconds = takeUncachedToken(clientAddress(c));
  if (seconds === 0) return undefined;
  report();
  const headers = { 'retry-after': String(seconds), 'cache-control': 'no-store' };
  if (isApi(c.req.path)) return sendProblem(c, 'too_many_requests', { headers });
  if (c.req.path.startsWith('/RSC/') || !c.req.header('accept')?.includes('text/html')) return c.text('Too many requests', 429, headers);
  return plainPage(c, { ...tooMany, status: 429, seconds });
}

/** Takes one uncached answer from the budget of a client address. @returns 0, or the seconds until there is one again. */
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

let count = 0;

/** Counts a refusal and logs it: one line a second at most, which says how many. */
function report(): void {
  countTooMany();
  count += 1;
  if (count > 1) return;
  const timer = setTimeout(() => {
    log().warn({ event: 'request.limited', count }, 'Clients over their budget of uncached answers: answered 429');
    count = 0;
  }, 1_000);
  timer.unref();
}

const tooMany = {
  title: 'Too many requests',
  heading: 'Too many requests',
  reason: 'Your network has asked for more pages in a short time than we allow.',
};
