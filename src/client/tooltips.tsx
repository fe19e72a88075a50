'use client';

import { cloneElement, lazy, type ReactNode, Suspense } from 'react';
import type { TooltipProps } from './tooltip.tsx';

export type TooltipComponent = (props: TooltipProps) => ReactNode;
type TooltipsProps = { children: (Tooltip: TooltipComponent) => ReactNode };

/** Hands down the component that explains a link or button; those of one group share the skip delay. */
export function Tooltips({ children }: TooltipsProps) {
  return (
    <Suspense>
      <Group>{children}</Group>
    </Suspense>
  );
}

// Radix is fetched when React is wanted at all; the server draws the explained thing and nothing else. What it sent stays
// in place until the module has come, and if it does not come, the links work as they are.
const Group = import.meta.env.SSR ? BareGroup : lazy(loadGroup);

function loadGroup(): Promise<{ default: (props: TooltipsProps) => ReactNode }> {
  return import('./tooltip.tsx').then(
    ({ TooltipGroup }) => ({ default: TooltipGroup }),
    () => ({ default: BareGroup }),
  );
}

function BareGroup({ children }: TooltipsProps) {
  return children(BareTrigger);
}

/** The trigger as Radix draws it while it is closed. */
function BareTrigger({ children }: TooltipProps) {
  return cloneElement(children, { 'data-state': 'closed' } as object);
}
