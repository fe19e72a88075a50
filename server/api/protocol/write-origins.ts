import { createMiddleware } from 'hono/factory';
import { sendProblem } from '#server/api/protocol/problem.ts';
import { env } from '#server/platform/env.ts';
import type { AppEnv } from '#server/platform/web/app-env.ts';

/**
 * Refuses writes that a browser makes for another site, whose origin is not in API_WRITE_ORIGINS. A server sends neither
 * Origin nor Sec-Fetch-Site, and passes. A mail program's unsubscribing is let through: its token is the permission.
 */
export const writeOrigins = createMiddleware<AppEnv>(async (c, next) => {
  const reads = ['GET', 'HEAD', 'OPTIONS'].includes(c.req.method) || c.req.path === '/api/newsletter/unsubscribe';
  if (reads || mayWrite(c.req.raw)) return next();
  return sendProblem(c, 'origin_not_allowed');
});

/** Whether an origin may write from a browser. */
export function isListedOrigin(origin: string): boolean {
  return env().API_WRITE_ORIGINS.includes(origin);
}

function mayWrite({ headers, url }: Request): boolean {
  const site = headers.get('sec-fetch-site');
  if (site === 'same-origin' || site === 'none') return true;
  const origin = headers.get('origin');
  if (origin === null) return site === null;
  if (isListedOrigin(origin) || origin === new URL(env().PUBLIC_URL).origin) return true;
  // Behind a proxy that ends TLS, our own scheme is http and the browser's is https.
  return site === null && URL.canParse(origin) && new URL(origin).host === (headers.get('host') ?? new URL(url).host);
}
