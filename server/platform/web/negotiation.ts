import { pipeline, Readable } from 'node:stream';
import type { ReadableStream as NodeStream } from 'node:stream/web';
import { brotliCompressSync, constants, createBrotliCompress, createGzip, gzipSync } from 'node:zlib';
import { parseAccept } from 'hono/utils/accept';

/** Checks whether an Accept header allows `type`. The most specific matching range decides. */
export function isAcceptable(accept: string | undefined, type: string): boolean {
  if (!accept) return true;
  const ranges = new Map(parseAccept(accept).map((range) => [range.type.toLowerCase(), range.q]));
  const name = [type, `${type.split('/')[0]}/*`, '*/*', '*'].find((one) => ranges.has(one));
  return name !== undefined && Number(ranges.get(name)) > 0;
}

/** Media types worth compressing. */
export const compressible =
  /^(?:text\/(?!event-stream)|application\/(?:.+\+)?(?:json|xml|javascript)|application\/manifest\+json|image\/svg\+xml)/;

/** Smaller bodies (bytes) are not worth compressing. */
export const minCompressibleBytes = 256;

export type Encoding = 'br' | 'gzip';

/** Returns the best encoding that the client accepts; undefined if it accepts neither. */
export function acceptedEncoding(acceptEncoding: string | undefined): Encoding | undefined {
  if (acceptEncoding === undefined) return undefined;
  const accepted = new Map(parseAccept(acceptEncoding).map(({ type, q }) => [type.toLowerCase(), q]));
  return (['br', 'gzip'] as const).find((encoding) => (accepted.get(encoding) ?? accepted.get('*') ?? 0) > 0);
}

export type Bytes = Buffer<ArrayBuffer>;

const params = { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT };
/** Half the processor time of quality 5, which is a quarter of what such a page costs, for a tenth more bytes. */
const forOnce = { [constants.BROTLI_PARAM_QUALITY]: 3 };

/**
 * Compresses a body. Synchronous: handing a page to another thread and back is more work than compressing it.
 * @param isSentOnce whether it is hardly ever sent again.
 */
export function compressed(body: Bytes, encoding: Encoding, isSentOnce = false): Bytes {
  const hint = { [constants.BROTLI_PARAM_SIZE_HINT]: body.byteLength };
  const bytes =
    encoding === 'br' ? brotliCompressSync(body, { params: { ...params, ...hint, ...(isSentOnce ? forOnce : {}) } }) : gzipSync(body);
  return inOwnBuffer(bytes as Bytes);
}

/** Compresses a stream chunk by chunk, so that what has been written arrives. */
export function compressedStream(body: ReadableStream<Uint8Array>, encoding: Encoding): ReadableStream<Uint8Array> {
  const compressor =
    encoding === 'br'
      ? createBrotliCompress({ flush: constants.BROTLI_OPERATION_FLUSH, params })
      : createGzip({ flush: constants.Z_SYNC_FLUSH });
  // An error means that the client has gone away, which ends both streams; there is nothing to report.
  pipeline(Readable.fromWeb(body as NodeStream), compressor, () => {});
  return Readable.toWeb(compressor) as unknown as ReadableStream<Uint8Array>;
}

/**
 * Copies the bytes into a buffer of their own, unless they fill theirs. Small buffers and those from zlib are slices of a larger
 * allocation, which would stay in memory for as long as the slice.
 */
export function inOwnBuffer(bytes: Bytes): Bytes {
  if (bytes.byteLength === bytes.buffer.byteLength) return bytes;
  const copy = Buffer.allocUnsafeSlow(bytes.byteLength);
  copy.set(bytes);
  return copy;
}
