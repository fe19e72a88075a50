'use client';

import { type ComponentProps, type ReactNode, type RefObject, useEffect, useId, useRef } from 'react';
import type { ContactDialogContent } from '#shared/content/contact.ts';
import { type FormResult, formPlace } from '#shared/schemas/form.ts';
import { EmailField, Field, NameField, SentNote, SubmitBar, TextInput } from '#src/ui/controls/form.tsx';
import { FormFrame, SendButton, useForm } from './use-form.tsx';

const load = () => import('./contact-sender.ts').then((module) => module.contactSender);

/** How long the success panel stays, in ms; product.md, section 4. */
const successDuration = 2_000;

type ContactFormProps = {
  content: ContactDialogContent;
  /** The form stands in a dialog, which closes once the message is sent. Otherwise it stands in the page, which has its heading. */
  dialog?: {
    /** What stands above the fields. */
    head: ReactNode;
    /** Attributes of the button that closes the dialog without scripts. */
    cancelButton: ComponentProps<'button'>;
    element: RefObject<HTMLDialogElement | null>;
  };
  /** The subject of the message, which is sent with it, and which the dialog shows. */
  subject?: string | undefined;
  /** The project that the message is about, and what can be had of it, in words. The form then has a field for tonnes. */
  purchase?: { slug: string; available: string } | undefined;
  /** The message to begin with. */
  message?: string | undefined;
  formResult?: FormResult | undefined;
};

/** The contact form, in the contact dialog or in a page. Without scripts it posts to `/api/contact`. */
export function ContactForm(props: ContactFormProps) {
  const { content, dialog, subject, purchase, message, formResult } = props;
  const { labels, cancel, thanks } = content;
  const form = useForm(load, { labels, content, formResult });
  const { state, answer, field, reopen } = form;
  const isSending = state === 'sending';

  const element = dialog?.element;
  // Esc closes the dialog, but not while the message is being sent.
  useEffect(() => {
    const keepOpen = (event: Event) => event.preventDefault();
    if (isSending) element?.current?.addEventListener('cancel', keepOpen);
    return () => element?.current?.removeEventListener('cancel', keepOpen);
  }, [isSending, element]);
  useEffect(() => {
    if (state !== 'sent' || !element) return;
    const timer = setTimeout(() => {
      element.current?.close();
      // Opened before any script ran, it is a popover.
      element.current?.hidePopover?.();
      reopen();
    }, successDuration);
    return () => clearTimeout(timer);
  }, [state, element, reopen]);

  const submit = <SendButton form={form} texts={content} width="min-w-44" />;
  return (
    <FormFrame
      form={form}
      action="/api/contact"
      thanksClassName={dialog && 'grid min-h-60 place-content-center text-center'}
      thanks={
        // The dialog closes by itself, before anybody could read more.
        dialog ? (
          <h2 className="display-2 text-canopy">{thanks}</h2>
        ) : (
          <SentNote title={thanks} next={content.success.body} texts={content.receipt} receipt={answer?.receipt} />
        )
      }
      isInDialog={dialog !== undefined}
      head={dialog?.head}
    >
      {!dialog && <input type="hidden" name={formPlace.field} value={formPlace.page} />}
      {subject && <input type="hidden" name="subject" value={subject} />}
      {purchase && <input type="hidden" name="project" value={purchase.slug} />}
      <div className="grid gap-5">
        <NameField {...field('name')} />
        <EmailField {...field('email')} />
        {purchase && <TextInput {...field('tonnes')} name="tonnes" inputMode="numeric" autoComplete="off" hint={purchase.available} />}
        <Field {...field('message')}>
          {(control) => <textarea {...control} name="message" rows={5} defaultValue={formResult?.values.message ?? message} />}
        </Field>
      </div>
      {dialog ? (
        <div className="mt-7 flex flex-col-reverse gap-3 sm:(flex-row justify-end)">
          <button {...dialog.cancelButton} disabled={isSending} className="btn-outline disabled:opacity-50">
            {cancel}
          </button>
          {submit}
        </div>
      ) : (
        <SubmitBar>{submit}</SubmitBar>
      )}
    </FormFrame>
  );
}

type ContactDialogProps = Omit<ContactFormProps, 'dialog' | 'purchase'> & {
  id: string;
  /** Whether the server renders it open: the address requested it, or a form posted without scripts had errors. */
  open?: boolean;
};

/**
 * The contact form in a native dialog, which an ActionButton opens. Without scripts it is a popover, which its Cancel button hides. A
 * dialog that the server sends open is no open popover: its Cancel button submits a form that closes the dialog.
 */
export function ContactDialog({ id, open = false, ...form }: ContactDialogProps) {
  const { content, subject } = form;
  const titleId = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const closeForm = `${id}-close`;
  const cancelButton = open
    ? ({ type: 'submit', form: closeForm } as const)
    : ({ type: 'button', popoverTarget: id, popoverTargetAction: 'hide' } as const);
  const head = (
    <>
      <h2 id={titleId} className="display-2">
        {content.title}
      </h2>
      <p className="mt-3 mb-7 text-ink-soft">{content.intro}</p>
      {subject && (
        <p className="mb-5 border-y border-rule py-3">
          <span className="label mr-2">{content.about}</span>
          {subject}
        </p>
      )}
    </>
  );
  return (
    <dialog
      ref={dialog}
      id={id}
      popover="auto"
      open={open}
      aria-labelledby={titleId}
      className="fixed inset-0 z-30 m-auto h-fit max-h-[calc(100dvh-2rem)] w-[min(34rem,calc(100vw-2rem))] overflow-y-auto rounded-[4px] bg-paper p-6 text-ink shadow-2xl backdrop:bg-canopy-deep/60 md:p-9"
    >
      <ContactForm {...form} dialog={{ head, cancelButton, element: dialog }} />
      {open && <form id={closeForm} method="dialog" />}
    </dialog>
  );
}
