import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, brotliDecompressSync, constants, gunzipSync, gzipSync } from 'node:zlib';
import { brotliLevels, type Encoding } from '#server/platform/web/encodings.ts';

export type Bytes = Buffer<ArrayBuffer>;
/** The same body in one or more encodings; `identity` is uncompressed. */
export type Bodies = Partial<Record<Encoding | 'identity', Bytes>>;

const brotli = promisify(brotliCompress);

/** Returns the uncompressed body. */
export function plainBody({ identity, br, gzip }: Bodies): Bytes {
  if (identity) return identity;
  if (br) return brotliDecompressSync(br) as Bytes;
  if (gzip) return gunzipSync(gzip) as Bytes;
  throw new Error('A response has no body in any encoding');
}

/** Compresses a body into the encodings that `bodies` contains. */
export function compressAs(body: Bytes, bodies: Bodies): Partial<Record<Encoding, Bytes>> {
  const present = (['br', 'gzip'] as const).filter((encoding) => bodies[encoding]);
  return Object.fromEntries(present.map((encoding) => [encoding, compress(body, encoding)]));
}

/** Synchronous, because handing a page to another thread and back is more work than compressing it quickly. */
export function compress(body: Bytes, encoding: Encoding): Bytes {
  const compressed = encoding === 'br' ? brotliCompressSync(body, brotliOptions(body, brotliLevels.quick)) : gzipSync(body, { level: 4 });
  return inOwnBuffer(compressed as Bytes);
}

/** Compresses a body at the best level, on another thread. */
export async function compressBest(body: Bytes): Promise<Bytes> {
  return inOwnBuffer((await brotli(body, brotliOptions(body, brotliLevels.best))) as Bytes);
}

/**
 * Copies the bytes into a buffer of their own, unless they fill theirs. Small buffers and those from zlib are slices of a larger
 * allocation (Node's pool, 64 kB), which would stay in memory for as long as the slice.
 */
export function inOwnBuffer(bytes: Bytes): Bytes {
  if (bytes.byteLength === bytes.buffer.byteLength) return bytes;
  const copy = Buffer.allocUnsafeSlow(bytes.byteLength);
  copy.set(bytes);
  return copy;
}

function brotliOptions(body: Uint8Array, level: number) {
  return {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: level,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.byteLength,
    },
  };
}
