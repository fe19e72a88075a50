'use client';

import { useAtomValue, useSetAtom } from 'jotai';
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { CalculatorTexts } from '#shared/content/projects/calculator.ts';
import { type BasketCost, formatPounds } from '#shared/lib/money/money.ts';
import { mostTonnes, type PricedProject, quote } from '#shared/lib/money/quote.ts';
import { costAddress, defaultTonnes, readStoredShortlist, shortlistAddress, storeShortlist, withLine } from '#shared/lib/shortlist.ts';
import { countOf } from '#shared/lib/text/numbers.ts';
import { typedTonnesLength } from '#shared/schemas/limits.ts';
import { parseTonnes } from '#shared/schemas/typed.ts';
import { showToastAtom, useIsland } from '#src/client/client-shell.tsx';
import { Field } from '#src/ui/controls/form.tsx';
import { InlineLink, SubmitButton } from '#src/ui/controls/links.tsx';
import { fill, formatCount } from '#verify/text.ts';
import { newPricesAtom } from './listed-lines.ts';

export type TonnesRequest = {
  project: PricedProject;
  /** The tonnes in the address, or those of a form posted without scripts. */
  requested: string | null;
};

type CostCalculatorProps = TonnesRequest & {
  /** The id of its form, which a button elsewhere on the page submits too. */
  id: string;
  texts: CalculatorTexts;
};

/**
 * Shows what N tonnes cost, and takes them to the purchase or to the shortlist. Without scripts it is a plain GET form that the server
 * answers; with them the figures update as you type.
 */
export function CostCalculator({ id, texts, ...request }: CostCalculatorProps) {
  const { slug, title } = request.project;
  const island = useIsland<HTMLFormElement>();
  const showToast = useSetAtom(showToastAtom);
  const input = useTonnes(request);
  const [isRefused, setRefused] = useState(false);
  const listed = useListedTonnes(slug);
  const calculateAddress = `/projects/${slug}#cost`;

  const submit = (event: FormEvent<HTMLFormElement>) => {
    const button = (event.nativeEvent as SubmitEvent).submitter as HTMLButtonElement | null;
    const tonnes = input.readNow();
    setRefused(tonnes === null && button?.name === 'add');
    if (tonnes === null || tonnes > input.most) {
      event.preventDefault();
      input.field.current?.focus();
      return;
    }
    // The cost, and the address, have followed what was typed.
    if (button?.getAttribute('formaction') === calculateAddress) event.preventDefault();
    else if (button?.name === 'add') {
      event.preventDefault();
      addToShortlist(tonnes);
    }
  };

  function addToShortlist(tonnes: number): void {
    const stored = readStoredShortlist();
    const lines = withLine(stored, { slug, tonnes });
    const listedLine = lines.find((line) => line.slug === slug);
    if (!listedLine) showToast({ variant: 'destructive', ...texts.full });
    else if (!storeShortlist(lines)) location.assign(shortlistAddress(lines));
    else {
      const message = lines.length > stored.length ? texts.added : texts.kept;
      // src/page-scripts/shortlist.ts shows the message with a link to the list, as it does where a link adds.
      document.dispatchEvent(new CustomEvent('listed', { detail: fill(message, { tonnes: formatCount(listedLine.tonnes), title }) }));
    }
  }

  return (
    <form ref={island} data-island="waiting" id={id} action="/contact" onSubmit={submit} className="grid gap-5 print:gap-0">
      <input type="hidden" name="project" value={slug} />
      <TonnesField {...input} name="tonnes" texts={texts} error={isRefused && input.isUnreadable ? texts.notAdded : undefined}>
        <SubmitButton label={texts.work} formAction={calculateAddress} className="btn-outline whitespace-nowrap" />
      </TonnesField>
      <TonnesCost {...input} texts={texts} addressOf={(tonnes) => costAddress({ slug, tonnes })} />
      <div className="flex flex-wrap gap-3 print:hidden">
        <SubmitButton label={texts.purchase} className="btn-primary flex-auto" />
        <SubmitButton label={texts.add} name="add" value={slug} formAction="/shortlist" className="btn-outline flex-auto" />
      </div>
      <p role="status" className="text-[0.9375rem] empty:sr-only print:hidden">
        {listed !== undefined && listed !== input.tonnes && (
          <>
            {fill(texts.listed, { tonnes: formatCount(listed) })} <InlineLink href="/shortlist">{texts.change}</InlineLink>
          </>
        )}
      </p>
    </form>
  );
}

/** The tonnes of a project on the visitor's own shortlist; undefined: it is not on it. */
function useListedTonnes(slug: string): number | undefined {
  const [tonnes, setTonnes] = useState<number>();
  useEffect(() => {
    const read = () => setTonnes(readStoredShortlist().find((line) => line.slug === slug)?.tonnes);
    read();
    addEventListener('storage', read);
    return () => removeEventListener('storage', read);
  }, [slug]);
  return tonnes;
}

type TonnesInput = ReturnType<typeof useTonnes>;

/** Prices the tonnes of one project as they are typed. */
export function useTonnes({ project: served, requested }: TonnesRequest) {
  const newPrice = useAtomValue(newPricesAtom)[served.slug];
  const project = { ...served, pricePerCredit: newPrice ?? served.pricePerCredit };
  const most = mostTonnes(project);
  const field = useRef<HTMLInputElement>(null);
  const [typed, edit] = useState<string | null>(null);
  // Adopt what was typed before hydration.
  useEffect(() => {
    if (field.current && field.current.value !== field.current.defaultValue) edit(field.current.value);
  }, []);
  const text = typed ?? requested?.slice(0, typedTonnesLength) ?? null;
  const read = text === null ? null : parseTonnes(text);
  const tonnes = read ?? Math.min(defaultTonnes, most);
  const isUnreadable = text !== null && read === null;
  // The address follows what is typed, so that Back and a reload keep it. The answer to a plain post keeps its own address.
  useEffect(() => {
    const address = new URL(location.href);
    if (!text || address.pathname.startsWith('/api/')) return;
    const value = isUnreadable ? text : String(tonnes);
    if (address.searchParams.get('tonnes') === value) return;
    address.searchParams.set('tonnes', value);
    history.replaceState(history.state, '', address);
  }, [text, isUnreadable, tonnes]);
  return {
    /** With the latest price that the page knows. */
    project,
    field,
    /** What was typed or, before that, requested; null: neither. */
    text,
    edit,
    /** The tonnes that are priced: those of `text` or, if it has none, `defaultTonnes`, or as many as can be bought. */
    tonnes,
    /** The most tonnes that can be bought at once. */
    most,
    /** Reads the field itself: what was typed before hydration may not be in the state yet. */
    readNow: () => parseTonnes(field.current?.value ?? ''),
    isUnreadable,
    quoted: quote([{ slug: project.slug, tonnes }], [project]),
  };
}

type TonnesFieldProps = TonnesInput & {
  /** By default an id that React makes. */
  id?: string | undefined;
  name: string;
  texts: CalculatorTexts;
  /** Why what was sent was refused. */
  error?: string | undefined;
  /** A button beside the field. */
  children?: ReactNode;
};

export function TonnesField({ field, text, edit, tonnes, most, isUnreadable, id, name, texts, error, children }: TonnesFieldProps) {
  const ownId = useId();
  return (
    // On paper the calculator, which has a button here, shows only the cost; a form keeps its field.
    <div className={children ? 'print:hidden' : undefined}>
      <Field id={id ?? ownId} label={texts.tonnes} hint={fill(texts.hint, { available: formatCount(most) })} error={error}>
        {(control) => (
          <div className="flex flex-wrap gap-3">
            <input
              {...control}
              ref={field}
              name={name}
              className="field figure min-w-0 max-w-52 grow basis-24"
              inputMode="numeric"
              autoComplete="off"
              maxLength={typedTonnesLength}
              aria-invalid={error || isUnreadable || tonnes > most ? true : undefined}
              value={text ?? String(tonnes)}
              onChange={({ target }) => edit(target.value)}
            />
            {children}
          </div>
        )}
      </Field>
    </div>
  );
}

type TonnesCostProps = TonnesInput & {
  texts: CalculatorTexts;
  /** The address that asks for these tonnes. */
  addressOf: (tonnes: number) => string;
};

/** What the tonnes cost, or that so many cannot be bought. Announced when it changes. */
export function TonnesCost({ tonnes, most, isUnreadable, quoted, texts, addressOf }: TonnesCostProps) {
  return (
    <div role="status">
      {isUnreadable && <p className="mb-4 text-[0.9375rem] text-clay">{fill(texts.unreadable, { tonnes: formatCount(tonnes) })}</p>}
      {quoted.lines.map(({ project: { slug }, refusal, pricePerCredit }) =>
        refusal ? (
          <p key={slug} className="border-y border-rule py-4 text-clay">
            {fill(texts.tooMany.text, { credits: countOf(most, 'credit') })}{' '}
            <InlineLink
              link={{ label: fill(texts.tooMany.take, { available: formatCount(most) }), href: addressOf(most) }}
              rel="nofollow"
            />
          </p>
        ) : (
          <CostLines key={slug} {...quoted} pricePerCredit={pricePerCredit} tonnes={tonnes} texts={texts} />
        ),
      )}
    </div>
  );
}

type CostLinesProps = Pick<BasketCost, 'subtotal' | 'vat' | 'total'> & { pricePerCredit: number; tonnes: number; texts: CalculatorTexts };

/** What a number of tonnes costs: the credits, VAT as its own line, the total. */
function CostLines({ subtotal, vat, total, pricePerCredit, tonnes, texts }: CostLinesProps) {
  const credits = fill(texts.credits, { tonnes: formatCount(tonnes), price: formatPounds(pricePerCredit) });
  const parts = { credits: [credits, subtotal], vat: [texts.vat, vat] } as const;
  return (
    <dl className="border-b border-ink">
      {Object.entries(parts).map(([name, [label, pence]]) => (
        <div key={name} className="flex flex-wrap items-baseline justify-between gap-x-3 border-t border-rule py-3">
          <dt className="text-ink-soft">{label}</dt>
          <dd className="figure ml-auto text-[1.125rem]">{formatPounds(pence)}</dd>
        </div>
      ))}
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 border-t border-ink py-4">
        <dt className="font-semibold">{texts.total}</dt>
        <dd className="figure ml-auto text-[min(1.75rem,10vw)] leading-tight md:text-[2.125rem]">{formatPounds(total)}</dd>
      </div>
    </dl>
  );
}
