'use client';

import { httpLink } from '@trpc/client';
import superjson from 'superjson';

/** How long (ms) the browser waits for an answer from the API. */
const apiTimeoutMs = 15_000;

/** Sends each call to the server in a request of its own, with the `headers` of the call's context. */
export const rpcLink = httpLink({
  url: '/api/trpc',
  transformer: superjson,
  // The context is untyped. `Object` makes an absent `headers` an empty object.
  headers: ({ op }) => Object(op.context.headers),
  fetch: fetchWithTimeout,
});

/** `fetch`, which gives up after `apiTimeoutMs`. `options` has the union because tRPC passes a type of its own. */
export function fetchWithTimeout(address: RequestInfo | URL, options?: RequestInit | { signal?: AbortSignal | null | undefined }) {
  const limit = AbortSignal.timeout(apiTimeoutMs);
  const signal = options?.signal ? AbortSignal.any([options.signal, limit]) : limit;
  return fetch(address, { ...options, signal });
}
