import { createMiddleware } from 'hono/factory';
import type { AppEnv } from '#server/platform/web/app-env.ts';
import { isApi } from '#server/platform/web/is-api.ts';
import { nonPagePolicy, pagePolicy, securityHeaderPairs } from '#server/platform/web/security-policy.ts';

/** Sets the security headers, and a content security policy, on every response. Never replaces a header that a response already has. */
export function securityHeaders() {
  const pageHeaders = securityHeaderPairs(false);
  const dataHeaders = securityHeaderPairs(true);
  return createMiddleware<AppEnv>(async (c, next) => {
    await next();
    const { headers } = c.res;
    const isPage = headers.get('content-type')?.startsWith('text/html');
    const pairs = isApi(c.req.path) && !isPage ? dataHeaders : pageHeaders;
    for (const [name, value] of pairs) if (!headers.has(name)) headers.set(name, value);
    if (headers.has('content-security-policy')) return;
    if (!isPage) headers.set('content-security-policy', nonPagePolicy);
    else if (!import.meta.env.DEV) headers.set('content-security-policy', pagePolicy({ nonce: c.var.nonce }));
  });
}
