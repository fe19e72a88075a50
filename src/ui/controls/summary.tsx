import type { ReactNode } from 'react';

/** The summary of a `details` with the class `group`: what it opens on the left, and the marker on the right. */
export function Summary({ className, children }: { className: string; children: ReactNode }) {
  return (
    <summary className={`flex cursor-pointer items-center justify-between ${className}`}>
      {children}
      <OpenMarker />
    </summary>
  );
}

/** The plus sign at the end of a summary, which turns into a cross while its `group` is open. */
export function OpenMarker() {
  return (
    <span aria-hidden="true" className="figure text-xl text-clay transition-rotate group-open:rotate-45">
      +
    </span>
  );
}
