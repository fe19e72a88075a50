import { randomUUID } from 'node:crypto';
import { createMiddleware } from 'hono/factory';
import type { AppEnv } from '#server/http/app-env.ts';
import { withRequestContext } from '#server/http/request-context.ts';
import { loggablePath, requestIds } from '#server/http/trace.ts';
import { log } from '#server/log.ts';
import { observeRequest } from '#server/metrics/instruments.ts';
import type { RoutePattern } from '#server/metrics/route-pattern.ts';

/**
 * Gives the request an id (the caller's own if it is well formed), sends it back, and writes one line once the answer has
 * left: method, path without its query, status, duration in ms, whether the visitor went away.
 */
export function requestLog(routeOf: RoutePattern) {
  return createMiddleware<AppEnv>(async (c, next) => {
    const started = performance.now();
    const ids = requestIds(c.req.header('x-request-id'), c.req.header('traceparent'));
    const nonce = randomUUID();
    c.set('requestId', ids.requestId);
    c.set('nonce', nonce);

    const write = (aborted: boolean) => {
      const durationMs = Math.round((performance.now() - started) * 10) / 10;
      observeRequest(routeOf(c.req.path), c.res.status, durationMs);
      log().info({
        event: 'request',
        ...ids,
        method: c.req.method,
        path: loggablePath(c.req.path),
        status: c.res.status,
        durationMs,
        ...(aborted ? { aborted } : {}),
      });
    };
    const outgoing = c.env?.outgoing;
    outgoing?.once('close', () => write(!outgoing.writableFinished));
    await withRequestContext({ ...ids, nonce, path: c.req.path }, next);
    c.header('x-request-id', ids.requestId);
    if (!outgoing) write(false);
  });
}
