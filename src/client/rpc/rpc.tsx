'use client';

import { QueryClientProvider } from '@tanstack/react-query';
import { createTRPCReact } from '@trpc/react-query';
import { type ReactNode, useState } from 'react';
import type { AppRouter } from '#server/api/rpc/router.ts';
import { createQueryClient } from './query-client.ts';
import { rpcLink } from './rpc-link.ts';

/** Typed hooks for the server's RPC procedures. */
export const rpc = createTRPCReact<AppRouter>();

/** Provides the RPC hooks and a query client to the islands inside it. */
export function RpcProvider({ children }: { children: ReactNode }) {
  const [queryClient] = useState(createQueryClient);
  const [client] = useState(() => rpc.createClient({ links: [rpcLink()] }));
  return (
    <rpc.Provider client={client} queryClient={queryClient}>
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    </rpc.Provider>
  );
}
