import { hash } from 'node:crypto';
import { type Bytes, compressed, inOwnBuffer } from '#server/platform/web/compression.ts';
import { acceptedEncoding, compressible, type Encoding, minCompressibleBytes } from '#server/platform/web/encodings.ts';

/** Alternating header names and values, as Node's `writeHead` takes them. */
export type RawHeaders = string[];

/** A response that has been made whole: it can be sent to any number of clients, in the encoding that each accepts. */
export type WholeResponse = {
  status: number;
  /** Without those that differ by request or encoding. */
  headers: RawHeaders;
  body: Bytes;
  /** The body compressed, each encoding once, when it is first asked for. */
  encoded: Partial<Record<Encoding, Bytes>>;
  isCompressible: boolean;
  /** With which its ETags begin; undefined if it has none, because it is for one client only. */
  hash: string | undefined;
  lastModified: string | undefined;
  /** Whether the database was asked for it. */
  usesDatabase: boolean;
  madeAt: Date;
};

/** What of a request decides how a response is sent. */
export type Negotiation = {
  isHead: boolean;
  /** Whether its address is one of many that a client can vary at will, so that hardly anybody asks for it again. */
  isOneOfMany?: boolean;
  acceptEncoding: string | undefined;
  ifNoneMatch: string | undefined;
  ifModifiedSince: string | undefined;
};

/** A response as one request gets it. `body` is undefined for HEAD and 304. */
export type Representation = { status: number; headers: RawHeaders; body: Bytes | undefined };

/** Headers that belong to one request, or that are set again each time the response is sent. */
const ownHeaders = /^(?:date|connection|transfer-encoding|content-length|content-encoding|etag|last-modified|vary)$/;

/** Reads a response as a whole. */
export async function readWhole(response: Response, { usesDatabase = false } = {}): Promise<WholeResponse> {
  const { status, headers } = response;
  const body = inOwnBuffer(Buffer.from(await response.arrayBuffer()));
  const isText = isCompressible(headers);
  const others = headers.get('vary')?.replace(acceptsEncoding, '');
  const vary = [others, isText ? 'Accept-Encoding' : ''].filter(Boolean).join(', ');
  return {
    status,
    headers: [...[...headers].filter(([name]) => !ownHeaders.test(name)).flat(), ...(vary ? ['vary', vary] : [])],
    body,
    encoded: {},
    isCompressible: isText && body.byteLength >= minCompressibleBytes,
    hash: isPublic(headers) ? hashOf(body) : undefined,
    lastModified: headers.get('last-modified') ?? undefined,
    usesDatabase,
    madeAt: new Date(),
  };
}

const acceptsEncoding = /^accept-encoding$/i;

/** Checks whether a response is worth compressing: its media type says so, or it says itself that it depends on the encoding. */
export function isCompressible(headers: Headers): boolean {
  return compressible.test(headers.get('content-type') ?? '') || acceptsEncoding.test(headers.get('vary') ?? '');
}

/** Checks whether a response may be stored by shared caches, and so by ours. */
export function isPublic(headers: Headers): boolean {
  return /\bpublic\b/.test(headers.get('cache-control') ?? '');
}

/** Returns a response in the encoding that the request accepts, without its body for HEAD, or 304 if the client already has it. */
export function representationFor(response: WholeResponse, request: Negotiation): Representation {
  const { status, headers, hash: start, lastModified } = response;
  const encoding = response.isCompressible ? acceptedEncoding(request.acceptEncoding) : undefined;
  const validators = start === undefined ? [] : ['etag', `"${start}${encoding ? `-${encoding}` : ''}"`];
  if (lastModified) validators.push('last-modified', lastModified);
  // A 304 response carries no headers that describe a body.
  if (isUnchanged(response, request))
    return { status: 304, headers: [...withHeader(headers, 'content-type', undefined), ...validators], body: undefined };
  const body = encoding ? encodedBody(response, encoding, request.isOneOfMany) : response.body;
  const described = [...headers, ...validators, ...(encoding ? ['content-encoding', encoding] : [])];
  return {
    status,
    headers: hasBody(status) ? [...described, 'content-length', String(body.byteLength)] : described,
    body: request.isHead ? undefined : body,
  };
}

/** RFC 9110, section 8.6: without content there is no length. */
const hasBody = (status: number) => status !== 204 && status !== 304;

function encodedBody(response: WholeResponse, encoding: Encoding, isSentOnce: boolean | undefined): Bytes {
  response.encoded[encoding] ??= compressed(response.body, encoding, isSentOnce);
  return response.encoded[encoding];
}

/** RFC 9110, section 13.2.2: if an ETag was sent, it alone decides. A date counts only without one, and must match exactly. */
function isUnchanged({ hash: start, lastModified, status }: WholeResponse, { ifNoneMatch, ifModifiedSince }: Negotiation): boolean {
  if (status !== 200 || start === undefined) return false;
  if (ifNoneMatch !== undefined) return namesTag(ifNoneMatch, start);
  if (ifModifiedSince === undefined || lastModified === undefined) return false;
  return Date.parse(ifModifiedSince) === Date.parse(lastModified);
}

/** Checks whether an If-None-Match header names a response whose ETags begin with `start`, in whatever encoding. */
export function namesTag(ifNoneMatch: string, start: string): boolean {
  return ifNoneMatch.includes(`"${start}`) || ifNoneMatch.trim() === '*';
}

/** Returns the value of a header. */
export function headerOf(headers: RawHeaders, name: string): string | undefined {
  for (let index = 0; index < headers.length; index += 2) if (headers[index] === name) return headers[index + 1];
  return undefined;
}

/** Returns the headers with one of them set to `value`, or removed if that is undefined. */
export function withHeader(headers: RawHeaders, name: string, value: string | undefined): RawHeaders {
  const kept = headers.flatMap((text, index) => {
    if (index % 2 === 1) return [];
    return text === name ? [] : [text, headers[index + 1] ?? ''];
  });
  return value === undefined ? kept : [...kept, name, value];
}

/** Returns the hash that ETags are built from: 132 bits of SHA-256, in base64url. */
export function hashOf(body: Uint8Array): string {
  return hash('sha256', body, 'base64url').slice(0, 22);
}
