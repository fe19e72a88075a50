'use client';

import { lazy, Suspense } from 'react';
import { useIsland } from './island.ts';

const CatalogueCheck = lazy(() => import('./catalogue-check.tsx').then((module) => ({ default: module.CatalogueCheck })));

export type CatalogueWatchProps = {
  texts: { check: string; checking: string; unchanged: string; changed: string; show: string; failed: string };
  /** What the page shows: how many projects there are, and when the latest change was made. */
  seen: { total: number; latestChange: Date | null };
};

/** Asks, when a visitor wants to know, whether the figures on the page are still those of the catalogue. */
export function CatalogueWatch(props: CatalogueWatchProps) {
  const island = useIsland<HTMLDivElement>();
  return (
    <div ref={island} data-island="waiting" className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Suspense>
        <CatalogueCheck {...props} />
      </Suspense>
    </div>
  );
}
