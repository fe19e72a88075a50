'use client';

import { useSetAtom } from 'jotai';
import { type MouseEvent, useId, useRef } from 'react';
import type { article } from '#shared/content/blog.ts';
import { showToastAtom, useIsland } from './client-shell.tsx';

/** An address to copy by hand or with the button. Without scripts there is no button. */
export function CopyLink({ address, texts }: { address: string; texts: (typeof article)['share']['copy'] }) {
  const id = useId();
  const island = useIsland<HTMLDivElement>();
  const field = useRef<HTMLInputElement>(null);
  const showToast = useSetAtom(showToastAtom);

  const copy = async ({ currentTarget }: MouseEvent<HTMLButtonElement & { copied?: Promise<void> }>) => {
    try {
      // src/page-scripts/islands.ts copied when the button was pressed. This click may be a replay of that press.
      await (currentTarget.copied ?? navigator.clipboard.writeText(address));
      showToast({ variant: 'default', ...texts.copied });
    } catch {
      // No permission, or not a secure context: select the address, ready to be copied with the keyboard.
      field.current?.select();
      showToast({ variant: 'destructive', ...texts.failed });
    }
  };

  return (
    <div ref={island} data-island="waiting" className="flex gap-3">
      <label htmlFor={id} className="sr-only">
        {texts.field}
      </label>
      <input
        ref={field}
        id={id}
        readOnly
        value={address}
        className="field min-w-0 flex-1 truncate font-mono text-[0.8125rem]"
        onFocus={(event) => event.target.select()}
      />
      <button type="button" data-copy={address} onClick={copy} className="needs-script btn-outline whitespace-nowrap">
        {texts.button}
      </button>
    </div>
  );
}
