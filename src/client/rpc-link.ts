'use client';

import { httpBatchLink, type httpLink } from '@trpc/client';
import superjson from 'superjson';
import { apiTimeoutMs, maxBatchSize } from '#shared/lib/protocol/rpc-limits.ts';

/** Creates a link to the server's RPC router: batched, with a timeout. */
export function rpcLink() {
  return httpBatchLink({ url: '/api/trpc', transformer: superjson, maxItems: maxBatchSize, fetch: fetchWithTimeout });
}

type Fetch = NonNullable<Parameters<typeof httpLink>[0]['fetch']>;

/** `fetch`, which gives up after `apiTimeoutMs`. */
export const fetchWithTimeout: Fetch = (address, options) => {
  const limit = AbortSignal.timeout(apiTimeoutMs);
  const signal = options?.signal ? AbortSignal.any([options.signal as AbortSignal, limit]) : limit;
  return fetch(address as RequestInfo, { ...(options as RequestInit), signal });
};
