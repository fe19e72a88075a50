import { createMiddleware } from 'hono/factory';
import { env } from '#server/platform/env.ts';
import type { AppEnv } from '#server/platform/web/app-env.ts';
import { sendProblem } from './problem.ts';

/**
 * Rejects writes that a browser makes for another site whose origin is not in API_WRITE_ORIGINS. Servers send neither Origin
 * nor Sec-Fetch-Site, so they pass. What a token authorises passes, such as a mail program's one-click unsubscribe.
 */
export const checkWriteOrigin = createMiddleware<AppEnv>(async (c, next) => {
  if (c.req.method === 'OPTIONS' || c.var.address?.hasToken || isOwnOrigin(c.req.raw)) return next();
  if (isListedOrigin(c.req.header('origin') ?? '')) return next();
  return sendProblem(c, 'origin_not_allowed');
});

/** Checks whether API_WRITE_ORIGINS lists an origin. */
export function isListedOrigin(origin: string): boolean {
  return env().API_WRITE_ORIGINS.includes(origin);
}

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
