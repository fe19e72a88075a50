import type { Context } from 'hono';
import { cors } from 'hono/cors';
import { createMiddleware } from 'hono/factory';
import { allowedMethods } from '#server/api/protocol/allowed-methods.ts';
import { isListedOrigin } from '#server/api/protocol/write-origins.ts';
import type { AppEnv } from '#server/platform/web/app-env.ts';

/** Headers that a script on another site may read. */
const exposed = [
  ...['ETag', 'Link', 'Last-Modified', 'Content-Disposition', 'Retry-After', 'RateLimit', 'RateLimit-Policy'],
  ...['X-Request-Id', 'Idempotency-Replayed', 'Allow'],
];
/** Seconds for which a browser keeps the answer to a preflight. */
const preflightSeconds = 86_400;

const forOthers = {
  allowMethods: (_origin: string, c: Context) => allowedMethods(c.req.path).split(', '),
  allowHeaders: ['Accept', 'Content-Type', 'Idempotency-Key', 'If-Modified-Since', 'If-None-Match', 'X-Request-Id'],
  exposeHeaders: exposed,
  maxAge: preflightSeconds,
};
const openToAll = cors({ ...forOthers, origin: '*' });
const openToListed = cors({ ...forOthers, origin: (origin) => (isListedOrigin(origin) ? origin : null) });

/**
 * Any site may read. Those of API_WRITE_ORIGINS may write. No answer depends on a cookie. It stands before whatever refuses
 * a request, so that a script on another site can read why; what it asks first (OPTIONS) is answered here.
 */
export const otherOrigins = createMiddleware<AppEnv>((c, next) => {
  if (c.req.method === 'OPTIONS') c.header('allow', allowedMethods(c.req.path));
  if (asksToWrite(c)) return openToListed(c, next);
  c.header('cross-origin-resource-policy', 'cross-origin');
  return openToAll(c, next);
});

function asksToWrite(c: Context): boolean {
  const method = c.req.method === 'OPTIONS' ? (c.req.header('access-control-request-method') ?? 'GET') : c.req.method;
  return method !== 'GET' && method !== 'HEAD';
}
