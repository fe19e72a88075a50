'use client';

import { useSetAtom } from 'jotai';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { useIsland } from '#src/client/island.ts';
import { showToastAtom } from '#src/client/toasts/toasts.ts';
import type { CalculatorTexts } from '#src/content/projects/calculator.ts';
import { chooseTonnes, tonnesLimit } from '#src/lib/money/basket.ts';
import { shortlistAddress, withLine } from '#src/lib/shortlist/shortlist-address.ts';
import { readStoredShortlist, storeShortlist } from '#src/lib/shortlist/stored-shortlist.ts';
import { fill } from '#src/lib/text/fill.ts';
import { formatCount } from '#src/lib/text/numbers.ts';
import { CostLines } from '#src/ui/routes/project/cost-lines.tsx';

type CostCalculatorProps = {
  project: { slug: string; title: string; pricePerCredit: number; availableCredits: number };
  /** The value of `?tonnes=` in the address. */
  requested: string | null;
  /** The tonnes to price when none are requested. */
  defaultTonnes: number;
  texts: CalculatorTexts;
};

/** Shows what N tonnes cost. Without scripts it is a plain GET form that the server answers; with them the figures update as you type. */
export function CostCalculator({ project, requested, defaultTonnes, texts }: CostCalculatorProps) {
  const { slug, title, pricePerCredit, availableCredits } = project;
  const id = useId();
  const island = useIsland<HTMLDivElement>();
  const showToast = useSetAtom(showToastAtom);
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState<string | null>(null);
  // Adopt what was typed before hydration.
  useEffect(() => {
    if (field.current && field.current.value !== field.current.defaultValue) setTyped(field.current.value);
  }, []);
  const input = typed ?? requested;
  const choose = (text: string | null) => chooseTonnes({ requested: text, available: availableCredits, fallback: defaultTonnes });
  const { tonnes, changed } = choose(input);
  const note = changed && fill(texts.changed[changed], { available: formatCount(availableCredits), tonnes: formatCount(tonnes) });

  const submit = (event: FormEvent<HTMLFormElement>) => {
    const button = (event.nativeEvent as SubmitEvent).submitter as HTMLButtonElement | null;
    event.preventDefault();
    // Read the field itself: what was typed before hydration may not be in the state yet.
    const { tonnes, changed } = choose(field.current?.value ?? input);
    if (button?.name !== 'add') {
      // The address that the plain form would have led to, so that it can be shared.
      if (!changed) history.replaceState(history.state, '', `?tonnes=${tonnes}#cost`);
      return;
    }
    const lines = withLine(readStoredShortlist(), { slug, tonnes });
    if (!lines.some((line) => line.slug === slug)) {
      showToast({ variant: 'destructive', ...texts.full });
      return;
    }
    const isStored = storeShortlist(lines);
    if (button.formAction.endsWith('#quote')) location.assign(`${shortlistAddress(lines)}#quote`);
    else if (!isStored) location.assign(shortlistAddress(lines));
    else {
      const description = fill(texts.added.description, { tonnes: formatCount(tonnes), title });
      showToast({ variant: 'default', title: texts.added.title, description });
    }
  };

  return (
    <div ref={island} data-island="waiting">
      <form
        action={`/projects/${slug}#cost`}
        onSubmit={submit}
        className="grid gap-x-16 gap-y-5 lg:(grid-cols-2 grid-rows-[auto_1fr]) print:gap-y-0"
      >
        <div className="print:hidden">
          <label htmlFor={`${id}-tonnes`} className="mb-1.5 block font-semibold">
            {texts.tonnes}
          </label>
          <p id={`${id}-hint`} className="mb-1.5 text-[0.875rem] text-ink-faint">
            {fill(texts.hint, { available: formatCount(Math.min(availableCredits, tonnesLimit.max)) })}
          </p>
          <div className="flex gap-3">
            <input
              ref={field}
              id={`${id}-tonnes`}
              name="tonnes"
              className="field figure min-w-0 max-w-52"
              inputMode="numeric"
              autoComplete="off"
              maxLength={15}
              aria-describedby={`${id}-hint`}
              aria-invalid={changed === 'unreadable' ? true : undefined}
              value={input ?? String(tonnes)}
              onChange={({ target }) => setTyped(target.value)}
            />
            <button type="submit" className="btn-outline whitespace-nowrap">
              {texts.work}
            </button>
          </div>
        </div>
        {/* After the field and before the buttons, also on a phone; on wide screens beside both. */}
        <div role="status" className="lg:row-span-2">
          <CostLines pricePerCredit={pricePerCredit} tonnes={tonnes} texts={texts} />
          {note && <p className="mt-4 text-[0.9375rem] text-clay">{note}</p>}
        </div>
        <div className="flex flex-col gap-3 self-start sm:(flex-row flex-wrap) print:hidden">
          <button type="submit" name="add" value={slug} formAction="/shortlist" className="btn-outline">
            {texts.add}
          </button>
          <button type="submit" name="add" value={slug} formAction="/shortlist#quote" className="btn-primary">
            {texts.quote}
          </button>
        </div>
      </form>
    </div>
  );
}
