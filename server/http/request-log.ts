import { randomUUID } from 'node:crypto';
import { createMiddleware } from 'hono/factory';
import type { AppEnv } from '#server/http/app-env.ts';
import { withRequestContext } from '#server/http/request-context.ts';
import { log } from '#server/log.ts';

const wellFormedId = /^[\w.-]{8,64}$/;
/** How long (ms) an answer that nobody waits for may be rendered. */
const patienceMs = 5_000;

/** The caller's own `X-Request-Id` if it is well formed, else a new one. */
export function requestIdOf(given: string | undefined): string {
  return given && wellFormedId.test(given) ? given : randomUUID();
}

type RequestLine = {
  requestId: string;
  method: string;
  /** Of the address; what follows a `?` is not logged. */
  path: string;
  status: number;
  /** `performance.now()` when the request came. */
  started: number;
  /** The visitor went away before the answer had left. */
  aborted?: boolean;
  /** The answer was kept from an earlier request. */
  remembered?: boolean;
};

/** One line for each request. */
export function logRequest({ path, started, aborted = false, remembered = false, ...facts }: RequestLine): void {
  const end = path.indexOf('?');
  log().info({
    event: 'request',
    ...facts,
    path: end === -1 ? path : path.slice(0, end),
    durationMs: Math.round((performance.now() - started) * 10) / 10,
    ...(aborted ? { aborted } : {}),
    ...(remembered ? { remembered } : {}),
  });
}

/** Gives the request an id, sends it back, and writes the line once the answer has left. */
export const requestLog = createMiddleware<AppEnv>(async (c, next) => {
  const started = performance.now();
  const requestId = requestIdOf(c.req.header('x-request-id'));
  const nonce = randomUUID();
  c.set('requestId', requestId);
  c.set('nonce', nonce);
  const context = { requestId, nonce, path: c.req.path };
  if (c.env?.background) return withRequestContext({ ...context, settleMs: patienceMs }, next);

  const { method, path } = c.req;
  const write = (aborted: boolean) => logRequest({ requestId, method, path, status: c.res.status, started, aborted });
  const outgoing = c.env?.outgoing;
  outgoing?.once('close', () => write(!outgoing.writableFinished));
  await withRequestContext(context, next);
  c.header('x-request-id', requestId);
  if (!outgoing) write(false);
});
