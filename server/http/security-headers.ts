import { createMiddleware } from 'hono/factory';
import type { AppEnv } from '#server/http/app-env.ts';

/**
 * Headers of every answer. Scripts run when they carry this answer's nonce, or are loaded by one that does; styles,
 * pictures and fonts come from this site only. `schedulerOrigins` are let in on /book-call alone.
 */
export function securityHeaders({ https, schedulerOrigins }: { https: boolean; schedulerOrigins: string[] }) {
  return createMiddleware<AppEnv>(async (c, next) => {
    await next();
    const headers = c.res.headers;
    headers.set('x-content-type-options', 'nosniff');
    headers.set('referrer-policy', 'strict-origin-when-cross-origin');
    headers.set('permissions-policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()');
    headers.set('cross-origin-opener-policy', 'same-origin');
    if (https) headers.set('strict-transport-security', 'max-age=63072000; includeSubDomains');
    if (import.meta.env.DEV || headers.has('content-security-policy')) return;
    headers.set('content-security-policy', policy(c.var.nonce, c.req.path === '/book-call' ? schedulerOrigins.join(' ') : undefined));
  });
}

function policy(nonce: string, scheduler: string | undefined): string {
  return [
    `default-src 'none'`,
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src 'self'${scheduler ? ` ${scheduler}` : ''}`,
    `img-src 'self' data:${scheduler ? ` ${scheduler}` : ''}`,
    `font-src 'self'`,
    `connect-src 'self'`,
    `manifest-src 'self'`,
    ...(scheduler ? [`frame-src ${scheduler}`] : []),
    `form-action 'self'`,
    `base-uri 'none'`,
    `frame-ancestors 'none'`,
  ].join('; ');
}
