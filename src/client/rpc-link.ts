'use client';

import { httpLink } from '@trpc/client';
import superjson from 'superjson';

/** How long (ms) the browser waits for an answer from the API. */
const apiTimeoutMs = 15_000;

/** How calls reach the server, each by itself, with the `headers` of its context. */
export const rpcLink = httpLink({
  url: '/api/trpc',
  transformer: superjson,
  // Undefined becomes none; the context is untyped.
  headers: ({ op }) => Object(op.context.headers),
  fetch: fetchWithTimeout,
});

/** `fetch`, which gives up after `apiTimeoutMs`. `options` has the union because tRPC passes a type of its own. */
export function fetchWithTimeout(address: RequestInfo | URL, options?: RequestInit | { signal?: AbortSignal | null | undefined }) {
  const limit = AbortSignal.timeout(apiTimeoutMs);
  const signal = options?.signal ? AbortSignal.any([options.signal, limit]) : limit;
  return fetch(address, { ...options, signal });
}
