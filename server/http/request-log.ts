import { randomUUID } from 'node:crypto';
import { createMiddleware } from 'hono/factory';
import type { AppEnv } from '#server/http/app-env.ts';
import { withRequestContext } from '#server/http/request-context.ts';
import { log } from '#server/log.ts';

const wellFormedId = /^[\w.-]{8,64}$/;

/**
 * Gives the request an id (the caller's own `X-Request-Id` if it is well formed), sends it back, and writes one line
 * once the answer has left: method, path without its query, status, duration in ms, whether the visitor went away.
 */
export const requestLog = createMiddleware<AppEnv>(async (c, next) => {
  const started = performance.now();
  const given = c.req.header('x-request-id');
  const requestId = given && wellFormedId.test(given) ? given : randomUUID();
  const nonce = randomUUID();
  c.set('requestId', requestId);
  c.set('nonce', nonce);

  const write = (aborted: boolean) => {
    log().info({
      event: 'request',
      requestId,
      method: c.req.method,
      path: c.req.path,
      status: c.res.status,
      durationMs: Math.round((performance.now() - started) * 10) / 10,
      ...(aborted ? { aborted } : {}),
    });
  };
  const outgoing = c.env?.outgoing;
  outgoing?.once('close', () => write(!outgoing.writableFinished));
  await withRequestContext({ requestId, nonce, path: c.req.path }, next);
  c.header('x-request-id', requestId);
  if (!outgoing) write(false);
});
