import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import { sendProblem } from '#server/api/protocol/problem.ts';
import { plainPage } from '#server/http/fallback/plain-page.ts';
import { env } from '#server/platform/env.ts';
import { requestContext } from '#server/platform/request-context.ts';
import type { AppEnv } from '#server/platform/web/app-env.ts';
import { Gate, watchLag } from '#server/platform/web/gate.ts';
import { isApi } from '#server/platform/web/is-api.ts';
import { rejectionDelayMs, retryAfterSeconds, shedReporter } from '#server/platform/web/overload.ts';

/**
 * Sheds load: answers 503 with Retry-After, at little cost, while the process renders as much as it can (MAX_RENDERS,
 * RENDER_WAIT_MS) or its event loop lags (MAX_EVENT_LOOP_LAG_MS). Cached responses never get this far. Only reads count
 * against the limits on concurrent and queued requests: writes mostly wait for the database
 * (server/platform/database/deadline.ts), and are rejected only while the event loop lags.
 */
export function shedLoad() {
  const { MAX_RENDERS, MAX_WAITING_RENDERS, RENDER_WAIT_MS, MAX_EVENT_LOOP_LAG_MS } = env();
  const lag = watchLag();
  const isBehind = () => lag() > MAX_EVENT_LOOP_LAG_MS;
  const gate = new Gate({ maxConcurrent: MAX_RENDERS, maxQueued: MAX_WAITING_RENDERS, waitMs: RENDER_WAIT_MS, isBehind });
  const report = shedReporter();

  return createMiddleware<AppEnv>(async (c, next) => {
    const isRead = c.req.method === 'GET' || c.req.method === 'HEAD';
    if (c.req.method === 'OPTIONS') return next();
    if (!isRead) {
      if (!isBehind()) return next();
      report('behind');
      return sendOverloaded(c);
    }
    const rejected = await gate.enter({ mayWait: !c.env?.background });
    if (rejected) {
      // A background render is simply tried again later; no visitor was turned away.
      if (!c.env?.background) report(rejected);
      if (rejected !== 'late') await sleep(rejectionDelayMs);
      return sendOverloaded(c);
    }
    try {
      await next();
    } finally {
      gate.leave();
    }
  });
}

function sendOverloaded(c: Context<AppEnv>): Response | Promise<Response> {
  const headers = { 'retry-after': String(retryAfterSeconds), 'cache-control': 'no-store' };
  const context = requestContext();
  if (context) context.isIncomplete = true;
  if (isApi(c.req.path)) return sendProblem(c, 'overloaded', { headers });
  if (c.req.path.startsWith('/RSC/') || !c.req.header('accept')?.includes('text/html')) return c.text('Too busy', 503, headers);
  return plainPage(c, busy);
}

const busy = {
  title: 'Very busy',
  heading: 'The site is very busy at the moment',
  reason: 'We are receiving more requests than we can serve.',
};
