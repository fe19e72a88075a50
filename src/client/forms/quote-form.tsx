'use client';

import { useSetAtom } from 'jotai';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { type ListedLine, lineErrorsAtom, newPricesAtom, useListed } from '#src/client/catalogue/listed-lines.ts';
import { useIsland } from '#src/client/island.ts';
import type { QuoteFormContent } from '#src/content/shortlist.ts';
import { deliveryOf, type PricedProject } from '#src/lib/money/quote.ts';
import { postedLine, shortlistAddress, tonnesField } from '#src/lib/shortlist/shortlist-address.ts';
import { formatDay } from '#src/lib/text/dates.ts';
import { fill } from '#src/lib/text/fill.ts';
import type { FormResult } from '#src/schemas/form-result.ts';
import {
  EmailField,
  Field,
  type FormProblem,
  FormResultAlert,
  FormTrap,
  NameField,
  ReceiptNote,
  SubmitBar,
} from '#src/ui/controls/form.tsx';
import { LiveErrorSummary, problemsOf } from './live-error-summary.tsx';
import { useFormSubmission } from './use-form-submission.ts';

const load = () => import('./quote-sender.ts').then((module) => module.quoteSender);

type QuoteFormProps = {
  content: QuoteFormContent;
  /** What is asked for, at the prices that are shown. Tonnes that cannot be read are ''. */
  lines: { project: PricedProject; tonnes: number | '' }[];
  contactEmail: string;
  /** The day by which the credits are needed, if it was said before. */
  neededBy?: string | undefined;
  /** The result of the form posted without scripts. */
  formResult: FormResult | undefined;
  /** A field that edits its only line, with its name and the error of that line, and what stands beside the button. Otherwise a list above it does. */
  line?: { name: string; field: (error: string | undefined, id: string) => ReactNode; total: ReactNode };
};

/**
 * The form of the shortlist above it. What was left out of the page's totals is not asked for, unless somebody has typed other tonnes.
 */
export function ShortlistQuoteForm({ listed, ...form }: Omit<QuoteFormProps, 'lines' | 'line'> & { listed: ListedLine[] }) {
  const { lines } = useListed(listed);
  const asked = lines.filter(({ quoted, isTyped }) => isTyped || !quoted?.refusal);
  return <QuoteForm {...form} lines={asked.map(({ served, quoted }) => quoted ?? { ...served, tonnes: '' as const })} />;
}

/** Requests a quote for a list, or for one project. Without scripts it posts to `/api/quote-request`. */
export function QuoteForm({ content, lines, contactEmail, neededBy, formResult, line }: QuoteFormProps) {
  const id = useId();
  const island = useIsland<HTMLDivElement>(load);
  const thanks = useRef<HTMLDivElement>(null);
  const { labels, success } = content;
  const failure = { ...content.failure, body: fill(content.failure.body, { email: contactEmail }) };
  const typed = formResult?.values ?? {};
  const pending = lines.flatMap(({ project }) =>
    project.unitsStatus === 'expected' ? [{ title: project.title, delivery: deliveryOf(project) }] : [],
  );
  const { form, state, receipt, errors, refusal, fieldState } = useFormSubmission({ load, formResult, success, failure });
  const wrongLines = linesIn(refusal.errors).map(({ at, isTonnes, error }) => {
    // The server's page has other lines than were posted.
    const slug = isTonnes && at !== undefined && refusal.attempt > 0 ? lines[at]?.project.slug : undefined;
    return { slug, text: at === undefined ? error : fill(content.line, { number: String(at + 1), error }) };
  });
  const lineProblems = wrongLines.map(({ slug, text }): FormProblem => {
    if (line) return { text: line.name, href: `#${id}-tonnes` };
    if (slug) return { text, href: `#${tonnesField(slug)}` };
    return {
      text,
      href: shortlistAddress(lines.map(({ project, tonnes }) => ({ slug: project.slug, tonnes: Number(tonnes) }))),
      label: content.openAgain,
    };
  });
  const fieldErrors = Object.fromEntries(Object.entries(refusal.errors).filter(([field]) => !field.startsWith('lines')));
  const setLineErrors = useSetAtom(lineErrorsAtom);
  const setNewPrices = useSetAtom(newPricesAtom);
  const shownAtLines = JSON.stringify(Object.fromEntries(wrongLines.flatMap(({ slug, text }) => (slug ? [[slug, text]] : []))));
  useEffect(() => setLineErrors(JSON.parse(shownAtLines)), [shownAtLines, setLineErrors]);
  useEffect(() => {
    if (refusal.attempt > 0) load().then(({ newPrices }) => setNewPrices(newPrices()));
  }, [refusal.attempt, setNewPrices]);
  // The form is hidden now, together with the button that had the focus.
  useEffect(() => {
    if (state === 'sent') thanks.current?.focus();
  }, [state]);

  const submit = (
    <button type="submit" disabled={state === 'sending'} className="btn-primary min-w-44 disabled:(bg-rule text-ink)">
      {state === 'sending' ? content.sending : content.send}
    </button>
  );
  return (
    <div ref={island} data-island="waiting">
      <div ref={thanks} role="status" tabIndex={-1}>
        {state === 'sent' && (
          <>
            <h2 className="display-3 text-canopy">{content.thanks}</h2>
            {receipt && <ReceiptNote texts={content.receipt} receipt={receipt} />}
          </>
        )}
      </div>
      <form {...form} data-draft="" action="/api/quote-request" method="post" noValidate hidden={state === 'sent'}>
        <FormResultAlert formResult={formResult} failure={failure} />
        <LiveErrorSummary
          texts={content.problem}
          problems={[...lineProblems, ...problemsOf(fieldErrors, id, labels)]}
          attempt={refusal.attempt}
        />
        {lines.map(({ project: { slug, pricePerCredit }, tonnes }) => (
          <input key={slug} type="hidden" name="p" autoComplete="off" value={postedLine({ slug, tonnes, price: pricePerCredit })} />
        ))}
        <div className="grid gap-5">
          {line?.field(linesIn(errors)[0]?.error, `${id}-tonnes`)}
          <NameField id={`${id}-name`} label={labels.name} typed={typed.name} {...fieldState('name')} />
          <EmailField id={`${id}-email`} label={labels.email} typed={typed.email} {...fieldState('email')} />
          <Field id={`${id}-organisation`} label={labels.organisation} {...fieldState('organisation')}>
            {(control) => <input {...control} name="organisation" autoComplete="organization" defaultValue={typed.organisation} />}
          </Field>
          <div className="grid gap-5 sm:grid-cols-2">
            <Field id={`${id}-purchaseOrder`} label={labels.purchaseOrder} {...fieldState('purchaseOrder')}>
              {(control) => <input {...control} name="purchaseOrder" autoComplete="off" defaultValue={typed.purchaseOrder} />}
            </Field>
            <Field id={`${id}-deliverBy`} label={labels.deliverBy} {...fieldState('deliverBy')}>
              {(control) => <input {...control} type="date" name="deliverBy" defaultValue={typed.deliverBy ?? neededBy} />}
            </Field>
          </div>
          {pending.length > 0 && (
            <div>
              <label className="flex items-start gap-3">
                <input
                  type="checkbox"
                  name="acceptsLaterDelivery"
                  value="true"
                  defaultChecked={typed.acceptsLaterDelivery === 'true'}
                  aria-describedby={`${id}-pending`}
                  className="mt-1 size-5 accent-canopy"
                />
                {labels.laterDelivery}
              </label>
              <p id={`${id}-pending`} className="mt-1 text-[0.875rem] text-ink-faint">
                {pending
                  .map(({ title, delivery }) =>
                    delivery === null
                      ? fill(content.pending.notStated, { title })
                      : fill(content.pending.stated, { title, day: formatDay(delivery) }),
                  )
                  .join(' ')}
              </p>
            </div>
          )}
          <Field id={`${id}-message`} label={labels.message} hint={labels.messageHint} {...fieldState('message')}>
            {(control) => <textarea {...control} name="message" rows={5} defaultValue={typed.message} />}
          </Field>
        </div>
        {!line && (
          <noscript>
            <p className="mt-5 text-[0.9375rem] text-ink-soft">{content.updateFirst}</p>
          </noscript>
        )}
        {line ? (
          <SubmitBar>
            {submit}
            {line.total}
          </SubmitBar>
        ) : (
          <div className="mt-7">{submit}</div>
        )}
        <FormTrap />
      </form>
    </div>
  );
}

type WrongLine = { at: number | undefined; isTonnes: boolean; error: string };

/** Returns the errors of the lines, of which `lines.2.tonnes` is one; without a number: of the list as a whole. */
function linesIn(errors: Record<string, string>): WrongLine[] {
  return Object.entries(errors).flatMap(([field, error]) => {
    const [list, at, part] = field.split('.');
    return list === 'lines' ? [{ at: at === undefined ? undefined : Number(at), isTonnes: part === 'tonnes', error }] : [];
  });
}
