'use client';

import { useSetAtom } from 'jotai';
import { useIsland } from '#src/client/island.ts';
import { showToastAtom } from '#src/client/toasts/toasts.ts';
import type { ShortlistLine } from '#src/lib/shortlist/shortlist-address.ts';
import { storeShortlist } from '#src/lib/shortlist/stored-shortlist.ts';

type ToastTexts = { title: string; description: string };
type KeepShortlistProps = { lines: ShortlistLine[]; texts: { hint: string; keep: string; kept: ToastTexts; notKept: ToastTexts } };

/**
 * Offers to replace this browser's shortlist with the one on the page, which somebody has shared. Shown only if the two differ
 * (src/page-scripts/shortlist/shortlist.ts).
 */
export function KeepShortlist({ lines, texts }: KeepShortlistProps) {
  const island = useIsland<HTMLDivElement>();
  const showToast = useSetAtom(showToastAtom);
  return (
    <div
      ref={island}
      data-island="waiting"
      className="foreign-shortlist mb-8 flex-wrap items-center justify-between gap-x-8 gap-y-3 border-l-3 border-clay bg-paper-bright px-4 py-3 print:hidden"
    >
      <p>{texts.hint}</p>
      <button
        type="button"
        className="btn-outline"
        onClick={() => {
          const isStored = storeShortlist(lines);
          showToast({ variant: isStored ? 'default' : 'destructive', ...(isStored ? texts.kept : texts.notKept) });
        }}
      >
        {texts.keep}
      </button>
    </div>
  );
}
