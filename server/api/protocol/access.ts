import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import { sendProblem } from '#server/api/protocol/problem.ts';
import { env } from '#server/platform/env.ts';
import type { AppEnv } from '#server/platform/web/app-env.ts';

/**
 * Rejects writes that a browser makes for another site whose origin is not in API_WRITE_ORIGINS. Servers send neither Origin
 * nor Sec-Fetch-Site, so they pass. One-click unsubscribe requests pass, because their token authorises them.
 */
export const checkWriteOrigin = createMiddleware<AppEnv>(async (c, next) => {
  const isExempt = c.req.method === 'OPTIONS' || c.req.path === '/api/newsletter/unsubscribe';
  if (isExempt || isWriteAllowed(c.req.raw)) return next();
  return sendProblem(c, 'origin_not_allowed');
});

/** Checks whether API_WRITE_ORIGINS lists an origin. */
export function isListedOrigin(origin: string): boolean {
  return env().API_WRITE_ORIGINS.includes(origin);
}

function isWriteAllowed(request: Request): boolean {
  return isOwnOrigin(request) || isListedOrigin(request.headers.get('origin') ?? '');
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

type Authorised<Key> = { key: Key; problem?: undefined } | { problem: Response };

/**
 * Checks that a request has a bearer key, which `authenticate` looks up, and that the key permits `scope`. Returns the key, or a
 * problem to answer with (401 or 403). @throws what `authenticate` throws.
 */
export async function authorise<Scope extends string, Key extends { scopes: readonly Scope[] }>(
  c: Context<AppEnv>,
  scope: Scope,
  authenticate: (key: string) => Promise<Key | undefined>,
): Promise<Authorised<Key>> {
  const [, sent] = /^Bearer (\S+)$/i.exec(c.req.header('authorization') ?? '') ?? [];
  const key = sent === undefined ? undefined : await authenticate(sent);
  if (!key) return { problem: sendProblem(c, 'key_missing', { headers: { 'www-authenticate': 'Bearer' } }) };
  return key.scopes.includes(scope) ? { key } : { problem: sendProblem(c, 'scope_missing') };
}
