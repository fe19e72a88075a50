import { type CachedResponse, hashOf, type RawHeaders, uncompressed } from '#server/http/cache/response-cache.ts';
import { compressible } from '#server/platform/web/encodings.ts';

type Rendered = { status: number; headers: Headers; body: Buffer<ArrayBuffer> };

/** Headers of one request, or that are made anew for each. */
const notKept = /^(?:x-request-id|date|connection|transfer-encoding|content-length|content-encoding|etag|last-modified|vary)$/;

/** An answer of the app as it is kept for every visitor, not compressed yet. */
export function makeAnswer({ status, headers, body }: Rendered): CachedResponse {
  const isText = compressible.test(headers.get('content-type') ?? '');
  const raw: RawHeaders = [...headers].filter(([name]) => !notKept.test(name)).flat();
  const vary = [headers.get('vary'), isText ? 'Accept-Encoding' : ''].filter(Boolean).join(', ');
  if (vary) raw.push('vary', vary);
  return {
    status,
    headers: raw,
    version: undefined,
    hash: hashOf(body),
    lastModified: headers.get('last-modified') ?? undefined,
    ...uncompressed(body, isText),
    hits: 0,
  };
}
