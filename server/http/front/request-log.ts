import { accessLog } from '#server/platform/log.ts';
import { countFailedWrite, observeRequest } from '#server/platform/metrics/instruments.ts';
import { loggablePath } from '#server/platform/web/trace.ts';
import type { Visit } from './visit.ts';

/** Asked every second by each proxy: counted, and in the log only at level debug. */
const healthChecks = new Set(['/livez', '/readyz']);

/** Writes a request's log line, and observes it for metrics, once its response has been sent or the client has gone. */
export function logRequest(visit: Visit, routeOf: (path: string) => string): void {
  const { request, response, path, ids } = visit;
  const started = performance.now();
  response.once('close', () => {
    const durationMs = Math.round((performance.now() - started) * 10) / 10;
    const status = response.statusCode;
    observeRequest(routeOf(path), status, durationMs);
    if (!visit.isRead && status >= 500) countFailedWrite();
    accessLog()[healthChecks.has(path) ? 'debug' : 'info']({
      event: 'request',
      ...ids,
      method: request.method,
      path: loggablePath(path),
      status,
      ...(response.writableFinished ? {} : { aborted: true }),
      ...(visit.cached ? { cached: true } : {}),
      durationMs,
    });
  });
}
