import { createMiddleware } from 'hono/factory';
import { encodesUtf8 } from '#server/api/protocol/body.ts';
import { sendProblem } from '#server/api/protocol/problem.ts';
import { maxAddressLength } from '#server/http/addresses.ts';
import type { AddressAt, AppEnv } from '#server/platform/web/app-env.ts';
import { type ProblemCode, problems } from '#shared/schemas/problem.ts';

/** An encoded control character, dot, slash, percent sign or backslash, a raw backslash, or a percent sign that encodes nothing. */
const misleading = /%(?:[01][0-9a-f]|2[5ef]|5c|7f|(?![0-9a-f]{2}))|\\/i;
/** An unreserved character (RFC 3986, section 2.3) that is percent-encoded needlessly. Excludes the dot, which is `misleading`. */
const needlesslyEncoded = /%(?:3\d|[46][1-9a-f]|[57][\da]|2d|5f|7e)/gi;

/**
 * Rejects addresses and methods that no page has: 404 for hidden files, 400 for encoded traversal and broken encodings, 414
 * for excessive length, 405 for anything but reads outside /api. Redirects to the canonical address: no trailing slash, no
 * double slash, no index.html, nothing encoded needlessly, the number of a certificate as the record writes it.
 */
export const checkAddress = (addressAt: AddressAt) =>
  createMiddleware<AppEnv>(async (c, next) => {
    const { pathname, search } = new URL(c.req.url);
    // The path as sent: parsing a URL resolves its dot segments.
    const sent = c.env?.incoming?.url?.split('?', 1)[0] ?? pathname;
    const isApiRequest = addressAt(sent).api !== undefined;
    const reject = (code: ProblemCode) =>
      isApiRequest ? sendProblem(c, code) : c.text(problems[code].title, problems[code].status as 400);
    if (sent.length + search.length > maxAddressLength) return reject('address_too_long');
    if (misleading.test(sent) || !encodesUtf8(sent)) return reject('address_malformed');
    if (/\/\.(?!well-known\/)/.test(sent)) return reject('not_found');

    const canonical = canonicalPath(pathname, addressAt);
    if (canonical !== pathname) return c.redirect(canonical + search, 308);

    if (!isApiRequest && c.req.method !== 'GET' && c.req.method !== 'HEAD') {
      return c.text('Method not allowed', 405, { allow: addressAt(pathname).allows });
    }
    await next();
  });

/** Returns the canonical form of a path. */
function canonicalPath(pathname: string, addressAt: AddressAt): string {
  const decoded = pathname.replace(needlesslyEncoded, decodeURIComponent).replace(/\/{2,}/g, '/');
  // Of the API, `index.html` may be a value that a client is looking for.
  const folder = addressAt(decoded).api ? decoded : decoded.replace(/\/index\.html$/, '/');
  const path = folder.length > 1 && folder.endsWith('/') ? folder.slice(0, -1) : folder;
  const { spell } = addressAt(path);
  const [, before = '', part = '', ending = ''] = (spell && namedFile.exec(path)) || [];
  const spelt = spell?.(decodeURIComponent(part));
  return spelt === undefined ? path : before + spelt + ending.toLowerCase();
}

/** The last part of an address, and the ending of a file. */
const namedFile = /^(.*\/)([^/]+?)(\.(?:json|pdf|tlog-proof))?$/i;
