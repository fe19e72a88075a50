'use client';

import { type RefObject, useEffect, useRef } from 'react';

/**
 * Reports an island as hydrated: the closest element with `data-island="waiting"`, which may be the ref's own. Until then,
 * src/page-scripts/islands.ts holds clicks and submissions in it; this tells it to replay them.
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
