'use client';

import { useId } from 'react';
import { useIsland } from '#src/client/island.ts';
import type { EnterpriseFormContent, EnterpriseFormMode } from '#src/content/enterprise/contact.ts';
import { fill } from '#src/lib/text/fill.ts';
import type { EnterpriseKind } from '#src/schemas/enterprise-contact.ts';
import type { FormResult } from '#src/schemas/form-result.ts';
import { EmailField, Field, FormResultAlert, FormTrap, NameField, ReceiptNote } from '#src/ui/controls/form.tsx';
import { LiveErrorSummary, problemsOf } from './live-error-summary.tsx';
import { useFormSubmission } from './use-form-submission.ts';

const load = () => import('./enterprise-sender.ts').then((module) => module.enterpriseSender);

type EnterpriseFormProps = {
  content: EnterpriseFormContent;
  kind: EnterpriseKind;
  mode: EnterpriseFormMode;
  /** A prop, to keep the schema that lists them out of this chunk. */
  sectors: readonly string[];
  contactEmail: string;
  /** The result of the form posted without scripts. */
  formResult: FormResult | undefined;
};

/** The enterprise contact form. Without scripts it posts to `/api/enterprise-contact`. */
export function EnterpriseForm({ content, kind, mode, sectors, contactEmail, formResult }: EnterpriseFormProps) {
  const id = useId();
  const island = useIsland<HTMLDivElement>(load);
  const { labels, hints, privacy, success, thanks, another } = content;
  const failure = { ...content.failure, body: fill(content.failure.body, { email: contactEmail }) };
  const typed = formResult?.values ?? {};
  const { form, state, receipt, refusal, fieldState, reopen } = useFormSubmission({ load, formResult, success, failure });

  const startAgain = () => {
    reopen();
    requestAnimationFrame(() => form.ref.current?.querySelector<HTMLElement>('[name="name"]')?.focus());
  };

  return (
    <div ref={island} data-island="waiting">
      <div role="status" className={state === 'sent' ? 'grid min-h-80 content-center justify-items-start' : 'sr-only'}>
        {state === 'sent' && (
          <>
            <h2 className="display-2 text-canopy">{thanks}</h2>
            {receipt && <ReceiptNote texts={content.receipt} receipt={receipt} />}
            {/* Takes the focus, which would be lost with the form; `startAgain` moves it back. */}
            <button ref={focus} type="button" className="btn-outline mt-8" onClick={startAgain}>
              {another.label}
            </button>
          </>
        )}
      </div>
      <form {...form} action="/api/enterprise-contact" method="post" encType="multipart/form-data" noValidate hidden={state === 'sent'}>
        <FormResultAlert formResult={formResult} failure={failure} />
        <LiveErrorSummary
          texts={content.problem}
          problems={problemsOf(refusal.errors, id, { ...labels, message: mode.message.label, attachment: mode.attachment })}
          attempt={refusal.attempt}
        />
        <input type="hidden" name="kind" value={kind} />
        <div className="grid gap-x-6 gap-y-5 sm:grid-cols-2">
          <NameField id={`${id}-name`} label={labels.name} typed={typed.name} {...fieldState('name')} />
          <EmailField id={`${id}-email`} label={labels.email} typed={typed.email} {...fieldState('email')} />
          <Field id={`${id}-organisation`} label={labels.organisation} {...fieldState('organisation')}>
            {(control) => <input {...control} name="organisation" required autoComplete="organization" defaultValue={typed.organisation} />}
          </Field>
          <Field id={`${id}-sector`} label={labels.sector} {...fieldState('sector')}>
            {(control) => (
              <select {...control} name="sector" required defaultValue={typed.sector ?? ''}>
                <option value="">{content.chooseSector}</option>
                {sectors.map((sector) => (
                  // With a value, because a translator may replace the text.
                  <option key={sector} value={sector}>
                    {sector}
                  </option>
                ))}
              </select>
            )}
          </Field>
          <Field id={`${id}-volume`} label={labels.volume} hint={hints.volume} {...fieldState('volume')}>
            {(control) => <input {...control} name="volume" inputMode="numeric" autoComplete="off" defaultValue={typed.volume} />}
          </Field>
          <Field id={`${id}-timeframe`} label={labels.timeframe} hint={hints.timeframe} {...fieldState('timeframe')}>
            {(control) => <input {...control} name="timeframe" autoComplete="off" defaultValue={typed.timeframe} />}
          </Field>
          <div className="sm:col-span-2">
            <Field id={`${id}-message`} label={mode.message.label} hint={mode.message.hint} {...fieldState('message')}>
              {(control) => <textarea {...control} name="message" required rows={7} defaultValue={typed.message} />}
            </Field>
          </div>
          <div className="sm:col-span-2">
            <Field id={`${id}-attachment`} label={mode.attachment} hint={hints.attachment} {...fieldState('attachment')}>
              {(control) => (
                // Last in the form, so that the fields before it are still read if the file is too large.
                <input
                  {...control}
                  className={`${control.className} file:(mr-4 min-h-11 cursor-pointer rounded-[2px] border-0 bg-canopy px-4 font-semibold text-paper)`}
                  name="attachment"
                  type="file"
                  accept=".pdf,.docx,application/pdf,application/vnd.openxmlformats-officedocument.wordprocessingml.document"
                />
              )}
            </Field>
          </div>
        </div>
        <div className="mt-7 flex flex-wrap items-center justify-between gap-x-8 gap-y-4">
          <p className="max-w-[22rem] text-[0.875rem] text-ink-faint">
            {privacy.text}{' '}
            <a href={privacy.link.href} className="underline underline-offset-4">
              {privacy.link.label}
            </a>
          </p>
          <button type="submit" disabled={state === 'sending'} className="btn-primary min-w-58 disabled:(bg-rule text-ink)">
            {state === 'sending' ? content.sending : content.send}
          </button>
        </div>
        <FormTrap />
      </form>
    </div>
  );
}

/** The page is shorter now: what stands above the button is brought back into view. */
function focus(element: HTMLElement | null): void {
  element?.focus({ preventScroll: true });
  element?.closest('[role=status]')?.scrollIntoView({ block: 'nearest' });
}
