'use client';

import { type RefObject, useEffect, useRef } from 'react';

/**
 * Reports an island as hydrated: the closest element with `data-island="waiting"`, which may be the ref's own. Until then,
 * src/page-scripts/islands.ts holds clicks and submissions in the island; the report makes that script replay them.
 * @param load fetches what the first use of the island needs, and is called when the page is idle. Always the same function.
 */
export function useIsland<Kind extends HTMLElement | SVGElement>(load?: () => Promise<unknown>): RefObject<Kind | null> {
  const ref = useRef<Kind>(null);
  useEffect(() => {
    const island = ref.current?.closest<HTMLElement>('[data-island]');
    if (!island) return;
    island.dataset.island = 'ready';
    document.dispatchEvent(new Event('island-ready'));
    // `pageIdle` is a global (src/types.d.ts). If `load` fails, the first use of the island loads again.
    if (load) void pageIdle.then(() => load().catch(() => {}));
  }, [load]);
  return ref;
}
