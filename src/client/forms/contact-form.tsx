'use client';

import { type ComponentProps, type ReactNode, useEffect, useId, useRef } from 'react';
import { useIsland } from '#src/client/island.ts';
import type { ContactDialogContent } from '#src/content/contact.ts';
import { fill } from '#src/lib/text/fill.ts';
import { formatCount } from '#src/lib/text/numbers.ts';
import { type FormResult, formPlace } from '#src/schemas/form-result.ts';
import { EmailField, Field, FormResultAlert, FormTrap, NameField, ReceiptNote, SubmitBar } from '#src/ui/controls/form.tsx';
import { LiveErrorSummary, problemsOf } from './live-error-summary.tsx';
import { useFormSubmission } from './use-form-submission.ts';

/** How long the success panel stays, in ms; product.md, section 4. */
const successDuration = 2_000;

/** A project and its available credits. */
export type Purchase = { slug: string; available: number };

type ContactFormProps = {
  content: ContactDialogContent;
  contactEmail: string;
  /** In a dialog: what stands above the fields, and how it closes. Otherwise the form stands in the page, which has its heading. */
  dialog?: {
    head: ReactNode;
    /** Attributes of the button that closes the dialog without scripts. */
    cancelButton: ComponentProps<'button'>;
    onSending: (now: boolean) => void;
    close: () => void;
  };
  /** The subject of the message, which is sent with it. */
  subject?: string | undefined;
  /** The project that the message is about. The form then has a field for tonnes. */
  purchase?: Purchase | undefined;
  /** The message to begin with. */
  message?: string | undefined;
  /** Texts of the receipt, which is shown with the thanks. The dialog has none: it closes by itself. */
  receiptTexts?: ComponentProps<typeof ReceiptNote>['texts'] | undefined;
  formResult?: FormResult | undefined;
};

const load = () => import('./contact-sender.ts').then((module) => module.contactSender);

/** The contact form, in the contact dialog or in a page. Without scripts it posts to `/api/contact`. */
export function ContactForm(props: ContactFormProps) {
  const { content, contactEmail, dialog, subject, purchase, message, receiptTexts, formResult } = props;
  const id = useId();
  const island = useIsland<HTMLDivElement>(load);
  const panel = useRef<HTMLDivElement>(null);
  const { labels, optional, send, sending, cancel, success, thanks } = content;
  const failure = { ...content.failure, body: fill(content.failure.body, { email: contactEmail }) };

  const { form, state, receipt, refusal, fieldState, reopen } = useFormSubmission({ load, formResult, success, failure });
  const isSending = state === 'sending';
  const isSent = state === 'sent';

  const { onSending, close } = dialog ?? {};
  // In the dialog, the first wrong field gets the focus once it is marked as such. In a page, the summary gets it.
  useEffect(() => {
    if (close && refusal.attempt > 0) form.ref.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [close, refusal.attempt, form.ref]);
  useEffect(() => onSending?.(isSending), [isSending, onSending]);
  useEffect(() => {
    if (!isSent) return;
    if (!close) {
      // The form is hidden now, together with the button that had the focus.
      panel.current?.focus();
      return;
    }
    const timer = setTimeout(() => {
      close();
      reopen();
    }, successDuration);
    return () => clearTimeout(timer);
  }, [isSent, close, reopen]);

  const submit = (
    <button type="submit" disabled={isSending} className="btn-primary min-w-44 disabled:(bg-rule text-ink)">
      {isSending ? sending : send}
    </button>
  );
  return (
    <div ref={island} data-island="waiting">
      <div ref={panel} role="status" tabIndex={dialog ? undefined : -1} className={isSent ? 'grid min-h-60 content-center' : 'sr-only'}>
        {isSent && (
          <>
            <h2 className="display-2 text-canopy">{thanks}</h2>
            {receiptTexts && receipt && <ReceiptNote texts={receiptTexts} receipt={receipt} />}
          </>
        )}
      </div>
      <form
        {...form}
        action="/api/contact"
        method="post"
        noValidate
        hidden={isSent}
        aria-describedby={formResult?.failed ? `${id}-failed` : undefined}
      >
        {dialog?.head}
        <FormResultAlert id={`${id}-failed`} formResult={formResult} failure={failure} />
        {/* The dialog has none, except in the answer to a plain post. */}
        {(!dialog || refusal.attempt === 0) && (
          <LiveErrorSummary texts={content.problem} problems={problemsOf(refusal.errors, id, labels)} attempt={refusal.attempt} />
        )}
        {!dialog && <input type="hidden" name={formPlace.field} value={formPlace.page} />}
        {subject && <input type="hidden" name="subject" value={subject} />}
        {purchase && <input type="hidden" name="project" value={purchase.slug} />}
        <div className="grid gap-5">
          <NameField id={`${id}-name`} label={labels.name} typed={formResult?.values.name} {...fieldState('name')} />
          <EmailField id={`${id}-email`} label={labels.email} typed={formResult?.values.email} {...fieldState('email')} />
          {purchase && (
            <Field
              id={`${id}-tonnes`}
              label={labels.tonnes}
              hint={`${optional}. ${purchase.available > 0 ? fill(content.available, { count: formatCount(purchase.available) }) : ''}`}
              {...fieldState('tonnes')}
            >
              {(control) => (
                <input {...control} name="tonnes" inputMode="numeric" autoComplete="off" defaultValue={formResult?.values.tonnes} />
              )}
            </Field>
          )}
          <Field id={`${id}-message`} label={labels.message} hint={optional} {...fieldState('message')}>
            {(control) => <textarea {...control} name="message" rows={5} defaultValue={formResult?.values.message ?? message} />}
          </Field>
        </div>
        {dialog && (
          <div className="mt-7 flex flex-col-reverse gap-3 sm:(flex-row justify-end)">
            <button {...dialog.cancelButton} disabled={isSending} className="btn-outline disabled:opacity-50">
              {cancel}
            </button>
            {submit}
          </div>
        )}
        {!dialog && <SubmitBar>{submit}</SubmitBar>}
        <FormTrap />
      </form>
    </div>
  );
}
