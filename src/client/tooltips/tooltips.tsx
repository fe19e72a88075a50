'use client';

import { cloneElement, lazy, type ReactNode } from 'react';
import type { TooltipProps } from './tooltip.tsx';

export type TooltipComponent = (props: TooltipProps) => ReactNode;
type TooltipsProps = { children: (Tooltip: TooltipComponent) => ReactNode };

/** Passes the tooltip component to its child. The tooltips inside form a group, which shares the skip delay. */
export function Tooltips({ children }: TooltipsProps) {
  return <Group>{children}</Group>;
}

// The tooltip module is loaded on hydration; the server renders only the triggers. If it fails to load, the links still work.
// There is no Suspense around it: if the address has a fragment, Waku's router updates right after hydration, and React would
// then replace a pending boundary with its empty fallback, so that links and rings would vanish under the pointer.
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

/** The trigger as rendered while its tooltip is closed. */
function BareTrigger({ children }: TooltipProps) {
  return cloneElement(children, { 'data-state': 'closed' } as object);
}
