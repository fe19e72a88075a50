import { createMiddleware } from 'hono/factory';
import { sendProblem } from '#server/api/protocol/problem.ts';
import type { AppEnv } from '#server/platform/web/app-env.ts';
import { type ProblemCode, problems } from '#src/schemas/problem.ts';

const pageMethods = 'GET, HEAD';
const maxAddressLength = 4_096;

/** An encoded NUL, dot, slash, percent sign or backslash, a control character, or a percent sign that encodes nothing. */
const misleading = /%(?:[01][0-9a-f]|2[5ef]|5c|7f|(?![0-9a-f]{2}))|\\/i;
/** A letter, a digit, `-`, `_` or `~` that is encoded although it need not be (RFC 3986, section 2.3); a dot is misleading. */
const needless = /%(?:3\d|[46][1-9a-f]|[57][\da]|2d|5f|7e)/gi;
/** What the router asks for. There are no server functions (`/RSC/F/`), and nothing else below /RSC. */
const routerAddress = /^\/RSC\/R\/[\w./%-]*\.txt$/;

/**
 * Addresses and methods that are no page's: hidden files are 404, encoded traversal and broken encodings 400, absurd
 * lengths 414; a page has one address (no trailing slash, no double slash, no index.html, nothing encoded that need not be) and
 * is only read.
 */
export const checkAddress = createMiddleware<AppEnv>(async (c, next) => {
  const { pathname, search } = new URL(c.req.url);
  // As it was sent: a URL has its dot segments resolved already.
  const sent = c.env?.incoming?.url?.split('?', 1)[0] ?? pathname;
  const isApi = /^\/api(?:\/|$)/.test(sent);
  const no = (code: ProblemCode) => (isApi ? sendProblem(c, code) : c.text(problems[code].title, problems[code].status as 400));
  if (sent.length + search.length > maxAddressLength) return no('address_too_long');
  if (misleading.test(sent) || !isUtf8(sent)) return no('address_malformed');
  if (/\/\.(?!well-known\/)/.test(sent)) return no('not_found');

  const canonical = canonicalPath(pathname);
  if (canonical !== pathname) return c.redirect(canonical + search, 308);

  if (pathname.startsWith('/RSC/') && !routerAddress.test(pathname)) return c.text('Not found', 404);
  if (!isApi && c.req.method !== 'GET' && c.req.method !== 'HEAD') {
    return c.text('Method not allowed', 405, { allow: pageMethods });
  }
  await next();
});

function isUtf8(encoded: string): boolean {
  if (!encoded.includes('%')) return true;
  try {
    return decodeURIComponent(encoded) !== '';
  } catch {
    return false;
  }
}

/** The one address of what `pathname` names. */
function canonicalPath(pathname: string): string {
  if (pathname.startsWith('/RSC/')) return pathname;
  const single = pathname.replace(needless, decodeURIComponent).replace(/\/{2,}/g, '/');
  // Under /api a last part may be anything that a caller looks for.
  const folder = single.startsWith('/api/') ? single : single.replace(/\/index\.html$/, '/');
  // Double slashes are single by now.
  return folder.length > 1 && folder.endsWith('/') ? folder.slice(0, -1) : folder;
}
