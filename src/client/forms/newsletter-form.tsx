'use client';

import type { newsletter } from '#shared/content/blog.ts';
import type { FormResult } from '#shared/schemas/form.ts';
import { EmailField } from '#src/ui/controls/form.tsx';
import { FormFrame, SendButton, useForm } from './use-form.tsx';

const load = () => import('./contact-sender.ts').then((module) => module.newsletterSender);

type NewsletterFormProps = {
  /** `failed`: with its placeholders filled. */
  texts: Omit<(typeof newsletter)['form'], 'failed'> & { failed: string };
  /** Shows the thanks: the page was reached through the redirect after a plain post. */
  subscribed: boolean;
  formResult?: FormResult | undefined;
};

/** The newsletter form. Without scripts it posts to `/api/newsletter`. */
export function NewsletterForm({ texts, subscribed, formResult }: NewsletterFormProps) {
  const form = useForm(load, { labels: { email: texts.label }, content: texts, formResult, isSent: subscribed });
  const hasFailed = form.state === 'failed' || form.state === 'post failed';
  return (
    <FormFrame
      form={form}
      action="/api/newsletter"
      thanks={
        <>
          <p className="display-3">{texts.thanks.title}</p>
          <p className="mt-2 text-ink-soft">{texts.thanks.body}</p>
        </>
      }
    >
      <div className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_auto]">
        <EmailField {...form.field('email')} />
        {/* Beside the field, offset by the height of its label. */}
        <SendButton form={form} texts={{ send: texts.button, sending: texts.sending }} width="min-w-40 sm:(mt-7.5 self-start)" />
      </div>
      <p
        role="alert"
        // In the answer to a plain post, the alert is what has to be read first.
        tabIndex={form.failedPost ? -1 : undefined}
        // biome-ignore lint/a11y/noAutofocus: as above.
        autoFocus={form.failedPost !== undefined}
        className={hasFailed ? 'mt-3 text-[0.9375rem] text-wrong' : 'sr-only'}
      >
        {hasFailed && (form.failedPost?.reason ?? texts.failed)}
      </p>
    </FormFrame>
  );
}
