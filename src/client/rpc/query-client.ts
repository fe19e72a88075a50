'use client';

import { QueryClient, type QueryFunctionContext } from '@tanstack/react-query';

/** What a 401 means to a query: an error, or "there is nothing for you" (null). */
export type On401 = 'throw' | 'null';

/** Every request of the browser has this limit, in ms. */
const requestLimit = 15_000;

/**
 * The default fetch of product.md, section 7: the address is the query key's parts joined with a slash, GET with
 * credentials, JSON parsed.
 * @throws Error `{status}: {body, or status text if the body is empty}` for a non-success answer.
 */
export function fetchJson({ on401 }: { on401: On401 }) {
  return async ({ queryKey, signal }: Pick<QueryFunctionContext, 'queryKey' | 'signal'>): Promise<unknown> => {
    const response = await fetch(queryKey.join('/'), {
      credentials: 'include',
      signal: AbortSignal.any([signal, AbortSignal.timeout(requestLimit)]),
    });
    if (response.status === 401 && on401 === 'null') return null;
    if (!response.ok) throw new Error(`${response.status}: ${(await response.text()) || response.statusText}`);
    return response.json();
  };
}

/** A query client with the defaults of product.md, section 9: no interval, no refetch on focus, never stale, no retries. */
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
