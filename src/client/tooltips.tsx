'use client';

import { cloneElement, lazy, type ReactNode } from 'react';
import type { TooltipProps } from './tooltip.tsx';

type TooltipsProps = { children: (Tooltip: (props: TooltipProps) => ReactNode) => ReactNode };

/** Hands down the component that explains a link or button; those of one group share the skip delay. */
export function Tooltips({ children }: TooltipsProps) {
  return <Group>{children}</Group>;
}

// Radix is fetched when React is wanted at all; the server draws the explained thing and nothing else. Without a Suspense
// around it: the server would move so large a boundary to the end of the page, where it is of no use without scripts, and
// the browser keeps what the server sent until the module has come. If it does not come, the links work as they are.
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
