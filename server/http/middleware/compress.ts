import { pipeline, Readable } from 'node:stream';
import type { ReadableStream as WebStream } from 'node:stream/web';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';
import { createMiddleware } from 'hono/factory';
import type { AppEnv } from '#server/platform/web/app-env.ts';
import { acceptedEncoding, brotliLevels, compressible, minCompressibleBytes } from '#server/platform/web/encodings.ts';

/** Compresses text responses chunk by chunk, so that a streamed page still arrives in parts. */
export const compress = createMiddleware<AppEnv>(async (c, next) => {
  await next();
  const { headers, status } = c.res;
  if (!compressible.test(headers.get('content-type') ?? '')) return;
  if (!headers.get('vary')?.includes('Accept-Encoding')) headers.append('vary', 'Accept-Encoding');
  const encoding = acceptedEncoding(c.req.header('accept-encoding'));
  if (!encoding || headers.has('content-encoding') || c.req.method === 'HEAD') return;
  if (headers.has('content-length') && Number(headers.get('content-length')) < minCompressibleBytes) return;
  // Read last: a body that is complete becomes a stream of a copy here.
  const { body } = c.res;
  if (!body) return;

  const compressor =
    encoding === 'br'
      ? createBrotliCompress({
          flush: constants.BROTLI_OPERATION_FLUSH,
          params: { [constants.BROTLI_PARAM_QUALITY]: brotliLevels.quick, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT },
        })
      : createGzip({ flush: constants.Z_SYNC_FLUSH });
  // An error means that the client has gone away, which ends both streams; there is nothing to report.
  pipeline(Readable.fromWeb(body as WebStream), compressor, () => {});

  const encodedHeaders = new Headers(headers);
  encodedHeaders.delete('content-length');
  encodedHeaders.set('content-encoding', encoding);
  // The bytes differ by encoding, so a strong ETag must not be shared.
  const etag = encodedHeaders.get('etag');
  if (etag) encodedHeaders.set('etag', etag.startsWith('W/') ? etag : `W/${etag}`);
  // Otherwise Hono would add the headers of the previous response to this one, its length and ETag too.
  c.res = undefined;
  c.res = new Response(Readable.toWeb(compressor) as unknown as ReadableStream, { status, headers: encodedHeaders });
});
