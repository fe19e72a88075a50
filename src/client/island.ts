'use client';

import { type RefObject, useEffect, useRef } from 'react';

/**
 * Marks the element, or what is around it, as an interactive island: give that `data-island="waiting"`. Before it is
 * ready, src/page-scripts/islands.ts holds what is clicked and submitted in it; this tells it when to hand that over.
 */
export function useIsland<Kind extends HTMLElement | SVGElement>(): RefObject<Kind | null> {
  const ref = useRef<Kind>(null);
  useEffect(() => {
    const island = ref.current?.closest<HTMLElement>('[data-island]');
    if (!island) return;
    island.dataset.island = 'ready';
    document.dispatchEvent(new Event('island-ready'));
  }, []);
  return ref;
}
