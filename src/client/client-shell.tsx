'use client';

import { Provider, useAtomValue } from 'jotai';
import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { toastsAtom } from './toasts/toasts.ts';

// Fetched with the first toast.
/** Without its code, as after a release, there are no toasts; what they say stands in the forms too. */
const ToastStack = lazy<ComponentType>(() =>
  import('./toasts/toast-stack.tsx').then(
    (module) => ({ default: module.ToastStack }),
    () => ({ default: () => null }),
  ),
);

/** State shared by the islands of a page: a store per mount. */
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
