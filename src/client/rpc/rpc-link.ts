'use client';

import { createTRPCClient, httpBatchLink, httpLink } from '@trpc/client';
import superjson from 'superjson';
import type { AppRouter } from '#server/api/rpc/router.ts';
import { apiTimeoutMs, maxBatchSize } from '#src/lib/protocol/rpc-limits.ts';

/** Creates a link to the server's RPC router: batched, with a timeout. */
export function rpcLink() {
  return httpBatchLink({ url: '/api/trpc', transformer: superjson, maxItems: maxBatchSize, fetch: fetchWithTimeout });
}

/** Creates a client for forms: one call per request, with the Idempotency-Key from the operation's context. */
export function formClient() {
  const link = httpLink({
    url: '/api/trpc',
    transformer: superjson,
    headers: ({ op }) => ({ 'idempotency-key': String(op.context.idempotencyKey) }),
    fetch: fetchWithTimeout,
  });
  return createTRPCClient<AppRouter>({ links: [link] });
}

type Fetch = NonNullable<Parameters<typeof httpLink>[0]['fetch']>;

const fetchWithTimeout: Fetch = (address, options) => {
  const limit = AbortSignal.timeout(apiTimeoutMs);
  const signal = options?.signal ? AbortSignal.any([options.signal as AbortSignal, limit]) : limit;
  return fetch(address as RequestInfo, { ...(options as RequestInit), signal });
};
