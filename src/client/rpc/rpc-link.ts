'use client';

import { httpBatchLink, httpLink } from '@trpc/client';
import superjson from 'superjson';

/** No call of the browser waits longer than this, in ms. */
const requestLimit = 15_000;
const maxBatchSize = 10;

/** The way to the server's RPC router: batched, with a time limit. */
export function rpcLink() {
  return httpBatchLink({ url: '/api/rpc', transformer: superjson, maxItems: maxBatchSize, fetch: fetchInTime });
}

/** The way for forms: one call a request, with the Idempotency-Key of the operation's context. */
export function rpcFormLink() {
  return httpLink({
    url: '/api/rpc',
    transformer: superjson,
    headers: ({ op }) => ({ 'idempotency-key': String(op.context.idempotencyKey) }),
    fetch: fetchInTime,
  });
}

type Fetch = NonNullable<Parameters<typeof httpLink>[0]['fetch']>;

const fetchInTime: Fetch = (address, options) => {
  const limit = AbortSignal.timeout(requestLimit);
  const signal = options?.signal ? AbortSignal.any([options.signal as AbortSignal, limit]) : limit;
  return fetch(address as RequestInfo, { ...(options as RequestInit), signal });
};
