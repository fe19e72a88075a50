'use client';

import { type ComponentProps, useEffect, useId } from 'react';
import { useIsland } from '#src/client/island.ts';
import type { ContactDialogContent } from '#src/content/contact.ts';
import { fill } from '#src/lib/text/fill.ts';
import { formatCount } from '#src/lib/text/numbers.ts';
import type { FormResult } from '#src/schemas/form-result.ts';
import { EmailField, Field, NameField } from '#src/ui/controls/field.tsx';
import { FormFailedAlert, FormResultAlert } from '#src/ui/controls/form-alert.tsx';
import { FormTrap } from '#src/ui/controls/form-trap.tsx';
import { useFormSubmission } from './use-form-submission.ts';

/** How long the success panel stays, in ms; product.md, section 4. */
const successDuration = 2_000;

/** A project and its available credits. */
export type Purchase = { slug: string; available: number };

type ContactFormProps = {
  content: ContactDialogContent;
  contactEmail: string;
  /** Attributes of the button that closes the dialog without scripts. */
  cancelButton: ComponentProps<'button'>;
  titleId: string;
  subject?: string | undefined;
  purchase?: Purchase | undefined;
  formResult?: FormResult | undefined;
  onSending: (now: boolean) => void;
  close: () => void;
};

const load = () => import('./contact-sender.ts').then((module) => module.contactSender);

/** The form inside the contact dialog. Without scripts it posts to `/api/contact`. */
export function ContactForm({
  content,
  contactEmail,
  cancelButton,
  titleId,
  subject,
  purchase,
  formResult,
  onSending,
  close,
}: ContactFormProps) {
  const id = useId();
  const island = useIsland<HTMLDivElement>(load);
  const { title, intro, labels, about, check, send, sending, cancel, success } = content;
  const failure = { ...content.failure, body: fill(content.failure.body, { email: contactEmail }) };

  const { form, state, failed, fieldState, reopen } = useFormSubmission({ load, formResult, success, failure });
  const isSending = state === 'sending';
  const isSent = state === 'sent';

  useEffect(() => onSending(isSending), [isSending, onSending]);
  useEffect(() => {
    if (!isSent) return;
    const timer = setTimeout(() => {
      close();
      reopen();
    }, successDuration);
    return () => clearTimeout(timer);
  }, [isSent, close, reopen]);

  return (
    <div ref={island} data-island="waiting">
      <div role="status" className={isSent ? 'grid min-h-60 content-center' : 'sr-only'}>
        {isSent && (
          <>
            <p className="display-2 text-canopy">{success.title}</p>
            <p className="lede mt-4">{success.body}</p>
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
        <h2 id={titleId} className="display-2">
          {title}
        </h2>
        <p className="mt-3 mb-7 text-ink-soft">{intro}</p>
        <FormResultAlert id={`${id}-failed`} formResult={formResult} check={check} failure={failure} />
        <FormTrap />
        {subject && (
          <p className="mb-5 border-y border-rule py-3">
            <span className="label mr-2">{about}</span>
            {subject}
            <input type="hidden" name="subject" value={subject} />
            {purchase && <input type="hidden" name="project" value={purchase.slug} />}
          </p>
        )}
        <div className="grid gap-5">
          <NameField id={`${id}-name`} label={labels.name} typed={formResult?.values.name} {...fieldState('name')} />
          <EmailField id={`${id}-email`} label={labels.email} typed={formResult?.values.email} {...fieldState('email')} />
          {purchase && (
            <Field
              id={`${id}-tonnes`}
              label={labels.tonnes}
              hint={purchase.available > 0 ? fill(content.available, { count: formatCount(purchase.available) }) : undefined}
              {...fieldState('tonnes')}
            >
              {(control) => (
                <input {...control} name="tonnes" inputMode="numeric" autoComplete="off" defaultValue={formResult?.values.tonnes} />
              )}
            </Field>
          )}
          <Field id={`${id}-message`} label={labels.message} {...fieldState('message')}>
            {(control) => <textarea {...control} name="message" rows={5} defaultValue={formResult?.values.message} />}
          </Field>
        </div>
        {failed && <FormFailedAlert failure={failure} />}
        <div className="mt-7 flex flex-col-reverse gap-3 sm:(flex-row justify-end)">
          <button {...cancelButton} disabled={isSending} className="btn-outline disabled:opacity-50">
            {cancel}
          </button>
          <button type="submit" disabled={isSending} className="btn-primary min-w-44 disabled:(bg-rule text-ink)">
            {isSending ? sending : send}
          </button>
        </div>
      </form>
    </div>
  );
}
