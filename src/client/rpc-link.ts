'use client';

import { httpBatchLink } from '@trpc/client';
import superjson from 'superjson';

/** No call of the browser waits longer than this, in ms. */
const requestLimit = 15_000;
const maxBatchSize = 10;

/** The way to the server's RPC router: batched, with a time limit. */
export function rpcLink() {
  return httpBatchLink({
    url: '/api/rpc',
    transformer: superjson,
    maxItems: maxBatchSize,
    fetch: (address, options) => {
      const limit = AbortSignal.timeout(requestLimit);
      const signal = options?.signal ? AbortSignal.any([options.signal as AbortSignal, limit]) : limit;
      return fetch(address, { ...(options as RequestInit), signal });
    },
  });
}
