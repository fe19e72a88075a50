import { limits } from '#server/platform/limits.ts';
import { compressedStream } from '#server/platform/web/compression.ts';
import { acceptedEncoding } from '#server/platform/web/encodings.ts';
import { isApi } from '#server/platform/web/is-api.ts';
import { rateLimitPolicy } from '#server/platform/web/rate-limit.ts';
import { leastProgress, maxDrainedBytes } from '#server/platform/web/read-body.ts';
import { nonPagePolicy, securityHeaderPairs } from '#server/platform/web/security-policy.ts';
import type { Visit } from './visit.ts';
import {
  headerOf,
  isCompressible,
  namesTag,
  type RawHeaders,
  type Representation,
  representationFor,
  type WholeResponse,
} from './whole-response.ts';

/** Sends a response that has been made whole. */
export function send(visit: Visit, whole: WholeResponse): void {
  const { status, headers, body } = representationFor(whole, visit.negotiation);
  const { request, response, isRead } = visit;
  const all = [...headers, ...commonHeaders(visit, headers)];
  if (!isRead && !request.complete) {
    sendBeforeBody(visit, { status, headers: all, body });
    return;
  }
  response.writeHead(status, all);
  response.end(body);
}

/** Returns a response that is sent while it is read: a late page, or one too large to be cached. */
export function inParts(visit: Visit, response: Response, { isLate = false } = {}): Response {
  const { negotiation } = visit;
  const { status, body } = response;
  const headers = new Headers(response.headers);
  const common = commonHeaders(visit, [...headers].flat());
  for (let index = 0; index < common.length; index += 2) headers.set(common[index] ?? '', common[index + 1] ?? '');
  // A late page has no ETag, and may end without its data.
  if (isLate) headers.set('cache-control', 'no-store');
  const etag = headers.get('etag');
  const { ifNoneMatch } = negotiation;
  const isUnchanged = status === 200 && etag !== null && ifNoneMatch !== undefined && namesTag(ifNoneMatch, etag.slice(1, -1));
  if (isUnchanged || negotiation.isHead || !body) {
    void body?.cancel().catch(() => {});
    if (isUnchanged) headers.delete('content-length');
    return new Response(null, { status: isUnchanged ? 304 : status, headers });
  }
  if (!isCompressible(headers)) return new Response(body, { status, headers });
  if (!/\baccept-encoding\b/i.test(headers.get('vary') ?? '')) headers.append('vary', 'Accept-Encoding');
  const encoding = acceptedEncoding(negotiation.acceptEncoding);
  if (!encoding) return new Response(body, { status, headers });
  headers.delete('content-length');
  headers.set('content-encoding', encoding);
  // The bytes differ by encoding, so a strong ETag must not be shared.
  if (etag) headers.set('etag', `W/${etag}`);
  return new Response(compressedStream(body, encoding), { status, headers });
}

/** Returns the headers that every response gets, except those that it has. */
function commonHeaders({ path, limit, ids }: Visit, headers: RawHeaders): RawHeaders {
  const isPage = headerOf(headers, 'content-type')?.startsWith('text/html') ?? false;
  const security = [...securityHeaderPairs(isApi(path) && !isPage), ['content-security-policy', nonPagePolicy]];
  const missing = security.filter(([name = '']) => headerOf(headers, name) === undefined);
  const limits = limit ? ['ratelimit-policy', rateLimitPolicy(), 'ratelimit', limit.rateLimit] : [];
  return [...missing.flat(), ...limits, 'x-request-id', ids.requestId];
}

/**
 * Sends a response to a request whose body has not arrived yet, such as an upload that is too large, and ends the connection. What the
 * client still sends is read and discarded first, within bounds: closed earlier, the connection would be reset, and the answer lost.
 */
function sendBeforeBody({ request, response }: Visit, { status, headers, body }: Representation): void {
  response.writeHead(status, [...headers, 'connection', 'close']);
  if (body) response.write(body);
  // Whoever had begun to read the body has stopped, and would hold what arrives.
  request.removeAllListeners('data');
  let size = 0;
  let before = 0;
  const isSending = () => size - before >= leastProgress.bytes;
  const finish = () => {
    clearInterval(progress);
    clearTimeout(limit);
    response.end();
  };
  const progress = setInterval(() => {
    if (!isSending()) finish();
    before = size;
  }, leastProgress.ms);
  const limit = setTimeout(finish, limits.REQUEST_TIMEOUT_MS);
  request.on('data', (piece: Buffer) => {
    size += piece.length;
    if (size > maxDrainedBytes) finish();
  });
  request.once('end', finish);
  request.once('close', finish);
  request.resume();
}
