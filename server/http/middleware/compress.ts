import { pipeline, Readable } from 'node:stream';
import type { ReadableStream as WebStream } from 'node:stream/web';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';
import { createMiddleware } from 'hono/factory';
import type { AppEnv } from '#server/platform/web/app-env.ts';
import { acceptedEncoding, compressible } from '#server/platform/web/encodings.ts';

/** Fast enough to compress while a page is rendered: the size of level 6 gzip at half its time. */
const brotliQuality = 4;

/** Compresses what is text, piece by piece as it is rendered, so that a streamed page still arrives in its parts. */
export const compress = createMiddleware<AppEnv>(async (c, next) => {
  await next();
  const { body, headers, status } = c.res;
  if (!compressible.test(headers.get('content-type') ?? '')) return;
  if (!headers.get('vary')?.includes('Accept-Encoding')) headers.append('vary', 'Accept-Encoding');
  const encoding = acceptedEncoding(c.req.header('accept-encoding'));
  if (!body || !encoding || headers.has('content-encoding') || c.req.method === 'HEAD') return;

  const compressor =
    encoding === 'br'
      ? createBrotliCompress({
          flush: constants.BROTLI_OPERATION_FLUSH,
          params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT },
        })
      : createGzip({ flush: constants.Z_SYNC_FLUSH });
  // A visitor who goes away ends both streams; there is nobody to tell.
  pipeline(Readable.fromWeb(body as WebStream), compressor, () => {});

  // From the answer itself too: Hono carries its headers over to the new one.
  headers.delete('content-length');
  const answer = new Headers(headers);
  answer.set('content-encoding', encoding);
  // The bytes differ by encoding, so a strong ETag may not be the same.
  const etag = answer.get('etag');
  if (etag) answer.set('etag', etag.startsWith('W/') ? etag : `W/${etag}`);
  c.res = new Response(Readable.toWeb(compressor) as unknown as ReadableStream, { status, headers: answer });
});
