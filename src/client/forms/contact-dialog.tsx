'use client';

import { useCallback, useEffect, useId, useRef } from 'react';
import type { ContactDialogContent } from '#src/content/contact.ts';
import type { FormResult } from '#src/schemas/form-result.ts';
import { ContactForm, type Purchase } from './contact-form.tsx';

export type ContactDialogProps = {
  id: string;
  content: ContactDialogContent;
  contactEmail: string;
  /** What the message is about; sent with it, shown above the form. */
  subject?: string | undefined;
  /** The project that it is about: its tonnes are asked for. */
  purchase?: Purchase | undefined;
  /** Sent open by the server: the address asked for it, or a plainly posted form came back. */
  open?: boolean;
  formResult?: FormResult | undefined;
};

/** The contact form in a native dialog. A button with `commandfor={id} command="show-modal"` opens it. */
export function ContactDialog({ id, open = false, ...form }: ContactDialogProps) {
  const titleId = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const sending = useRef(false);
  useEffect(() => {
    const element = dialog.current;
    // Esc closes, but not while the message is on its way.
    const keepOpen = (event: Event) => sending.current && event.preventDefault();
    element?.addEventListener('cancel', keepOpen);
    return () => element?.removeEventListener('cancel', keepOpen);
  }, []);
  const onSending = useCallback((now: boolean) => {
    sending.current = now;
  }, []);
  const close = useCallback(() => dialog.current?.close(), []);
  return (
    <dialog
      ref={dialog}
      id={id}
      open={open}
      aria-labelledby={titleId}
      className="fixed inset-0 z-30 m-auto h-fit max-h-[calc(100dvh-2rem)] w-[min(34rem,calc(100vw-2rem))] overflow-y-auto rounded-[4px] bg-paper p-6 text-ink shadow-2xl md:p-9"
    >
      <ContactForm {...form} titleId={titleId} dialogId={id} onSending={onSending} close={close} />
    </dialog>
  );
}
