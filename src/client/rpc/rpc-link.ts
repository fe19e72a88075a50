'use client';

import { httpBatchLink, httpLink } from '@trpc/client';
import superjson from 'superjson';

/** Timeout of every call, in ms. */
const requestLimit = 15_000;
const maxBatchSize = 10;

/** Creates a link to the server's RPC router: batched, with a timeout. */
export function rpcLink() {
  return httpBatchLink({ url: '/api/rpc', transformer: superjson, maxItems: maxBatchSize, fetch: fetchWithTimeout });
}

/** Creates a link for forms: one call per request, with the Idempotency-Key from the operation's context. */
export function rpcFormLink() {
  return httpLink({
    url: '/api/rpc',
    transformer: superjson,
    headers: ({ op }) => ({ 'idempotency-key': String(op.context.idempotencyKey) }),
    fetch: fetchWithTimeout,
  });
}

type Fetch = NonNullable<Parameters<typeof httpLink>[0]['fetch']>;

const fetchWithTimeout: Fetch = (address, options) => {
  const limit = AbortSignal.timeout(requestLimit);
  const signal = options?.signal ? AbortSignal.any([options.signal as AbortSignal, limit]) : limit;
  return fetch(address as RequestInfo, { ...(options as RequestInit), signal });
};
