import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import { TokenBucket } from 'limiter';
import { LRUCache } from 'lru-cache';
import { sendProblem } from '#server/api/protocol/problem.ts';
import { isRead } from '#server/api/routes.ts';
import { type PlainText, plainPage } from '#server/http/fallback/plain-page.ts';
import { env } from '#server/platform/env.ts';
import { log } from '#server/platform/log.ts';
import { countLimitedRequest } from '#server/platform/metrics/instruments.ts';
import { countPerSecond } from '#server/platform/throttle.ts';
import type { AppEnv } from '#server/platform/web/app-env.ts';
import { clientAddress, limitSubjects } from '#server/platform/web/client-address.ts';
import { Gate, watchLag } from '#server/platform/web/gate.ts';
import { isApi } from '#server/platform/web/is-api.ts';
import { rejectionDelayMs, retryAfterSeconds, shedReporter } from '#server/platform/web/overload.ts';
import { plainPages } from '#src/content/plain-pages.ts';
import type { ProblemCode } from '#src/schemas/problem.ts';

/** How many clients and networks are tracked. Beyond that, the least recently seen is forgotten. */
const maxBuckets = 50_000;

const buckets = new LRUCache<string, TokenBucket>({ max: maxBuckets });

/**
 * Limits what has to be made; what is cached never gets this far. A client has a budget of responses to be made for it
 * (UNCACHED_RATE_PER_SECOND, UNCACHED_BURST): beyond it, 429 with Retry-After. The process makes so many at once (MAX_RENDERS,
 * MAX_WAITING_RENDERS, RENDER_WAIT_MS): beyond that, and while its event loop lags (MAX_EVENT_LOOP_LAG_MS), 503 with Retry-After, at
 * little cost. Writes mostly wait for the database (server/platform/database/deadline.ts), so they don't count as being made.
 */
export function limitMade() {
  const { MAX_RENDERS, MAX_WAITING_RENDERS, RENDER_WAIT_MS, MAX_EVENT_LOOP_LAG_MS } = env();
  const lag = watchLag();
  const isBehind = () => lag() > MAX_EVENT_LOOP_LAG_MS;
  const gate = new Gate({ maxConcurrent: MAX_RENDERS, maxQueued: MAX_WAITING_RENDERS, waitMs: RENDER_WAIT_MS, isBehind });
  const reportShed = shedReporter();

  return createMiddleware<AppEnv>(async (c, next) => {
    if (c.req.method === 'OPTIONS') return next();
    const seconds = c.env?.isForCache ? 0 : takeToken(clientAddress(c));
    if (seconds > 0) {
      countLimitedRequest();
      reportLimited();
      return refuse(c, 'too_many_requests', plainPages.tooMany, seconds);
    }
    if (!isRead(c.req.method, c.req.path)) {
      if (!isBehind()) return next();
      reportShed('behind');
      return refuse(c, 'overloaded', plainPages.busy, retryAfterSeconds);
    }
    const rejected = await gate.enter();
    if (rejected) {
      reportShed(rejected);
      if (rejected !== 'late') await sleep(rejectionDelayMs);
      return refuse(c, 'overloaded', plainPages.busy, retryAfterSeconds);
    }
    try {
      await next();
    } finally {
      gate.leave();
    }
  });
}

/** Takes one response from the budget of a client and of its networks. @returns 0 if allowed, otherwise the seconds to wait. */
export function takeToken(client: string): number {
  const waits = limitSubjects(client).map(({ subject, times }) => {
    let bucket = buckets.get(subject);
    if (!bucket) {
      const { UNCACHED_RATE_PER_SECOND, UNCACHED_BURST } = env();
      const bucketSize = UNCACHED_BURST * times;
      bucket = new TokenBucket({ bucketSize, tokensPerInterval: UNCACHED_RATE_PER_SECOND * times, interval: 'second' });
      bucket.content = bucketSize;
      buckets.set(subject, bucket);
    }
    return bucket.tryRemoveTokens(1) ? 0 : Math.max(1, Math.ceil(bucket.getWaitTime(1) / 1_000));
  });
  return Math.max(...waits);
}

/** Refuses a request in the form that its client reads: a problem, a page, or a line of text. */
function refuse(c: Context<AppEnv>, code: ProblemCode, page: PlainText, seconds: number): Response | Promise<Response> {
  const headers = { 'retry-after': String(seconds), 'cache-control': 'no-store' };
  if (isApi(c.req.path)) return sendProblem(c, code, { headers });
  const status = code === 'overloaded' ? 503 : 429;
  if (!c.req.header('accept')?.includes('text/html')) return c.text(page.title, status, headers);
  return plainPage(c, { ...page, status, seconds });
}

const reportLimited = countPerSecond((count) =>
  log().warn({ event: 'request.limited', count }, 'Clients over their budget of uncached responses: answered 429'),
);
