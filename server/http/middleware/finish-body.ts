import { createMiddleware } from 'hono/factory';
import { env } from '#server/platform/env.ts';
import type { AppEnv } from '#server/platform/web/app-env.ts';
import { leastProgress, maxDrainedBytes, readPieces } from '#server/platform/web/read-body.ts';

/**
 * Ends the connection of a request that is answered before its body has arrived, such as an upload that is too large. The client gets
 * the answer at once. What it still sends is read and discarded, within bounds, before the connection is closed: closed earlier, it
 * would be reset, and the answer lost.
 */
export const finishBody = createMiddleware<AppEnv>(async (c, next) => {
  const started = performance.now();
  await next();
  if (['GET', 'HEAD', 'OPTIONS'].includes(c.req.method) || (c.env?.incoming?.complete ?? true)) return;
  const { status, headers } = c.res;
  const answer = new Uint8Array(await c.res.arrayBuffer());
  const left = c.req.raw.body;
  const closing = new Headers(headers);
  closing.set('connection', 'close');
  closing.set('content-length', String(answer.length));
  let isSent = false;
  const body = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      if (!isSent) {
        isSent = true;
        controller.enqueue(answer);
        return;
      }
      if (left && !left.locked) await drain(left, started + env().REQUEST_TIMEOUT_MS);
      controller.close();
    },
  });
  // Otherwise Hono would add the headers of the previous response.
  c.res = undefined;
  c.res = new Response(body, { status, headers: closing });
});

/** Reads and discards a body while its client is really sending, until `performance.now()` is `deadline`. */
async function drain(body: ReadableStream<Uint8Array>, deadline: number): Promise<void> {
  let size = 0;
  const take = (piece: Uint8Array) => {
    size += piece.length;
    return size <= maxDrainedBytes;
  };
  while (performance.now() < deadline) {
    const before = size;
    // The client may go away: it has its answer.
    const end = await readPieces(body, { ms: leastProgress.ms, take }).catch(() => 'complete');
    if (end !== 'late' || size - before < leastProgress.bytes) return;
  }
}
