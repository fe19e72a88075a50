import { createMiddleware } from 'hono/factory';
import type { AppEnv } from '#server/platform/web/app-env.ts';
import { isApi } from '#server/platform/web/is-api.ts';
import { answerPolicy, pagePolicy, securityHeaderPairs } from '#server/platform/web/security-policy.ts';

/** Sets the headers that every answer carries, and a policy where the answer has none. What an answer has already stays: it knows better. */
export function securityHeaders() {
  const ofPages = securityHeaderPairs(false);
  const ofData = securityHeaderPairs(true);
  return createMiddleware<AppEnv>(async (c, next) => {
    await next();
    const { headers } = c.res;
    const isPage = headers.get('content-type')?.startsWith('text/html');
    const pairs = isApi(c.req.path) && !isPage ? ofData : ofPages;
    for (const [name, value] of pairs) if (!headers.has(name)) headers.set(name, value);
    if (headers.has('content-security-policy')) return;
    if (!isPage) headers.set('content-security-policy', answerPolicy);
    else if (!import.meta.env.DEV) headers.set('content-security-policy', pagePolicy({ nonce: c.var.nonce }));
  });
}
