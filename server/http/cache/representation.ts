import { LRUCache } from 'lru-cache';
import { type Bytes, type CachedResponse, plainBody, type RawHeaders, withHeader } from '#server/http/cache/response-cache.ts';
import { acceptedEncoding, type Encoding } from '#server/platform/web/encodings.ts';

/** What of a request decides how a kept answer is sent. */
export type Asked = { acceptEncoding: string | undefined; ifNoneMatch: string | undefined; ifModifiedSince: string | undefined };
/** A kept answer as this request gets it. `body` is undefined for 304. */
export type Representation = { status: number; headers: RawHeaders; body: Bytes | undefined };

type Variant = { whole: Representation; unchanged: Representation };

/** Made once for each encoding of an answer, and forgotten with it. */
const variants = new WeakMap<CachedResponse, Partial<Record<Encoding | 'identity', Variant>>>();

/** The kept answer in the encoding that the request takes, or 304 where the visitor has it already. */
export function selectRepresentation(answer: CachedResponse, asked: Asked): Representation {
  const wanted = answer.bodies.br || answer.bodies.gzip ? encodingFor(asked.acceptEncoding) : undefined;
  const encoding = wanted && answer.bodies[wanted] ? wanted : 'identity';
  let kept = variants.get(answer);
  if (!kept) {
    kept = {};
    variants.set(answer, kept);
  }
  kept[encoding] ??= variantOf(answer, encoding);
  const variant = kept[encoding];
  return isUnchanged(answer, asked) ? variant.unchanged : variant.whole;
}

/** The encoding that the request takes and that the answer could have, but does not have yet. */
export function missingEncoding(
  { isCompressible, bodies }: CachedResponse,
  acceptEncoding: string | undefined,
): Encoding | 'identity' | undefined {
  if (!isCompressible || (bodies.br && bodies.gzip && bodies.identity)) return undefined;
  const wanted = encodingFor(acceptEncoding) ?? 'identity';
  return bodies[wanted] ? undefined : wanted;
}

function variantOf(answer: CachedResponse, encoding: Encoding | 'identity'): Variant {
  const body = answer.bodies[encoding] ?? plainBody(answer);
  const validators = ['etag', `"${answer.hash}${encoding === 'identity' ? '' : `-${encoding}`}"`];
  if (answer.lastModified) validators.push('last-modified', answer.lastModified);
  const encoded = encoding === 'identity' ? [] : ['content-encoding', encoding];
  // What describes the body stays away where there is none.
  const unchanged = withHeader(answer.headers, 'content-type', undefined);
  return {
    whole: {
      status: answer.status,
      headers: [...answer.headers, ...validators, ...encoded, 'content-length', String(body.byteLength)],
      body,
    },
    unchanged: { status: 304, headers: [...unchanged, ...validators], body: undefined },
  };
}

/** RFC 9110, section 13.2.2: if an ETag was sent, it alone decides. A date counts only without one, and must match exactly. */
function isUnchanged({ hash, lastModified, status }: CachedResponse, { ifNoneMatch, ifModifiedSince }: Asked): boolean {
  if (status !== 200) return false;
  if (ifNoneMatch !== undefined) return ifNoneMatch.includes(`"${hash}`) || ifNoneMatch.trim() === '*';
  if (ifModifiedSince === undefined || lastModified === undefined) return false;
  return Date.parse(ifModifiedSince) === Date.parse(lastModified);
}

/** Browsers send one of a handful of Accept-Encoding headers, so each is read once. Longer ones are not worth their memory. */
const encodings = new LRUCache<string, Encoding | 'identity'>({ max: 200 });
const longestKept = 100;

function encodingFor(acceptEncoding: string | undefined): Encoding | undefined {
  if (acceptEncoding === undefined || acceptEncoding.length > longestKept) return acceptedEncoding(acceptEncoding);
  let encoding = encodings.get(acceptEncoding);
  if (!encoding) {
    encoding = acceptedEncoding(acceptEncoding) ?? 'identity';
    encodings.set(acceptEncoding, encoding);
  }
  return encoding === 'identity' ? undefined : encoding;
}
