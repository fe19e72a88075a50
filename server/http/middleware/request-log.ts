import { randomUUID } from 'node:crypto';
import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import { type RoutePattern, routePatterns } from '#server/http/middleware/route-pattern.ts';
import { env } from '#server/platform/env.ts';
import { recordActivity } from '#server/platform/idle.ts';
import { accessLog } from '#server/platform/log.ts';
import { observeRequest } from '#server/platform/metrics/instruments.ts';
import { withRequestContext } from '#server/platform/request-context.ts';
import type { AppEnv } from '#server/platform/web/app-env.ts';
import { loggablePath, requestIds } from '#server/platform/web/trace.ts';

/** How long (ms) an answer that nobody waits for may be rendered. */
const patienceMs = 5_000;
/** What asks for these watches the process, again and again. */
const watchers = ['/livez', '/readyz', '/metrics'];

let patterns: RoutePattern = routePatterns([]);

/** Tells which pages there are: metrics name each of them, and no other address. */
export function nameRoutes(pages: readonly { path: string }[]): void {
  patterns = routePatterns(pages);
}

/** The route of a path, for metrics. */
export const routeOf: RoutePattern = (path) => patterns(path);

type RequestLine = {
  requestId: string;
  traceId: string | undefined;
  method: string;
  /** Of the address; what follows a `?` is not logged. */
  path: string;
  status: number;
  /** `performance.now()` when the request came. */
  started: number;
  /** The visitor went away before the answer had left. */
  aborted: boolean;
  /** The answer was kept from an earlier request. */
  remembered: boolean;
};

/** One line for each request, and one observation. */
export function logRequest({ requestId, traceId, method, path: address, status, started, aborted, remembered }: RequestLine): void {
  const [path = ''] = address.split('?', 1);
  const durationMs = Math.round((performance.now() - started) * 10) / 10;
  observeRequest(routeOf(path), status, durationMs);
  accessLog().info({
    event: 'request',
    requestId,
    ...(traceId ? { traceId } : {}),
    method,
    path: loggablePath(path),
    status,
    ...(aborted ? { aborted } : {}),
    ...(remembered ? { remembered } : {}),
    durationMs,
  });
}

/** Gives the request an id, sends it back, and writes the line once the answer has left. */
export const requestLog = createMiddleware<AppEnv>(async (c, next) => {
  const started = performance.now();
  const ids = requestIds(c.req.header('x-request-id'), c.req.header('traceparent'));
  const nonce = randomUUID();
  c.set('requestId', ids.requestId);
  c.set('nonce', nonce);
  const onlyReads = c.req.method === 'GET' || c.req.method === 'HEAD';
  const { search } = new URL(c.req.url);
  const context = { ...ids, nonce, path: c.req.path, search, onlyReads, databaseMs: databaseMs(c, onlyReads) };
  if (c.env?.background) return withRequestContext({ ...context, readyWithinMs: patienceMs }, next);

  const { requestId, traceId } = ids;
  const { method, path } = c.req;
  if (!watchers.includes(path)) recordActivity(started);
  const write = (aborted: boolean) =>
    logRequest({ requestId, traceId, method, path, status: c.res.status, started, aborted, remembered: false });
  const outgoing = c.env?.outgoing;
  outgoing?.once('close', () => write(!outgoing.writableFinished));
  await withRequestContext(context, next);
  c.header('x-request-id', ids.requestId);
  if (!outgoing) write(false);
});

/** How long (ms) a request may wait for the database: a visitor who reads gets an answer without it soon. */
function databaseMs(c: Context<AppEnv>, onlyReads: boolean): number {
  const { DATABASE_READ_LIMIT_MS, DATABASE_WRITE_LIMIT_MS } = env();
  const isQuick = onlyReads && !c.env?.background && !/\.(?:csv|json|xml)$/.test(c.req.path);
  return isQuick ? DATABASE_READ_LIMIT_MS : DATABASE_WRITE_LIMIT_MS;
}
