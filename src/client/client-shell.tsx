'use client';

import { Provider, useAtomValue } from 'jotai';
import type { ReactNode } from 'react';
import { ToastStack } from './toasts/toast-stack.tsx';
import { toastsAtom } from './toasts/toasts.ts';

/**
 * Provides the state that the islands of a page share, and the toasts. Their code is loaded with the page's, not when the first is shown:
 * that may be the toast which says that there is no connection.
 */
export function ClientShell({ children }: { children: ReactNode }) {
  return (
    <Provider>
      {children}
      <Toasts />
    </Provider>
  );
}

function Toasts() {
  return useAtomValue(toastsAtom).length > 0 && <ToastStack />;
}
