'use client';

import { QueryClient, QueryClientProvider, type QueryFunctionContext } from '@tanstack/react-query';
import { createTRPCReact } from '@trpc/react-query';
import { type FormEvent, useState } from 'react';
import type { AppRouter } from '#server/api/rpc/router.ts';
import { useIsland } from '#src/client/client-shell.tsx';
import { fetchWithTimeout, rpcLink } from '#src/client/rpc-link.ts';
import { fill } from '#verify/text.ts';

type CatalogueWatchProps = {
  texts: { check: string; checking: string; unchanged: string; changed: string; show: string; failed: string };
  /** What the page shows: at most `limit` of `total` projects, and when the latest of their changes was made. */
  seen: { limit: number; total: number; latestChange: Date | null };
};

/** Lets the visitor check whether the figures on the page are still current, with typed hooks for the server's RPC procedures. */
export function CatalogueWatch(props: CatalogueWatchProps) {
  const [queryClient] = useState(createQueryClient);
  const [client] = useState(() => rpc.createClient({ links: [rpcLink] }));
  return (
    <rpc.Provider client={client} queryClient={queryClient}>
      <QueryClientProvider client={queryClient}>
        <Check {...props} />
      </QueryClientProvider>
    </rpc.Provider>
  );
}

const rpc = createTRPCReact<AppRouter>();

/** The button, and the result of its check. */
function Check({ texts, seen }: CatalogueWatchProps) {
  const island = useIsland<HTMLFormElement>();
  const { data, isFetching, isError, dataUpdatedAt, refetch } = rpc.projects.search.useQuery({ limit: seen.limit }, { enabled: false });
  const hasChanged = data && (data.total !== seen.total || data.projects.some(({ updatedAt }) => updatedAt > (seen.latestChange ?? 0)));
  const time = new Date(dataUpdatedAt).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });
  function check(event: FormEvent) {
    event.preventDefault();
    // Ignored rather than `disabled`, which would lose the focus.
    if (isFetching) return;
    if (hasChanged) location.reload();
    else refetch();
  }
  // Without scripts, or before they have loaded, submitting the form reloads the page with current figures.
  return (
    <form
      ref={island}
      data-island="waiting"
      action="/credits#projects"
      onSubmit={check}
      className="flex flex-wrap items-center gap-x-4 gap-y-2"
    >
      <button type="submit" className="btn-outline" aria-disabled={isFetching || undefined}>
        {hasChanged ? texts.show : isFetching ? texts.checking : texts.check}
      </button>
      <p role="status" className="text-ink-soft">
        {/* One text: a translator replaces texts, and React could not remove one of several. */}
        {isError ? texts.failed : data && fill(hasChanged ? texts.changed : texts.unchanged, { time })}
      </p>
    </form>
  );
}

/**
 * Returns the default query function of product.md, section 7: GETs the address formed by joining the parts of the query key
 * with slashes, with credentials, and parses the JSON. `on401`: whether a 401 throws as any other error does, or gives null.
 * @throws Error `{status}: {body, or status text if the body is empty}` for an unsuccessful response.
 */
export function fetchJson({ on401 }: { on401: 'throw' | 'null' }) {
  return async ({ queryKey, signal }: Pick<QueryFunctionContext, 'queryKey' | 'signal'>): Promise<unknown> => {
    const response = await fetchWithTimeout(queryKey.join('/'), { credentials: 'include', signal });
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
