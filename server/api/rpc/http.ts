import { fetchRequestHandler } from '@trpc/server/adapters/fetch';
import { type Context, Hono } from 'hono';
import { cloneRawRequest } from 'hono/request';
import { mediaType, parseBody } from '#server/api/protocol/json-body.ts';
import { methodNotAllowed, sendProblem } from '#server/api/protocol/problem.ts';
import { idempotencyKey } from '#server/api/protocol/submission-headers.ts';
import { maxBatchSize } from '#server/api/rpc/calls.ts';
import { appRouter } from '#server/api/rpc/router.ts';
import type { AppEnv } from '#server/platform/web/app-env.ts';
import { clientAddress } from '#server/platform/web/client-address.ts';

/** The RPC router over HTTP, at `/api/rpc`: queries by GET, mutations by POST in JSON. */
export const rpc = new Hono<AppEnv>()
  .get('/*', (c) => call(c, c.req.raw))
  .post('/*', async (c) => {
    if (mediaType(c) !== 'application/json') return sendProblem(c, 'media_type_unsupported', { detail: 'Send application/json.' });
    // tRPC would take it for a wrong input, and other bytes than UTF-8 for U+FFFD.
    if (!(await parseBody(c))) return sendProblem(c, 'json_malformed');
    return call(c, await cloneRawRequest(c.req));
  })
  .all('/*', methodNotAllowed);

async function call(c: Context<AppEnv>, request: Request): Promise<Response> {
  const answer = await fetchRequestHandler({
    endpoint: '/api/rpc',
    req: request,
    router: appRouter,
    maxBatchSize,
    createContext: () => ({
      requestId: c.var.requestId,
      clientAddress: clientAddress(c),
      idempotencyKey: idempotencyKey(c.req.raw.headers),
      answerHeaders: {},
    }),
    responseMeta: ({ ctx, errors }) => ({
      headers: {
        'cache-control': 'no-store',
        ...(errors.some(({ code }) => code === 'METHOD_NOT_SUPPORTED') ? { allow: otherMethod[c.req.method] ?? '' } : {}),
        ...ctx?.answerHeaders,
      },
    }),
  });
  // What tRPC refuses before the first procedure it leaves without a type.
  if (answer.body) answer.headers.set('content-type', 'application/json');
  return answer;
}

/** What a procedure answers that does not answer this method. */
const otherMethod: Record<string, string> = { GET: 'POST, OPTIONS', POST: 'GET, OPTIONS' };
