import { createMiddleware } from 'hono/factory';
import type { AppEnv } from '#server/http/app-env.ts';

const pageMethods = 'GET, HEAD';
const maxAddressLength = 4_096;

/**
 * Addresses and methods that are no page's: hidden files, encoded slashes and traversal, absurd lengths are 400 or 404;
 * a page has one address (no trailing slash, no double slash, no index.html) and is only read.
 */
export const guards = createMiddleware<AppEnv>(async (c, next) => {
  const { pathname, search } = new URL(c.req.url);
  if (pathname.length + search.length > maxAddressLength) return c.text('Address too long', 414);
  if (/%(?:00|2e|2f|5c)|\\/i.test(pathname)) return c.text('Bad address', 400);
  if (/\/\.(?!well-known\/)/.test(pathname)) return c.text('Not found', 404);

  const canonical = canonicalPath(pathname);
  if (canonical !== pathname) return c.redirect(canonical + search, 308);

  const isApi = pathname.startsWith('/api/') || pathname.startsWith('/RSC/');
  if (!isApi && c.req.method !== 'GET' && c.req.method !== 'HEAD') {
    return c.text('Method not allowed', 405, { allow: pageMethods });
  }
  await next();
});

/** The one address of what `pathname` names. */
function canonicalPath(pathname: string): string {
  if (pathname.startsWith('/RSC/')) return pathname;
  return pathname
    .replace(/\/{2,}/g, '/')
    .replace(/\/index\.html$/, '/')
    .replace(/(.)\/+$/, '$1');
}
