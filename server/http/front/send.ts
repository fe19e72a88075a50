import { compressedStream } from '#server/platform/web/compression.ts';
import { acceptedEncoding, compressible } from '#server/platform/web/encodings.ts';
import { isApi } from '#server/platform/web/is-api.ts';
import { rateLimitPolicy } from '#server/platform/web/rate-limit.ts';
import { nonPagePolicy, securityHeaderPairs } from '#server/platform/web/security-policy.ts';
import { sendBeforeBody } from './send-before-body.ts';
import type { Visit } from './visit.ts';
import { type RawHeaders, representationFor, type WholeResponse } from './whole-response.ts';

/** Sends a response that has been made whole. */
export function send(visit: Visit, whole: WholeResponse): void {
  const { status, headers, body } = representationFor(whole, visit.negotiation);
  const { request, response, isRead } = visit;
  const all = [...headers, ...commonHeaders(visit, new Set(headers))];
  if (!isRead && !request.complete) {
    sendBeforeBody(visit, { status, headers: all, body });
    return;
  }
  response.writeHead(status, all);
  response.end(body);
}

/** Returns a response that is sent while it is read: a late page, or one too large to be cached. */
export function inParts({ path, limit, ids, negotiation }: Visit, response: Response): Response {
  const { status, body } = response;
  const headers = new Headers(response.headers);
  const common = commonHeaders({ path, limit, ids }, new Set(headers.keys()));
  for (let index = 0; index < common.length; index += 2) headers.set(common[index] ?? '', common[index + 1] ?? '');
  // A late page has no ETag.
  const etag = headers.get('etag');
  const isUnchanged = status === 200 && etag !== null && (negotiation.ifNoneMatch?.includes(etag) ?? false);
  if (isUnchanged || negotiation.isHead || !body) {
    void body?.cancel().catch(() => {});
    if (isUnchanged) headers.delete('content-length');
    return new Response(null, { status: isUnchanged ? 304 : status, headers });
  }
  if (!compressible.test(headers.get('content-type') ?? '')) return new Response(body, { status, headers });
  headers.append('vary', 'Accept-Encoding');
  const encoding = acceptedEncoding(negotiation.acceptEncoding);
  if (!encoding) return new Response(body, { status, headers });
  headers.delete('content-length');
  headers.set('content-encoding', encoding);
  // The bytes differ by encoding, so a strong ETag must not be shared.
  if (etag) headers.set('etag', `W/${etag}`);
  return new Response(compressedStream(body, encoding), { status, headers });
}

/** Returns the headers that every response gets, except those that it has: `names` may hold more than names. */
function commonHeaders({ path, limit, ids }: Pick<Visit, 'path' | 'limit' | 'ids'>, names: ReadonlySet<string>): RawHeaders {
  const isPage = names.has('text/html; charset=utf-8') || names.has('text/html; charset=UTF-8');
  const security = securityHeaderPairs(isApi(path) && !isPage).filter(([name]) => !names.has(name));
  const policy = names.has('content-security-policy') ? [] : ['content-security-policy', nonPagePolicy];
  const limits = limit ? ['ratelimit-policy', rateLimitPolicy(), 'ratelimit', limit.rateLimit] : [];
  return [...security.flat(), ...policy, ...limits, 'x-request-id', ids.requestId];
}
