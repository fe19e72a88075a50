'use client';

import { useCallback, useEffect, useId, useRef } from 'react';
import type { ContactDialogContent } from '#src/content/contact.ts';
import type { FormResult } from '#src/schemas/form-result.ts';
import { ContactForm } from './contact-form.tsx';

export type ContactDialogProps = {
  id: string;
  content: ContactDialogContent;
  contactEmail: string;
  /** The subject of the message: shown above the form and sent with it. */
  subject?: string | undefined;
  /** The message to begin with. */
  message?: string | undefined;
  /** Whether the server renders it open: the address requested it, or a form posted without scripts had errors. */
  open?: boolean;
  formResult?: FormResult | undefined;
};

/**
 * The contact form in a native dialog, which an ActionButton opens. Without scripts it is a popover, which its Cancel button hides; one that
 * the server sent open is none, so there the button submits a form that closes it.
 */
export function ContactDialog({ id, open = false, content, contactEmail, subject, message, formResult }: ContactDialogProps) {
  const titleId = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const sending = useRef(false);
  useEffect(() => {
    const element = dialog.current;
    // Esc closes the dialog, but not while the message is being sent.
    const keepOpen = (event: Event) => sending.current && event.preventDefault();
    element?.addEventListener('cancel', keepOpen);
    return () => element?.removeEventListener('cancel', keepOpen);
  }, []);
  const onSending = useCallback((now: boolean) => {
    sending.current = now;
  }, []);
  const close = useCallback(() => dialog.current?.close(), []);
  const closeForm = `${id}-close`;
  const cancel = open
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
      className="fixed inset-0 z-30 m-auto h-fit max-h-[calc(100dvh-2rem)] w-[min(34rem,calc(100vw-2rem))] overflow-y-auto rounded-[4px] bg-paper p-6 text-ink shadow-2xl md:p-9"
    >
      <ContactForm
        content={content}
        contactEmail={contactEmail}
        dialog={{ head, cancelButton: cancel, onSending, close }}
        subject={subject}
        message={message}
        formResult={formResult}
      />
      {open && <form id={closeForm} method="dialog" />}
    </dialog>
  );
}
