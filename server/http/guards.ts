import { createMiddleware } from 'hono/factory';
import type { AppEnv } from '#server/http/app-env.ts';
import { refuse } from '#server/rest/problem.ts';
import { type ProblemCode, problems } from '#src/schemas/problem.ts';

const pageMethods = 'GET, HEAD';
const maxAddressLength = 4_096;

/**
 * Addresses and methods that are no page's: hidden files, encoded slashes and traversal, absurd lengths are 400 or 404;
 * a page has one address (no trailing slash, no double slash, no index.html) and is only read.
 */
export const guards = createMiddleware<AppEnv>(async (c, next) => {
  const { pathname, search } = new URL(c.req.url);
  const isApi = pathname === '/api' || pathname.startsWith('/api/');
  const no = (code: ProblemCode) => (isApi ? refuse(c, code) : c.text(problems[code].title, problems[code].status as 400));
  if (pathname.length + search.length > maxAddressLength) return no('address_too_long');
  if (/%(?:00|2e|2f|5c)|\\/i.test(pathname)) return no('address_malformed');
  if (/\/\.(?!well-known\/)/.test(pathname)) return no('not_found');

  const canonical = canonicalPath(pathname);
  if (canonical !== pathname) return c.redirect(canonical + search, 308);

  if (!isApi && !pathname.startsWith('/RSC/') && c.req.method !== 'GET' && c.req.method !== 'HEAD') {
    return c.text('Method not allowed', 405, { allow: pageMethods });
  }
  await next();
});

/** The one address of what `pathname` names. */
function canonicalPath(pathname: string): string {
  if (pathname.startsWith('/RSC/')) return pathname;
  const single = pathname.replace(/\/{2,}/g, '/');
  // Under /api a last part may be anything that a caller looks for.
  const folder = single.startsWith('/api/') ? single : single.replace(/\/index\.html$/, '/');
  return folder.replace(/(.)\/+$/, '$1');
}
