import { hash } from 'node:crypto';
import { pipeline, Readable } from 'node:stream';
import type { ReadableStream as NodeStream } from 'node:stream/web';
import { brotliCompressSync, constants, createBrotliCompress, createGzip, gzipSync } from 'node:zlib';
import { parseAccept } from 'hono/utils/accept';
import { COMPRESSIBLE_CONTENT_TYPE_REGEX } from 'hono/utils/compress';
import { rateLimitPolicy } from '#server/platform/web/clients.ts';
import { leastProgress, maxDrainedBytes } from '#server/platform/web/read-form.ts';
import { nonPagePolicy, securityHeaders } from '#server/platform/web/security-policy.ts';
import type { Visit } from './front.ts';

/** A response that has been made whole: it can be sent to any number of clients, in the encoding that each accepts. */
export type WholeResponse = {
  status: number;
  /** Its headers, without those that differ by request or encoding. */
  headers: Record<string, string>;
  body: Bytes;
  /** The body compressed, each encoding once, when it is first asked for. */
  encoded: Partial<Record<Encoding, Bytes>>;
  isCompressible: boolean;
  /** What its ETags begin with; undefined if it has none, because it is for one client only. */
  etagStart: string | undefined;
  lastModified: string | undefined;
  /** Whether the database was asked for it. */
  usesDatabase: boolean;
  madeAt: Date;
};

/** What of a request decides how a response is sent. */
type Negotiation = Visit['negotiation'];

/** A response as one request gets it. `body` is undefined for HEAD and 304. */
type Representation = { status: number; headers: Record<string, string>; body: Bytes | undefined };

/** Headers that belong to one request, or that are set again each time the response is sent. */
const ownHeaders = /^(?:date|connection|transfer-encoding|content-length|content-encoding|etag|last-modified)$/;

/** Reads a response as a whole. */
export async function readWhole(response: Response, { usesDatabase = false } = {}): Promise<WholeResponse> {
  const { status } = response;
  const headers = withVary(response.headers);
  const body = Buffer.from(await response.arrayBuffer());
  return {
    status,
    headers: Object.fromEntries([...headers].filter(([name]) => !ownHeaders.test(name))),
    body,
    encoded: {},
    isCompressible: isCompressible(headers) && body.byteLength >= minCompressibleBytes,
    etagStart: isPublic(headers) ? hashOf(body) : undefined,
    lastModified: headers.get('last-modified') ?? undefined,
    usesDatabase,
    madeAt: new Date(),
  };
}

const variesByEncoding = /\baccept-encoding\b/i;

/** Copies the headers of a response. If it depends on the encoding, Vary says so. */
function withVary(given: Headers): Headers {
  const headers = new Headers(given);
  if (isCompressible(headers) && !variesByEncoding.test(headers.get('vary') ?? '')) headers.append('vary', 'Accept-Encoding');
  return headers;
}

/** Checks whether a response is worth compressing: its media type says so, or it says itself that it depends on the encoding. */
export function isCompressible(headers: Headers): boolean {
  return COMPRESSIBLE_CONTENT_TYPE_REGEX.test(headers.get('content-type') ?? '') || variesByEncoding.test(headers.get('vary') ?? '');
}

/** Checks whether a response may be stored by shared caches, and so by ours. */
export function isPublic(headers: Headers): boolean {
  return /\bpublic\b/.test(headers.get('cache-control') ?? '');
}

/** Returns a response in the encoding that the request accepts, without its body for HEAD, or 304 if the client already has it. */
export function representationFor(response: WholeResponse, request: Negotiation): Representation {
  const { status, headers, etagStart, lastModified } = response;
  const encoding = response.isCompressible ? acceptedEncoding(request.acceptEncoding) : undefined;
  const all = { ...headers };
  if (etagStart !== undefined) all.etag = `"${etagStart}${encoding ? `-${encoding}` : ''}"`;
  if (lastModified) all['last-modified'] = lastModified;
  if (isUnchanged(response, request)) {
    // A 304 response carries no headers that describe a body.
    delete all['content-type'];
    return { status: 304, headers: all, body: undefined };
  }
  if (encoding) all['content-encoding'] = encoding;
  if (encoding) response.encoded[encoding] ??= compressed(response.body, encoding, { isSentOnce: request.isVaried });
  const body = (encoding && response.encoded[encoding]) ?? response.body;
  // RFC 9110, section 8.6: without content there is no length.
  if (status !== 204) all['content-length'] = String(body.byteLength);
  return { status, headers: all, body: request.isHead ? undefined : body };
}

type Identified = Pick<WholeResponse, 'status' | 'etagStart' | 'lastModified'>;

/** Checks whether the client has the response already. ETags alone decide if it sent some (RFC 9110, 13.2.2); a date must match exactly. */
function isUnchanged({ etagStart, lastModified, status }: Identified, { ifNoneMatch, ifModifiedSince }: Negotiation): boolean {
  if (status !== 200 || etagStart === undefined) return false;
  if (ifNoneMatch !== undefined) return ifNoneMatch.includes(`"${etagStart}`) || ifNoneMatch.trim() === '*';
  if (ifModifiedSince === undefined || lastModified === undefined) return false;
  return Date.parse(ifModifiedSince) === Date.parse(lastModified);
}

/** Returns the hash that ETags are built from: 132 bits of SHA-256, in base64url. */
export function hashOf(body: Uint8Array): string {
  return hash('sha256', body, 'base64url').slice(0, 22);
}

/** Sends a response that has been made whole. */
export function send(visit: Visit, whole: WholeResponse): void {
  const { status, headers, body } = representationFor(whole, visit.negotiation);
  const { request, response, isRead } = visit;
  const all = { ...headers, ...commonHeaders(visit, headers) };
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
  const headers = withVary(response.headers);
  for (const [name, value] of Object.entries(commonHeaders(visit, Object.fromEntries(headers)))) headers.set(name, value);
  // A late page has no ETag, and may end without its data.
  if (isLate) headers.set('cache-control', 'no-store');
  const etag = headers.get('etag');
  const lastModified = headers.get('last-modified') ?? undefined;
  const isKnown = isUnchanged({ status, etagStart: etag?.slice(1, -1), lastModified }, negotiation);
  if (isKnown || negotiation.isHead || !body) {
    void body?.cancel().catch(() => {});
    if (isKnown) for (const name of ['content-length', 'content-type']) headers.delete(name);
    return new Response(null, { status: isKnown ? 304 : status, headers });
  }
  const encoding = isCompressible(headers) ? acceptedEncoding(negotiation.acceptEncoding) : undefined;
  if (!encoding) return new Response(body, { status, headers });
  headers.delete('content-length');
  headers.set('content-encoding', encoding);
  // The bytes differ by encoding, so a strong ETag must not be shared.
  if (etag) headers.set('etag', `W/${etag}`);
  return new Response(compressedStream(body, encoding), { status, headers });
}

/** Returns the headers of every response, but for those that this one has set itself. Limits are added to those that it states. */
function commonHeaders({ declared, limit, ids }: Visit, headers: Record<string, string>): Record<string, string> {
  const isPage = headers['content-type']?.startsWith('text/html') ?? false;
  const security = { ...securityHeaders({ isData: declared.api !== undefined && !isPage }), 'content-security-policy': nonPagePolicy };
  const missing = Object.entries(security).filter(([name]) => headers[name] === undefined);
  // After the limit of messages, which some responses state themselves.
  const added = (name: string, value: string) => ({ [name]: headers[name] === undefined ? value : `${headers[name]}, ${value}` });
  const rateLimit = limit ? { ...added('ratelimit-policy', rateLimitPolicy), ...added('ratelimit', limit.rateLimit) } : {};
  return { ...Object.fromEntries(missing), ...rateLimit, 'x-request-id': ids.requestId };
}

/**
 * Sends a response to a request whose body has not arrived yet, such as an upload that is too large, and ends the connection. What the
 * client still sends is read and discarded first, within bounds and until Node ends the request (`requestTimeoutMs`): closed earlier, the
 * connection would be reset, and the answer lost.
 */
function sendBeforeBody({ request, response }: Visit, { status, headers, body }: Representation): void {
  response.writeHead(status, { ...headers, connection: 'close' });
  if (body) response.write(body);
  // Whoever had begun to read the body has stopped, and would hold what arrives.
  request.removeAllListeners('data');
  let size = 0;
  let before = 0;
  const isSending = () => size - before >= leastProgress.bytes;
  const finish = () => {
    clearInterval(progress);
    response.end();
  };
  const progress = setInterval(() => {
    if (!isSending()) finish();
    before = size;
  }, leastProgress.ms);
  request.on('data', (piece: Buffer) => {
    size += piece.length;
    if (size > maxDrainedBytes) finish();
  });
  request.once('end', finish);
  request.once('close', finish);
  request.resume();
}

/** Smaller bodies (bytes) are not worth compressing. */
export const minCompressibleBytes = 256;

export type Encoding = 'br' | 'gzip';

/** Returns the best encoding that the client accepts; undefined if it accepts neither. */
function acceptedEncoding(acceptEncoding = ''): Encoding | undefined {
  const accepted = new Map(parseAccept(acceptEncoding).map(({ type, q }) => [type.toLowerCase(), q]));
  return (['br', 'gzip'] as const).find((encoding) => (accepted.get(encoding) ?? accepted.get('*') ?? 0) > 0);
}

export type Bytes = Buffer<ArrayBuffer>;

const brotli = { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT };
/** Of a body that is hardly ever sent again: half the processor time of quality 5, for a tenth more bytes. */
const brotliOnce = { [constants.BROTLI_PARAM_QUALITY]: 3 };

/**
 * Compresses a body. Synchronous: handing a page to another thread and back is more work than compressing it. `isSentOnce`: it is hardly
 * ever sent again.
 */
function compressed(body: Bytes, encoding: Encoding, { isSentOnce }: { isSentOnce: boolean }): Bytes {
  const hint = { [constants.BROTLI_PARAM_SIZE_HINT]: body.byteLength };
  const params = { ...brotli, ...hint, ...(isSentOnce ? brotliOnce : {}) };
  const bytes = encoding === 'br' ? brotliCompressSync(body, { params }) : gzipSync(body);
  // A copy: zlib gives a slice of a larger allocation, which would stay in memory for as long as the slice.
  return Buffer.from(new Uint8Array(bytes).buffer);
}

/** Compresses a stream chunk by chunk, so that what has been written arrives. */
function compressedStream(body: ReadableStream<Uint8Array>, encoding: Encoding): ReadableStream<Uint8Array> {
  const compressor =
    encoding === 'br'
      ? createBrotliCompress({ flush: constants.BROTLI_OPERATION_FLUSH, params: brotli })
      : createGzip({ flush: constants.Z_SYNC_FLUSH });
  // An error means that the client has gone away, which ends both streams; there is nothing to report.
  pipeline(Readable.fromWeb(body as NodeStream), compressor, () => {});
  return Readable.toWeb(compressor) as unknown as ReadableStream<Uint8Array>;
}
