'use client';

import { Provider, useAtomValue } from 'jotai';
import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { toastsAtom } from './toasts/toasts.ts';

// Loaded with the first toast. If that fails, as after a release, there are no toasts; the forms show the same messages.
const ToastStack = lazy<ComponentType>(() =>
  import('./toasts/toast-stack.tsx').then(
    (module) => ({ default: module.ToastStack }),
    () => ({ default: () => null }),
  ),
);

/** Provides the state that the islands of a page share, and the toasts. */
export function ClientShell({ children }: { children: ReactNode }) {
  return (
    <Provider>
      {children}
      <Toasts />
    </Provider>
  );
}

function Toasts() {
  const toasts = useAtomValue(toastsAtom);
  if (toasts.length === 0) return null;
  return (
    <Suspense>
      <ToastStack />
    </Suspense>
  );
}
