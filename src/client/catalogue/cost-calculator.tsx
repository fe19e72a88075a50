'use client';

import { useSetAtom } from 'jotai';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { useIsland } from '#src/client/island.ts';
import { showToastAtom } from '#src/client/toasts/toasts.ts';
import type { CalculatorTexts } from '#src/content/projects/calculator.ts';
import { parseTonnes } from '#src/lib/money/basket.ts';
import { mostTonnes, type QuotableProject, quote } from '#src/lib/money/quote.ts';
import { shortlistAddress, withLine } from '#src/lib/shortlist/shortlist-address.ts';
import { readStoredShortlist, storeShortlist } from '#src/lib/shortlist/stored-shortlist.ts';
import { fill } from '#src/lib/text/fill.ts';
import { formatCount } from '#src/lib/text/numbers.ts';
import { CostLines } from '#src/ui/routes/project/cost-lines.tsx';

type CostCalculatorProps = {
  /** A project on sale. */
  project: QuotableProject & { title: string };
  /** The value of `?tonnes=` in the address. */
  requested: string | null;
  /** The tonnes to price when none are requested. */
  defaultTonnes: number;
  texts: CalculatorTexts;
};

/** Shows what N tonnes cost. Without scripts it is a plain GET form that the server answers; with them the figures update as you type. */
export function CostCalculator({ project, requested, defaultTonnes, texts }: CostCalculatorProps) {
  const { slug, title } = project;
  const most = mostTonnes(project);
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
  const choose = (text: string | null) => (text === null ? null : parseTonnes(text)) ?? Math.min(defaultTonnes, most);
  const tonnes = choose(input);
  const isUnreadable = input !== null && parseTonnes(input) === null;
  const quoted = quote([{ slug, tonnes }], [project]);
  const available = formatCount(most);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    const button = (event.nativeEvent as SubmitEvent).submitter as HTMLButtonElement | null;
    event.preventDefault();
    // Read the field itself: what was typed before hydration may not be in the state yet.
    const tonnes = choose(field.current?.value ?? input);
    if (tonnes > most) {
      field.current?.focus();
      return;
    }
    if (button?.name !== 'add') {
      // The address that the plain form would have led to, so that it can be shared.
      if (!isUnreadable) history.replaceState(history.state, '', `?tonnes=${tonnes}#cost`);
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
            {fill(texts.hint, { available })}
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
              aria-invalid={isUnreadable || tonnes > most ? true : undefined}
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
          {quoted.lines.map(({ refusal, pricePerCredit }) =>
            refusal ? (
              <p key={slug} className="border-y border-rule py-4 text-clay">
                {fill(texts.tooMany.text, { available })}{' '}
                <a href={`?tonnes=${most}#cost`} rel="nofollow" className="text-link text-canopy">
                  {fill(texts.tooMany.take, { available })}
                </a>
              </p>
            ) : (
              <CostLines key={slug} {...quoted} pricePerCredit={pricePerCredit} tonnes={tonnes} texts={texts} />
            ),
          )}
          {isUnreadable && <p className="mt-4 text-[0.9375rem] text-clay">{fill(texts.unreadable, { tonnes: formatCount(tonnes) })}</p>}
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
