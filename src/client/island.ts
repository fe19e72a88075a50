'use client';

import { type RefObject, useEffect, useRef } from 'react';

/**
 * Marks the element as an interactive island: give it `data-island="waiting"`. Before it is ready, src/first-view.ts
 * holds what is clicked and submitted in it; this tells it when to hand that over.
 */
export function useIsland<Kind extends HTMLElement | SVGElement>(): RefObject<Kind | null> {
  const ref = useRef<Kind>(null);
  useEffect(() => {
    if (!ref.current) return;
    ref.current.dataset.island = 'ready';
    document.dispatchEvent(new Event('island-ready'));
  }, []);
  return ref;
}
