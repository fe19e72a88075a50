import { randomUUID } from 'node:crypto';
import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import { env } from '#server/platform/env.ts';
import { recordActivity } from '#server/platform/idle.ts';
import { accessLog } from '#server/platform/log.ts';
import { observeRequest } from '#server/platform/metrics/instruments.ts';
import { withRequestContext } from '#server/platform/request-context.ts';
import type { AppEnv } from '#server/platform/web/app-env.ts';
import { loggablePath, requestIds } from '#server/platform/web/trace.ts';

/** Paths that monitoring polls; such requests do not count as activity. */
const monitoringPaths = ['/livez', '/readyz', '/metrics'];

/** Names the route of a path: one of few names, whatever is requested. */
export type RoutePattern = (path: string) => string;

let patterns: RoutePattern = () => 'other';

/** Sets how routes are named in metrics. */
export function setRoutePatterns(routePatterns: RoutePattern): void {
  patterns = routePatterns;
}

/** Names the route of a path, for metrics. */
export const routeOf: RoutePattern = (path) => patterns(path);

type RequestLine = {
  requestId: string;
  traceId: string | undefined;
  method: string;
  /** May include a query, which is not logged. */
  path: string;
  status: number;
  /** `performance.now()` when the request arrived. */
  started: number;
  /** The client went away before the whole response was sent. */
  aborted: boolean;
  /** The response came from the cache. */
  remembered: boolean;
};

/** Logs a request, and observes it for metrics. */
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

/** Gives the request an id and a context, returns the id in `X-Request-Id`, and logs the request once its response is sent. */
export const requestLog = createMiddleware<AppEnv>(async (c, next) => {
  const started = performance.now();
  const ids = requestIds(c.req.header('x-request-id'), c.req.header('traceparent'));
  c.set('requestId', ids.requestId);
  c.set('nonce', randomUUID());
  const onlyReads = c.req.method === 'GET' || c.req.method === 'HEAD';
  const context = { ...ids, onlyReads, databaseMs: databaseMs(c, onlyReads) };
  if (c.env?.background) return withRequestContext(context, next);

  const { requestId, traceId } = ids;
  const { method, path } = c.req;
  if (!monitoringPaths.includes(path)) recordActivity(started);
  const write = (aborted: boolean) =>
    logRequest({ requestId, traceId, method, path, status: c.res.status, started, aborted, remembered: false });
  const outgoing = c.env?.outgoing;
  outgoing?.once('close', () => write(!outgoing.writableFinished));
  await withRequestContext(context, next);
  // Not `c.header`, which would turn a complete body into a stream of a copy.
  c.res.headers.set('x-request-id', ids.requestId);
  if (!outgoing) write(false);
});

/** How long (ms) a request may wait for the database. Pages get a short limit, because they can be served without it. */
function databaseMs(c: Context<AppEnv>, onlyReads: boolean): number {
  const { DATABASE_READ_LIMIT_MS, DATABASE_WRITE_LIMIT_MS } = env();
  const isPageRead = onlyReads && !c.env?.background && !/\.(?:csv|json|xml)$/.test(c.req.path);
  return isPageRead ? DATABASE_READ_LIMIT_MS : DATABASE_WRITE_LIMIT_MS;
}
