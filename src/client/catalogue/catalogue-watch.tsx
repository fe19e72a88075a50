'use client';

import { lazy, Suspense } from 'react';

const CatalogueCheck = lazy(() => import('./catalogue-check.tsx').then((module) => ({ default: module.CatalogueCheck })));

export type CatalogueWatchProps = {
  texts: { check: string; checking: string; unchanged: string; changed: string; show: string; failed: string };
  /** What the page shows: at most so many projects, of how many, and when the latest change of theirs was made. */
  seen: { limit: number; total: number; latestChange: Date | null };
};

/** Asks, when a visitor wants to know, whether the figures on the page are still those of the catalogue. */
export function CatalogueWatch(props: CatalogueWatchProps) {
  return (
    // Around the boundary: React may put the button in anew when its code comes late, and what was pressed is kept here.
    <div data-island="waiting">
      <Suspense>
        <CatalogueCheck {...props} />
      </Suspense>
    </div>
  );
}
