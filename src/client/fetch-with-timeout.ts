'use client';

import { apiTimeoutMs } from '#shared/lib/protocol/rpc-limits.ts';

/** `fetch`, which gives up after `apiTimeoutMs`. The client of RPC has options of a type of its own. */
export function fetchWithTimeout(address: RequestInfo | URL, options?: RequestInit | { signal?: AbortSignal | null | undefined }) {
  const limit = AbortSignal.timeout(apiTimeoutMs);
  const signal = options?.signal ? AbortSignal.any([options.signal, limit]) : limit;
  return fetch(address, { ...options, signal });
}
