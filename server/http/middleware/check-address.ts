import { createMiddleware } from 'hono/factory';
import { sendProblem } from '#server/api/protocol/problem.ts';
import { maxAddressLength } from '#server/http/front/visit.ts';
import { type AppEnv, isApi } from '#server/platform/web/app-env.ts';
import { type ProblemCode, problems } from '#shared/schemas/problem.ts';
import { readCertificateNumber } from '#verify/file.ts';

const pageMethods = 'GET, HEAD';

/** An encoded control character, dot, slash, percent sign or backslash, a raw backslash, or a percent sign that encodes nothing. */
const misleading = /%(?:[01][0-9a-f]|2[5ef]|5c|7f|(?![0-9a-f]{2}))|\\/i;
/** An unreserved character (RFC 3986, section 2.3) that is percent-encoded needlessly. Excludes the dot, which is `misleading`. */
const needlesslyEncoded = /%(?:3\d|[46][1-9a-f]|[57][\da]|2d|5f|7e)/gi;

/**
 * Rejects addresses and methods that no page has: 404 for hidden files, 400 for encoded traversal and broken encodings, 414
 * for excessive length, 405 for anything but reads outside /api. Redirects to the canonical address: no trailing slash, no
 * double slash, no index.html, nothing encoded needlessly, the number of a certificate as the record writes it.
 */
export const checkAddress = createMiddleware<AppEnv>(async (c, next) => {
  const { pathname, search } = new URL(c.req.url);
  // The path as sent: parsing a URL resolves its dot segments.
  const sent = c.env?.incoming?.url?.split('?', 1)[0] ?? pathname;
  const isApiRequest = isApi(sent);
  const reject = (code: ProblemCode) => (isApiRequest ? sendProblem(c, code) : c.text(problems[code].title, problems[code].status as 400));
  if (sent.length + search.length > maxAddressLength) return reject('address_too_long');
  if (misleading.test(sent) || !isUtf8(sent)) return reject('address_malformed');
  if (/\/\.(?!well-known\/)/.test(sent)) return reject('not_found');

  const canonical = canonicalPath(pathname);
  if (canonical !== pathname) return c.redirect(canonical + search, 308);

  if (!isApiRequest && c.req.method !== 'GET' && c.req.method !== 'HEAD') {
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

/** Returns the canonical form of a path. */
function canonicalPath(pathname: string): string {
  const decoded = pathname.replace(needlesslyEncoded, decodeURIComponent).replace(/\/{2,}/g, '/');
  // Under /api, `index.html` may be a value that a client is looking for.
  const folder = decoded.startsWith('/api/') ? decoded : decoded.replace(/\/index\.html$/, '/');
  const path = folder.length > 1 && folder.endsWith('/') ? folder.slice(0, -1) : folder;
  return path.replace(certificate, (whole, before: string, written: string, ending: string = '') => {
    const number = readCertificateNumber(tryDecode(written));
    return number === undefined ? whole : before + number + ending.toLowerCase();
  });
}

/** The number in the address of a certificate, or of a file of it, in any writing. */
const certificate = /^(\/certificates\/)([^/]+?)(\.(?:json|pdf|tlog-proof))?$/i;

function tryDecode(encoded: string): string {
  return isUtf8(encoded) ? decodeURIComponent(encoded) : encoded;
}
