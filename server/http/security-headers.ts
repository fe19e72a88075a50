import { createMiddleware } from 'hono/factory';
import type { AppEnv } from '#server/http/app-env.ts';

/** What a page of this site may use of the browser: nothing but full screen and writing a link to the clipboard. */
const denied = [
  ...['accelerometer', 'autoplay', 'browsing-topics', 'camera', 'clipboard-read', 'compute-pressure', 'display-capture'],
  ...['encrypted-media', 'gamepad', 'geolocation', 'gyroscope', 'hid', 'identity-credentials-get', 'idle-detection', 'keyboard-map'],
  ...['local-fonts', 'magnetometer', 'microphone', 'midi', 'otp-credentials', 'payment', 'picture-in-picture'],
  ...['publickey-credentials-create', 'publickey-credentials-get', 'screen-wake-lock', 'serial', 'storage-access', 'sync-xhr', 'usb'],
  ...['window-management', 'xr-spatial-tracking'],
];
const permissions = [...denied.map((feature) => `${feature}=()`), 'clipboard-write=(self)', 'fullscreen=(self)'].join(', ');

/** The policy of everything that is no page: it runs nothing, loads nothing, and stands in no frame. */
export const strictPolicy = `default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/**
 * The headers that every answer carries, whoever makes it; its Content-Security-Policy comes to them. With `https`
 * (PUBLIC_URL), browsers are told to use nothing else for two years.
 */
export function fixedHeaders({ https }: { https: boolean }): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': permissions,
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    ...(https ? { 'strict-transport-security': 'max-age=63072000; includeSubDomains' } : {}),
  };
}

/**
 * Sets the headers of every answer that comes through the app. On pages, scripts run when they carry this answer's nonce,
 * or are loaded by one that does; styles, pictures and fonts come from this site only. `schedulerOrigins` are let in on
 * /book-call alone. Headers that an answer has already stay: it knows better.
 */
export function securityHeaders({ https, schedulerOrigins }: { https: boolean; schedulerOrigins: string[] }) {
  const fixed = Object.entries(fixedHeaders({ https }));
  return createMiddleware<AppEnv>(async (c, next) => {
    await next();
    const headers = c.res.headers;
    for (const [name, value] of fixed) if (!headers.has(name)) headers.set(name, value);
    if (headers.has('content-security-policy')) return;
    const isPage = headers.get('content-type')?.startsWith('text/html');
    if (!isPage) headers.set('content-security-policy', strictPolicy);
    else if (!import.meta.env.DEV) {
      headers.set('content-security-policy', policy(c.var.nonce, c.req.path === '/book-call' ? schedulerOrigins.join(' ') : undefined));
    }
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
