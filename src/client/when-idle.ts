'use client';

/** Calls `act` when the browser is idle, after 2 s at the latest; in browsers that do not say when they are, after 200 ms. */
export function whenIdle(act: () => void): void {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(act, { timeout: 2_000 });
  else setTimeout(act, 200);
}
