import { LRUCache } from 'lru-cache';
import { type Bytes, plainBody } from '#server/http/cache/compressed-bodies.ts';
import { type CachedResponse, type RawHeaders, withHeader } from '#server/http/cache/response-cache.ts';
import { acceptedEncoding, type Encoding } from '#server/platform/web/encodings.ts';

/** The request headers that decide how a cached response is sent. */
export type NegotiationHeaders = {
  acceptEncoding: string | undefined;
  ifNoneMatch: string | undefined;
  ifModifiedSince: string | undefined;
};
/** A cached response as one request gets it. `body` is undefined for 304. */
export type Representation = { status: number; headers: RawHeaders; body: Bytes | undefined };

type Variant = { whole: Representation; unchanged: Representation };

/** Built once for each encoding of a response, and released with the response. */
const variants = new WeakMap<CachedResponse, Partial<Record<Encoding | 'identity', Variant>>>();

/** Returns a cached response in the encoding that the request accepts, or 304 if the client already has it. */
export function selectRepresentation(response: CachedResponse, headers: NegotiationHeaders): Representation {
  const accepted = response.bodies.br || response.bodies.gzip ? encodingFor(headers.acceptEncoding) : undefined;
  const encoding = accepted && response.bodies[accepted] ? accepted : 'identity';
  let byEncoding = variants.get(response);
  if (!byEncoding) {
    byEncoding = {};
    variants.set(response, byEncoding);
  }
  byEncoding[encoding] ??= variantOf(response, encoding);
  const variant = byEncoding[encoding];
  return isUnchanged(response, headers) ? variant.unchanged : variant.whole;
}

/** Returns the encoding that the request accepts and that the response could have but does not have yet; otherwise undefined. */
export function missingEncoding(
  { isCompressible, bodies }: CachedResponse,
  acceptEncoding: string | undefined,
): Encoding | 'identity' | undefined {
  if (!isCompressible || (bodies.br && bodies.gzip && bodies.identity)) return undefined;
  const accepted = encodingFor(acceptEncoding) ?? 'identity';
  return bodies[accepted] ? undefined : accepted;
}

function variantOf(response: CachedResponse, encoding: Encoding | 'identity'): Variant {
  const body = response.bodies[encoding] ?? plainBody(response.bodies);
  const validators = ['etag', `"${response.hash}${encoding === 'identity' ? '' : `-${encoding}`}"`];
  if (response.lastModified) validators.push('last-modified', response.lastModified);
  const contentEncoding = encoding === 'identity' ? [] : ['content-encoding', encoding];
  // A 304 response carries no headers that describe a body.
  const unchanged = withHeader(response.headers, 'content-type', undefined);
  return {
    whole: {
      status: response.status,
      headers: [...response.headers, ...validators, ...contentEncoding, 'content-length', String(body.byteLength)],
      body,
    },
    unchanged: { status: 304, headers: [...unchanged, ...validators], body: undefined },
  };
}

/** RFC 9110, section 13.2.2: if an ETag was sent, it alone decides. A date counts only without one, and must match exactly. */
function isUnchanged({ hash, lastModified, status }: CachedResponse, { ifNoneMatch, ifModifiedSince }: NegotiationHeaders): boolean {
  if (status !== 200) return false;
  if (ifNoneMatch !== undefined) return ifNoneMatch.includes(`"${hash}`) || ifNoneMatch.trim() === '*';
  if (ifModifiedSince === undefined || lastModified === undefined) return false;
  return Date.parse(ifModifiedSince) === Date.parse(lastModified);
}

/** Browsers send one of a handful of Accept-Encoding headers, so each is parsed once. Longer ones are not worth their memory. */
const encodings = new LRUCache<string, Encoding | 'identity'>({ max: 200 });
const maxHeaderLength = 100;

function encodingFor(acceptEncoding: string | undefined): Encoding | undefined {
  if (acceptEncoding === undefined || acceptEncoding.length > maxHeaderLength) return acceptedEncoding(acceptEncoding);
  let encoding = encodings.get(acceptEncoding);
  if (!encoding) {
    encoding = acceptedEncoding(acceptEncoding) ?? 'identity';
    encodings.set(acceptEncoding, encoding);
  }
  return encoding === 'identity' ? undefined : encoding;
}
