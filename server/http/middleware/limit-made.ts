import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import { receiveUpTo } from '#server/api/protocol/body.ts';
import { sendProblem } from '#server/api/protocol/problem.ts';
import { type PlainText, plainPage } from '#server/http/fallback.ts';
import { limits } from '#server/platform/limits.ts';
import { log } from '#server/platform/log.ts';
import { limitedRequests } from '#server/platform/metrics.ts';
import { throttleByKey } from '#server/platform/throttle.ts';
import { type AppEnv, onlyReads } from '#server/platform/web/app-env.ts';
import { clientAddress, clientShare } from '#server/platform/web/client-address.ts';
import { Gate, overloadedAfterDelay, retryAfterSeconds, unread, watchLag } from '#server/platform/web/gate.ts';
import { callsOf, takeTokens } from '#server/platform/web/rate-limit.ts';
import { plainPages } from '#shared/content/plain-pages.ts';
import type { ProblemCode } from '#shared/schemas/problem.ts';

/** How many requests that may be batches are answered at once, and how many more may wait. */
const batches = { maxConcurrent: 2, maxQueued: 32 };

/**
 * Limits what has to be made; what is cached never gets this far. A client has a budget of responses to be made for it
 * (UNCACHED_RATE_PER_SECOND, UNCACHED_BURST): beyond it, 429 with Retry-After. The process makes so many at once (MAX_RENDERS,
 * MAX_WAITING_RENDERS, RENDER_WAIT_MS), and so many (`batches`) of what may be a batch, whose answer may be large. Beyond that, while
 * its event loop lags (MAX_EVENT_LOOP_LAG_MS), and while too much that was made has not been read, it throws Overloaded, at little
 * cost. Writes mostly wait for the database (server/platform/database/query.ts), so they don't count as being made.
 */
export function limitMade() {
  const { MAX_RENDERS, MAX_WAITING_RENDERS, RENDER_WAIT_MS, MAX_EVENT_LOOP_LAG_MS, BODY_LIMIT_BYTES } = limits;
  const lag = watchLag();
  const isBehind = () => lag() > MAX_EVENT_LOOP_LAG_MS;
  const single = new Gate({ maxConcurrent: MAX_RENDERS, maxQueued: MAX_WAITING_RENDERS, waitMs: RENDER_WAIT_MS, isBehind });
  const batch = new Gate({ ...batches, waitMs: RENDER_WAIT_MS, isBehind });

  return createMiddleware<AppEnv>(async (c, next) => {
    if (c.req.method === 'OPTIONS' || c.env?.isInside) return next();
    const seconds = c.env?.isForCache ? 0 : takeTokens(clientAddress(c), callsOf(c.req.path, c.var.address));
    if (seconds > 0) {
      limitedRequests.inc();
      reportLimited();
      return refuse(c, 'too_many_requests', plainPages.tooMany, seconds);
    }
    const client = clientShare(c);
    if (unread.isFull(client)) throw await overloadedAfterDelay('full');
    if (!onlyReads(c.req.method, c.var.address)) {
      if (!isBehind()) return next();
      throw await overloadedAfterDelay('behind');
    }
    // Whoever sends slowly takes nobody's place.
    const problem = await receiveUpTo(c, BODY_LIMIT_BYTES);
    if (problem) return problem;
    const gate = c.var.address?.api === 'rpc' || c.var.address?.api === 'mcp' ? batch : single;
    return gate.run(client, async () => {
      await next();
      await finish(c);
    });
  });
}

/**
 * Waits for the end of a response whose work goes on while it is read, such as tools over MCP. Not for that of a page, whose beginning
 * is sent at once: the rest waits for the database only, which has a limit of its own. Nor for one of a known length, which is made.
 */
async function finish(c: Context<AppEnv>): Promise<void> {
  const { res } = c;
  if (!res.body || res.headers.has('content-length') || res.headers.get('content-type')?.startsWith('text/html')) return;
  const whole = new Response(await res.arrayBuffer(), res);
  // Otherwise Hono would copy the headers of the first to the second.
  c.res = undefined;
  c.res = whole;
}

/** Answers 503 with Retry-After, for what throws Overloaded. */
export const refuseOverloaded = (c: Context<AppEnv>) => refuse(c, 'overloaded', plainPages.busy, retryAfterSeconds);

/** Refuses a request in the form that its client reads: a problem, a page, or a line of text. */
function refuse(c: Context<AppEnv>, code: ProblemCode, page: PlainText, seconds: number): Response | Promise<Response> {
  const headers = { 'retry-after': String(seconds), 'cache-control': 'no-store' };
  if (c.var.address?.api) return sendProblem(c, code, { headers });
  const status = code === 'overloaded' ? 503 : 429;
  if (!c.req.header('accept')?.includes('text/html')) return c.text(page.title, status, headers);
  return plainPage(c, { ...page, status, seconds });
}

const reportLimited = throttleByKey(1_000, (_, leftOut) =>
  log().warn({ event: 'request.limited', leftOut }, 'Clients over their budget of uncached responses: answered 429'),
);
