'use client';

import { useIsland } from '#src/client/island.ts';

/** Opens the browser's print dialog. Hidden without scripts: the browser's menu prints the page just as well. */
export function PrintButton({ label }: { label: string }) {
  const island = useIsland<HTMLDivElement>();
  return (
    <div ref={island} data-island="waiting" className="needs-script">
      <button type="button" className="btn-outline" onClick={() => print()}>
        {label}
      </button>
    </div>
  );
}
