'use client';

import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { useIsland } from '#src/client/island.ts';
import type { FormErrorTexts } from '#src/content/form-errors.ts';
import type { FormResult } from '#src/schemas/form-result.ts';
import { EmailField, FormTrap } from '#src/ui/controls/form.tsx';
import { LiveErrorSummary } from './live-error-summary.tsx';

export type NewsletterFormTexts = {
  label: string;
  button: string;
  sending: string;
  thanks: { title: string; body: string };
  failed: string;
  problem: FormErrorTexts;
};

type NewsletterFormProps = {
  texts: NewsletterFormTexts;
  /** Shows the thanks: the page was reached through the redirect after a plain post. */
  subscribed: boolean;
  formResult?: FormResult | undefined;
};

type Progress = 'open' | 'sending' | 'failed' | 'done';

const load = () => import('./newsletter-sender.ts').then((module) => module.newsletterSender);

/** The newsletter form. Without scripts it posts to `/api/newsletter`. */
export function NewsletterForm({ texts, subscribed, formResult }: NewsletterFormProps) {
  const id = useId();
  const island = useIsland<HTMLDivElement>(load);
  const form = useRef<HTMLFormElement>(null);
  const thanks = useRef<HTMLDivElement>(null);
  const [progress, setProgress] = useState<Progress>(subscribed ? 'done' : formResult?.failed ? 'failed' : 'open');
  const [tried, setTried] = useState(Boolean(formResult));
  const [error, setError] = useState(formResult?.errors.email);
  /** How many attempts were refused in a row, 0 being a plain post; null: the last one was not, or has been mended. */
  const [refusals, setRefusals] = useState(formResult?.errors.email ? 0 : null);

  // The form is hidden now, together with the button that had the focus.
  useEffect(() => {
    if (progress === 'done' && tried) thanks.current?.focus();
  }, [progress, tried]);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const element = event.currentTarget;
    if (progress === 'sending') return;
    setProgress('sending');
    try {
      const { check, send } = await load();
      const { message, errors } = check(element);
      setTried(true);
      setError(errors?.email);
      if (errors) {
        setProgress('open');
        setRefusals((count) => (count ?? 0) + 1);
        return;
      }
      await send(message, element);
      setProgress('done');
    } catch {
      setProgress('failed');
    }
  };

  const recheck = async () => {
    const { check } = await load();
    const wrong = form.current ? check(form.current).errors?.email : undefined;
    setError(wrong);
    if (!wrong) setRefusals(null);
  };

  return (
    <div ref={island} data-island="waiting">
      <div ref={thanks} role="status" tabIndex={-1}>
        {progress === 'done' && (
          <>
            <p className="display-3">{texts.thanks.title}</p>
            <p className="mt-2 text-ink-soft">{texts.thanks.body}</p>
          </>
        )}
      </div>
      <form
        ref={form}
        action="/api/newsletter"
        method="post"
        noValidate
        hidden={progress === 'done'}
        onSubmit={submit}
        onChange={tried ? recheck : undefined}
      >
        <LiveErrorSummary
          texts={texts.problem}
          problems={error && refusals !== null ? [{ text: texts.label, href: `#${id}-email` }] : []}
          attempt={refusals ?? 0}
        />
        <div className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_auto]">
          <EmailField id={`${id}-email`} label={texts.label} typed={formResult?.values.email} error={error} />
          {/* Beside the field, offset by the height of its label. */}
          <button
            type="submit"
            disabled={progress === 'sending'}
            className="btn-primary min-w-40 disabled:(bg-rule text-ink) sm:(mt-7.5 self-start)"
          >
            {progress === 'sending' ? texts.sending : texts.button}
          </button>
        </div>
        <p
          role="alert"
          // In the answer to a plain post it is what has to be read first.
          tabIndex={formResult?.failed ? -1 : undefined}
          // biome-ignore lint/a11y/noAutofocus: as above.
          autoFocus={formResult?.failed}
          className={progress === 'failed' ? 'mt-3 text-[0.9375rem] text-[#9B1C15]' : 'sr-only'}
        >
          {progress === 'failed' && (formResult?.reason ?? texts.failed)}
        </p>
        <FormTrap />
      </form>
    </div>
  );
}
