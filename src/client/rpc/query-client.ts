'use client';

import { QueryClient, type QueryFunctionContext } from '@tanstack/react-query';
import { apiTimeoutMs } from '#src/lib/protocol/rpc-limits.ts';

/** What a query does on a 401: throw, or return null. */
export type On401 = 'throw' | 'null';

/**
 * Returns the default query function of product.md, section 7: GETs the address formed by joining the parts of the query key
 * with slashes, with credentials, and parses the JSON.
 * @throws Error `{status}: {body, or status text if the body is empty}` for an unsuccessful response.
 */
export function fetchJson({ on401 }: { on401: On401 }) {
  return async ({ queryKey, signal }: Pick<QueryFunctionContext, 'queryKey' | 'signal'>): Promise<unknown> => {
    const response = await fetch(queryKey.join('/'), {
      credentials: 'include',
      signal: AbortSignal.any([signal, AbortSignal.timeout(apiTimeoutMs)]),
    });
    if (response.status === 401 && on401 === 'null') return null;
    if (!response.ok) throw new Error(`${response.status}: ${(await response.text()) || response.statusText}`);
    return response.json();
  };
}

/** Creates a query client with the defaults of product.md, section 9: no interval, no refetch on focus, never stale, no retries. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        queryFn: fetchJson({ on401: 'throw' }),
        refetchInterval: false,
        refetchOnWindowFocus: false,
        staleTime: Number.POSITIVE_INFINITY,
        retry: false,
      },
      mutations: { retry: false },
    },
  });
}
