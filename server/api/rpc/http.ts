import { fetchRequestHandler } from '@trpc/server/adapters/fetch';
import { type Context, Hono } from 'hono';
import { cloneRawRequest } from 'hono/request';
import { mediaType, parseBody } from '#server/api/protocol/body.ts';
import { sendProblem } from '#server/api/protocol/problem.ts';
import { idempotencyKey } from '#server/api/protocol/submissions.ts';
import { appRouter } from '#server/api/rpc/router.ts';
import type { AppEnv } from '#server/platform/web/app-env.ts';
import { clientAddress } from '#server/platform/web/client-address.ts';
import { maxBatchSize } from '#shared/lib/protocol/rpc-limits.ts';

/** Serves the RPC router at `/api/trpc`: queries by GET, mutations by POST in JSON. */
export const rpc = new Hono<AppEnv>()
  .get('/*', (c) => call(c, c.req.raw))
  .post('/*', async (c) => {
    if (mediaType(c) !== 'application/json') return sendProblem(c, 'media_type_unsupported', { detail: 'Send application/json.' });
    // tRPC would report malformed JSON as invalid input, and would read bytes that are not UTF-8 as U+FFFD.
    if (!(await parseBody(c))) return sendProblem(c, 'json_malformed');
    return call(c, await cloneRawRequest(c.req));
  });

async function call(c: Context<AppEnv>, request: Request): Promise<Response> {
  const response = await fetchRequestHandler({
    endpoint: '/api/trpc',
    req: request,
    router: appRouter,
    maxBatchSize,
    createContext: () => ({
      requestId: c.var.requestId,
      clientAddress: clientAddress(c),
      idempotencyKey: idempotencyKey(c.req.raw.headers),
      responseHeaders: {},
    }),
    responseMeta: ({ ctx, errors }) => ({
      headers: {
        'cache-control': 'no-store',
        ...(errors.some(({ code }) => code === 'METHOD_NOT_SUPPORTED') ? { allow: 'POST, OPTIONS' } : {}),
        ...ctx?.responseHeaders,
      },
    }),
  });
  // tRPC sets no content type on errors raised before the first procedure.
  if (response.body) response.headers.set('content-type', 'application/json');
  return response;
}
