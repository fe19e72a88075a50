import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import { sendProblem } from '#server/api/protocol/problem.ts';
import { limits } from '#server/platform/limits.ts';
import type { AppEnv } from '#server/platform/web/app-env.ts';
import { readPieces } from '#server/platform/web/read-body.ts';

/**
 * Reads the body of a write before anything else does, so that nothing waits for a client: at most BODY_LIMIT_BYTES (413) within
 * BODY_TIMEOUT_MS (408).
 */
export const receiveBody = createMiddleware<AppEnv>(async (c, next) => {
  if (['GET', 'HEAD', 'OPTIONS'].includes(c.req.method)) return next();
  return (await receiveUpTo(c, limits.BODY_LIMIT_BYTES)) ?? next();
});

/** Reads a body of at most `limit` bytes within BODY_TIMEOUT_MS. Returns the problem to answer with if it is larger or late. */
export async function receiveUpTo(c: Context<AppEnv>, limit: number): Promise<Response | undefined> {
  const tooLarge = () => sendProblem(c, 'body_too_large', { detail: `At most ${limit} bytes.` });
  if (Number(c.req.header('content-length') ?? 0) > limit) return tooLarge();
  const { body } = c.req.raw;
  if (!body) return undefined;
  const pieces: Uint8Array[] = [];
  let size = 0;
  const take = (piece: Uint8Array) => {
    pieces.push(piece);
    size += piece.length;
    return size <= limit;
  };
  const end = await readPieces(body, { ms: limits.BODY_TIMEOUT_MS, take });
  if (end === 'complete') {
    c.req.raw = new Request(c.req.raw, { body: Buffer.concat(pieces), duplex: 'half' } as RequestInit);
    return undefined;
  }
  // What has arrived is not the whole form: the browser still has that.
  c.set('typed', []);
  return end === 'late' ? sendProblem(c, 'body_late') : tooLarge();
}
