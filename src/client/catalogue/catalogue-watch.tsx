'use client';

import { lazy, Suspense } from 'react';

const CatalogueCheck = lazy(() => import('./catalogue-check.tsx').then((module) => ({ default: module.CatalogueCheck })));

export type CatalogueWatchProps = {
  texts: { check: string; checking: string; unchanged: string; changed: string; show: string; failed: string };
  /** What the page shows: at most `limit` of `total` projects, and when the latest of their changes was made. */
  seen: { limit: number; total: number; latestChange: Date | null };
};

/** Lets the visitor check whether the figures on the page are still current. */
export function CatalogueWatch(props: CatalogueWatchProps) {
  return (
    // Outside the Suspense boundary: React may replace the button when its chunk loads late, and the held click must survive that.
    <div data-island="waiting">
      <Suspense>
        <CatalogueCheck {...props} />
      </Suspense>
    </div>
  );
}
