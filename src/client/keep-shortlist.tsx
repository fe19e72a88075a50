'use client';

import { useSetAtom } from 'jotai';
import type { ShortlistLine } from '#src/lib/shortlist-address.ts';
import { useIsland } from './island.ts';
import { shortlistAtom } from './shortlist-atom.ts';
import { showToastAtom } from './toasts.ts';

type KeepShortlistProps = { lines: ShortlistLine[]; texts: { keep: string; kept: { title: string; description: string } } };

/** Makes a shortlist that somebody shared this browser's own, in place of the one it keeps. */
export function KeepShortlist({ lines, texts }: KeepShortlistProps) {
  const island = useIsland<HTMLDivElement>();
  const keep = useSetAtom(shortlistAtom);
  const showToast = useSetAtom(showToastAtom);
  return (
    <div ref={island} data-island="waiting" className="needs-script">
      <button
        type="button"
        className="btn-outline"
        onClick={() => {
          keep(lines);
          showToast({ variant: 'default', ...texts.kept });
        }}
      >
        {texts.keep}
      </button>
    </div>
  );
}
