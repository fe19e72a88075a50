'use client';

import { useSetAtom } from 'jotai';
import type { ShortlistLine } from '#src/lib/shortlist-address.ts';
import { useIsland } from './island.ts';
import { isKept, shortlistAtom } from './shortlist-atom.ts';
import { showToastAtom } from './toasts.ts';

type Said = { title: string; description: string };
type KeepShortlistProps = { lines: ShortlistLine[]; texts: { hint: string; keep: string; kept: Said; notKept: Said } };

/** Makes a shortlist that somebody shared this browser's own, in place of the one it keeps. Shown where the two differ. */
export function KeepShortlist({ lines, texts }: KeepShortlistProps) {
  const island = useIsland<HTMLDivElement>();
  const keep = useSetAtom(shortlistAtom);
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
          keep(lines);
          const kept = isKept(lines);
          showToast({ variant: kept ? 'default' : 'destructive', ...(kept ? texts.kept : texts.notKept) });
          if (kept) document.documentElement.removeAttribute('data-shortlist-foreign');
        }}
      >
        {texts.keep}
      </button>
    </div>
  );
}
