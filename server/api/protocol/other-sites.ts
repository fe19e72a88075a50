// What pages of other sites may do with the API: read all of it, and write if API_WRITE_ORIGINS lists their origin.
import type { Context } from 'hono';
import { cors } from 'hono/cors';
import { createMiddleware } from 'hono/factory';
import { env } from '#server/platform/env.ts';
import { type AppEnv, onlyReads } from '#server/platform/web/app-env.ts';
import { sendProblem } from './problem.ts';

/** Response headers that a script on another site may read. */
const exposedHeaders = [
  ...['ETag', 'Link', 'Last-Modified', 'Content-Disposition', 'Content-Location', 'Retry-After', 'RateLimit', 'RateLimit-Policy'],
  ...['X-Request-Id', 'Idempotency-Replayed', 'Allow'],
];
/** How long a browser may cache a preflight response, in seconds. */
const preflightSeconds = 86_400;

/** Request headers that a script on another site may send: ours, those of W3C Trace Context, and of MCP's clients. */
const requestHeaders = [
  ...['Accept', 'Content-Type', 'Idempotency-Key', 'If-Modified-Since', 'If-None-Match', 'X-Request-Id'],
  ...['traceparent', 'tracestate', 'Mcp-Protocol-Version', 'Mcp-Method', 'Mcp-Name'],
];

const commonOptions = {
  allowMethods: (_origin: string, c: Context<AppEnv>) => c.var.address?.allows.split(', ') ?? [],
  exposeHeaders: exposedHeaders,
  maxAge: preflightSeconds,
};
const openToAll = cors({ ...commonOptions, allowHeaders: requestHeaders, origin: '*' });
const openToListed = cors({
  ...commonOptions,
  allowHeaders: [...requestHeaders, 'Authorization'],
  origin: (origin) => (isListedOrigin(origin) ? origin : null),
});

/**
 * Sets the CORS headers and answers preflights (OPTIONS). Any site may read; the origins in API_WRITE_ORIGINS may also
 * write, and send a key. No response depends on a cookie. Runs before everything that rejects requests, so that a script on another site
 * can read the reason.
 */
export const crossOrigin = createMiddleware<AppEnv>((c, next) => {
  const isPreflight = c.req.method === 'OPTIONS';
  if (isPreflight) c.header('allow', c.var.address?.allows);
  const method = isPreflight ? (c.req.header('access-control-request-method') ?? 'GET') : c.req.method;
  // A client that may send a key sends it with reads too.
  const isOfListed = isPreflight && isListedOrigin(c.req.header('origin'));
  if (isOfListed || !onlyReads(method, c.var.address)) return openToListed(c, next);
  c.header('cross-origin-resource-policy', 'cross-origin');
  return openToAll(c, next);
});

/**
 * For writes: rejects those that a browser makes for another site whose origin is not in API_WRITE_ORIGINS. Servers send neither Origin
 * nor Sec-Fetch-Site, so they pass. What a token authorises passes, such as a mail program's one-click unsubscribe.
 */
export const checkWriteOrigin = createMiddleware<AppEnv>(async (c, next) => {
  if (c.var.address?.hasToken || isOwnOrigin(c.req.raw) || isListedOrigin(c.req.header('origin'))) return next();
  return sendProblem(c, 'origin_not_allowed');
});

const isListedOrigin = (origin = '') => env().API_WRITE_ORIGINS.includes(origin);

/** Checks whether a request comes from a page of this site, or from no browser. */
export function isOwnOrigin({ headers, url }: Request): boolean {
  const site = headers.get('sec-fetch-site');
  if (site === 'same-origin' || site === 'none') return true;
  const origin = headers.get('origin');
  if (origin === null) return site === null;
  if (origin === new URL(env().PUBLIC_URL).origin) return true;
  // Behind a proxy that terminates TLS, the request's own scheme is http and the browser's is https, so compare hosts only.
  return site === null && URL.canParse(origin) && new URL(origin).host === (headers.get('host') ?? new URL(url).host);
}
