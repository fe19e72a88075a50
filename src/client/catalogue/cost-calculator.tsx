'use client';

import { useSetAtom } from 'jotai';
import type { FormEvent } from 'react';
import { useIsland } from '#src/client/island.ts';
import { showToastAtom } from '#src/client/toasts/toasts.ts';
import type { CalculatorTexts } from '#src/content/projects/calculator.ts';
import type { PricedProject } from '#src/lib/money/quote.ts';
import { projectAddress } from '#src/lib/shortlist/contact-address.ts';
import { shortlistAddress, withLine } from '#src/lib/shortlist/shortlist-address.ts';
import { readStoredShortlist, storeShortlist } from '#src/lib/shortlist/stored-shortlist.ts';
import { fill } from '#src/lib/text/fill.ts';
import { formatCount } from '#src/lib/text/numbers.ts';
import { TonnesCost, TonnesField, useTonnes } from './tonnes-cost.tsx';

type CostCalculatorProps = {
  /** The id of its form, which a button elsewhere on the page submits too. */
  id: string;
  project: PricedProject;
  /** The value of `?tonnes=` in the address. */
  requested: string | null;
  /** The tonnes to price when none are requested. */
  defaultTonnes: number;
  texts: CalculatorTexts;
};

/**
 * Shows what N tonnes cost, and takes them to the purchase or to the shortlist. Without scripts it is a plain GET form that the server
 * answers; with them the figures update as you type.
 */
export function CostCalculator({ id, project, requested, defaultTonnes, texts }: CostCalculatorProps) {
  const { slug, title } = project;
  const island = useIsland<HTMLDivElement>();
  const showToast = useSetAtom(showToastAtom);
  const input = useTonnes(project, requested, defaultTonnes);
  const calculate = `/projects/${slug}#cost`;

  const submit = (event: FormEvent<HTMLFormElement>) => {
    const button = (event.nativeEvent as SubmitEvent).submitter as HTMLButtonElement | null;
    const tonnes = input.readNow();
    if (tonnes > input.most) {
      event.preventDefault();
      input.field.current?.focus();
      return;
    }
    if (button?.getAttribute('formaction') === calculate) {
      event.preventDefault();
      // The address that the plain form would have led to, so that it can be shared.
      if (!input.isUnreadable) history.replaceState(history.state, '', `?tonnes=${tonnes}#cost`);
    } else if (button?.name === 'add') {
      event.preventDefault();
      addToShortlist(tonnes);
    }
  };

  function addToShortlist(tonnes: number): void {
    const lines = withLine(readStoredShortlist(), { slug, tonnes });
    if (!lines.some((line) => line.slug === slug)) {
      showToast({ variant: 'destructive', ...texts.full });
      return;
    }
    if (!storeShortlist(lines)) location.assign(shortlistAddress(lines));
    else {
      const description = fill(texts.added.description, { tonnes: formatCount(tonnes), title });
      showToast({ variant: 'default', title: texts.added.title, description });
    }
  }

  return (
    <div ref={island} data-island="waiting">
      <form id={id} action="/contact" onSubmit={submit} className="grid gap-5 print:gap-0">
        <input type="hidden" name="project" value={slug} />
        <TonnesField {...input} name="tonnes" texts={texts}>
          <button type="submit" formAction={calculate} className="btn-outline whitespace-nowrap">
            {texts.work}
          </button>
        </TonnesField>
        <TonnesCost {...input} texts={texts} addressOf={(tonnes) => projectAddress({ slug, tonnes })} />
        <div className="flex flex-wrap gap-3 print:hidden">
          <button type="submit" className="btn-primary flex-auto">
            {texts.purchase}
          </button>
          <button type="submit" name="add" value={slug} formAction="/shortlist" className="btn-outline flex-auto">
            {texts.add}
          </button>
        </div>
      </form>
    </div>
  );
}
