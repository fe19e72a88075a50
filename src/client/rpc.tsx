'use client';

import { QueryClientProvider } from '@tanstack/react-query';
import { httpBatchLink } from '@trpc/client';
import { createTRPCReact } from '@trpc/react-query';
import { type ReactNode, useState } from 'react';
import superjson from 'superjson';
import type { AppRouter } from '#server/rpc/router.ts';
import { createQueryClient } from './query-client.ts';

/** Typed hooks for every procedure of the server's router. */
export const rpc = createTRPCReact<AppRouter>();

const requestLimit = 15_000;
const maxBatchSize = 10;

/** Gives the islands inside it the RPC hooks and a query client of their own. */
export function RpcProvider({ children }: { children: ReactNode }) {
  const [queryClient] = useState(createQueryClient);
  const [client] = useState(() =>
    rpc.createClient({
      links: [
        httpBatchLink({
          url: '/api/rpc',
          transformer: superjson,
          maxItems: maxBatchSize,
          fetch: (address, options) => {
            const limit = AbortSignal.timeout(requestLimit);
            const signal = options?.signal ? AbortSignal.any([options.signal as AbortSignal, limit]) : limit;
            return fetch(address, { ...(options as RequestInit), signal });
          },
        }),
      ],
    }),
  );
  return (
    <rpc.Provider client={client} queryClient={queryClient}>
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    </rpc.Provider>
  );
}
