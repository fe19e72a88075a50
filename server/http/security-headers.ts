import { createMiddleware } from 'hono/factory';
import { env } from '#server/env.ts';
import type { AppEnv } from '#server/http/app-env.ts';

/** Headers of every answer, apart from its Content-Security-Policy. */
export function securityHeaderPairs(): [string, string][] {
  return [
    ['x-content-type-options', 'nosniff'],
    ['referrer-policy', 'strict-origin-when-cross-origin'],
    ['permissions-policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()'],
    ['cross-origin-opener-policy', 'same-origin'],
    ...(env().PUBLIC_URL.startsWith('https:')
      ? ([['strict-transport-security', 'max-age=63072000; includeSubDomains']] as [string, string][])
      : []),
  ];
}

/** Sets them, and a policy where the answer has none. */
export function securityHeaders() {
  const pairs = securityHeaderPairs();
  return createMiddleware<AppEnv>(async (c, next) => {
    await next();
    const { headers } = c.res;
    for (const [name, value] of pairs) headers.set(name, value);
    if (import.meta.env.DEV || headers.has('content-security-policy')) return;
    headers.set('content-security-policy', pagePolicy({ nonce: c.var.nonce, path: c.req.path }));
  });
}

/** For answers that are no pages. */
export const answerPolicy = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'";

type PagePolicy = {
  path: string;
  /** Of a page that is sent while it is rendered: scripts run when they carry it, or are loaded by one that does. */
  nonce?: string;
  /** Of a finished page, which has no script but files of this site, and its styles in it. */
  styleHash?: string | undefined;
};

/** Scripts, styles, pictures and fonts come from this site only; the scheduler's are let in on /book-call alone. */
export function pagePolicy({ path, nonce, styleHash }: PagePolicy): string {
  const scheduler = path === '/book-call' ? ` ${schedulerOrigins()}` : '';
  return [
    `default-src 'none'`,
    nonce ? `script-src 'nonce-${nonce}' 'strict-dynamic'` : `script-src 'self'${scheduler}`,
    `style-src 'self'${styleHash ? ` '${styleHash}'` : ''}${scheduler}`,
    `img-src 'self' data:${scheduler}`,
    `font-src 'self'`,
    `connect-src 'self'`,
    `manifest-src 'self'`,
    ...(scheduler ? [`frame-src${scheduler}`] : []),
    `form-action 'self'`,
    `base-uri 'none'`,
    `frame-ancestors 'none'`,
  ].join('; ');
}

function schedulerOrigins(): string {
  const { SCHEDULER_SCRIPT_URL, SCHEDULER_URL } = env();
  return [...new Set([SCHEDULER_SCRIPT_URL, SCHEDULER_URL].map((address) => new URL(address).origin))].join(' ');
}
