'use client';

import { type ReactNode, useEffect, useId, useRef } from 'react';
import { useIsland } from '#src/client/island.ts';
import type { QuoteFormContent } from '#src/content/shortlist.ts';
import { type ShortlistLine, shortlistAddress } from '#src/lib/shortlist/shortlist-address.ts';
import { formatDay } from '#src/lib/text/dates.ts';
import { fill } from '#src/lib/text/fill.ts';
import type { FormResult } from '#src/schemas/form-result.ts';
import { EmailField, Field, NameField } from '#src/ui/controls/field.tsx';
import { FormAlert, FormFailedAlert, FormResultAlert } from '#src/ui/controls/form-alert.tsx';
import { FormTrap } from '#src/ui/controls/form-trap.tsx';
import { ReceiptNote } from '#src/ui/controls/receipt-note.tsx';
import { SubmitBar } from '#src/ui/controls/submit-bar.tsx';
import { useFormSubmission } from './use-form-submission.ts';

const load = () => import('./quote-sender.ts').then((module) => module.quoteSender);

type QuoteFormProps = {
  content: QuoteFormContent;
  lines: ShortlistLine[];
  /** Projects among them whose credits are not issued yet, and the day by which they are delivered. */
  pending: { title: string; delivery: string | null }[];
  contactEmail: string;
  /** The result of the form posted without scripts. */
  formResult: FormResult | undefined;
  /** A field that edits its only line, with the error of that line, and what stands beside the button. Otherwise a list above it does. */
  line?: { field: (error: string | undefined) => ReactNode; total: ReactNode };
};

/** Requests a quote for the shortlist above it, or for one project. Without scripts it posts to `/api/quote-request`. */
export function QuoteForm({ content, lines, pending, contactEmail, formResult, line }: QuoteFormProps) {
  const id = useId();
  const island = useIsland<HTMLDivElement>(load);
  const thanks = useRef<HTMLDivElement>(null);
  const { labels, success } = content;
  const failure = { ...content.failure, body: fill(content.failure.body, { email: contactEmail }) };
  const typed = formResult?.values ?? {};
  const { form, state, receipt, errors, failed, fieldState } = useFormSubmission({ load, formResult, success, failure });
  // A line of a list has no field in this form, so its error is shown above the form.
  const lineError = Object.entries(errors).find(([field]) => field.startsWith('lines'));
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
            <p className="display-3 text-canopy">{success.title}</p>
            <p className="copy mt-3">{success.body}</p>
            {receipt && <ReceiptNote texts={content.receipt} receipt={receipt} />}
          </>
        )}
      </div>
      <form
        {...form}
        data-draft=""
        // A fragment scrolls to the form below a list. It would keep the first wrong field from getting the focus.
        action={line ? '/api/quote-request' : '/api/quote-request#quote'}
        method="post"
        noValidate
        hidden={state === 'sent'}
      >
        {lineError && !line ? (
          <FormAlert>
            {lineText(lineError, content.line)}{' '}
            <a href={shortlistAddress(lines)} className="underline">
              {content.openAgain}
            </a>
          </FormAlert>
        ) : (
          <FormResultAlert formResult={formResult} check={content.check} failure={failure} />
        )}
        <FormTrap />
        {lines.map(({ slug, tonnes }) => (
          <input key={slug} type="hidden" name="p" value={`${slug}:${tonnes}`} />
        ))}
        <div className="grid gap-5">
          {line?.field(lineError?.[1])}
          <NameField id={`${id}-name`} label={labels.name} typed={typed.name} {...fieldState('name')} />
          <EmailField id={`${id}-email`} label={labels.email} typed={typed.email} {...fieldState('email')} />
          <Field id={`${id}-organisation`} label={labels.organisation} {...fieldState('organisation')}>
            {(control) => <input {...control} name="organisation" autoComplete="organization" defaultValue={typed.organisation} />}
          </Field>
          <div className="grid gap-5 sm:grid-cols-2">
            <Field id={`${id}-order`} label={labels.purchaseOrder} {...fieldState('purchaseOrder')}>
              {(control) => <input {...control} name="purchaseOrder" autoComplete="off" defaultValue={typed.purchaseOrder} />}
            </Field>
            <Field id={`${id}-by`} label={labels.deliverBy} {...fieldState('deliverBy')}>
              {(control) => <input {...control} type="date" name="deliverBy" defaultValue={typed.deliverBy} />}
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
        {failed && <FormFailedAlert failure={failure} />}
        {line ? (
          <SubmitBar>
            {submit}
            {line.total}
          </SubmitBar>
        ) : (
          <div className="mt-7">{submit}</div>
        )}
      </form>
    </div>
  );
}

/** Returns the message of a line's error, preceded by the line's number if there is one: `lines.2.tonnes` is line 3. */
function lineText([field, message]: [string, string], lineName: string): string {
  const index = /^lines\.(\d+)\./.exec(field)?.[1];
  return index === undefined ? message : `${fill(lineName, { number: String(Number(index) + 1) })} ${message}`;
}
