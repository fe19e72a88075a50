import { fetchRequestHandler } from '@trpc/server/adapters/fetch';
import { Hono } from 'hono';
import type { AppEnv } from '#server/http/app-env.ts';
import { clientAddress } from '#server/http/client-address.ts';
import { idempotencyKey } from '#server/rest/sending.ts';
import { appRouter } from '#server/rpc/router.ts';

/** How many calls one request may batch. */
const maxBatchSize = 10;

/** The RPC router over HTTP, at `/api/rpc`. */
export const rpc = new Hono<AppEnv>().all('/*', (c) =>
  fetchRequestHandler({
    endpoint: '/api/rpc',
    req: c.req.raw,
    router: appRouter,
    maxBatchSize,
    createContext: () => ({
      requestId: c.var.requestId,
      clientAddress: clientAddress(c),
      idempotencyKey: idempotencyKey(c.req.raw.headers),
      answerHeaders: {},
    }),
    responseMeta: ({ ctx }) => ({ headers: { 'cache-control': 'no-store', ...ctx?.answerHeaders } }),
  }),
);
