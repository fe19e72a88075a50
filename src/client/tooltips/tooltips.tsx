'use client';

import { cloneElement, lazy, type ReactNode } from 'react';
import type { TooltipProps } from './tooltip.tsx';

export type TooltipComponent = (props: TooltipProps) => ReactNode;
type TooltipsProps = { children: (Tooltip: TooltipComponent) => ReactNode };

/** Hands down the component that explains a link or button; those of one group share the skip delay. */
export function Tooltips({ children }: TooltipsProps) {
  return <Group>{children}</Group>;
}

// What opens them is fetched when React is wanted at all; the server draws the explained thing and nothing else. React takes over
// when the module has come, and if it does not come, the links work as they are. No Suspense around it: where the address
// has a fragment, Waku's router updates right after it took over, and React would draw a boundary that still waits anew,
// from its empty fallback: links and rings would vanish under the pointer.
const Group = import.meta.env.SSR ? BareGroup : lazy(loadGroup);

async function loadGroup(): Promise<{ default: (props: TooltipsProps) => ReactNode }> {
  try {
    const { TooltipGroup } = await import('./tooltip.tsx');
    return { default: TooltipGroup };
  } catch {
    return { default: BareGroup };
  }
}

function BareGroup({ children }: TooltipsProps) {
  return children(BareTrigger);
}

/** The trigger as it is drawn while it is closed. */
function BareTrigger({ children }: TooltipProps) {
  return cloneElement(children, { 'data-state': 'closed' } as object);
}
