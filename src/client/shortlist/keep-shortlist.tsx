'use client';

import { useSetAtom } from 'jotai';
import { useIsland } from '#src/client/island.ts';
import { showToastAtom } from '#src/client/toasts/toasts.ts';
import type { ShortlistLine } from '#src/lib/shortlist-address.ts';
import { storeShortlist } from '#src/lib/stored-shortlist.ts';

type Said = { title: string; description: string };
type KeepShortlistProps = { lines: ShortlistLine[]; texts: { hint: string; keep: string; kept: Said; notKept: Said } };

/** Makes a shortlist that somebody shared this browser's own, in place of the one it keeps. Shown where the two differ (src/page-scripts/shortlist/shortlist.ts). */
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
          const kept = storeShortlist(lines);
          showToast({ variant: kept ? 'default' : 'destructive', ...(kept ? texts.kept : texts.notKept) });
        }}
      >
        {texts.keep}
      </button>
    </div>
  );
}
