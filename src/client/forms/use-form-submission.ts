'use client';

import { useSetAtom } from 'jotai';
import { type FormEvent, type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { showToastAtom } from '#src/client/toasts/toasts.ts';
import type { Receipt } from '#src/lib/protocol/receipt.ts';
import type { FormResult } from '#src/schemas/form-result.ts';

/** The first error of each field, by name. */
export type FieldErrors = Record<string, string>;

/** The heavy half of a form (its schema and client): a separate chunk, loaded once the form is hydrated. */
export type FormSender<Message> = {
  /** Parses the form as the server will. Returns the message, or the errors in the order of the fields. */
  check: (form: HTMLFormElement) => { message: Message; errors?: undefined } | { message?: undefined; errors: FieldErrors };
  /** Sends the message. Returns the server's errors by field, if any. @throws if it was not stored, or on a timeout. */
  send: (message: Message, form: HTMLFormElement) => Promise<FieldErrors | undefined>;
  /** Returns the receipt of the last message sent, if its form shows one. */
  receipt?: () => Receipt | undefined;
};

type SubmissionOptions<Message> = {
  load: () => Promise<FormSender<Message>>;
  /** The result of the same form posted without scripts. */
  formResult: FormResult | undefined;
  /** Texts of the toasts. */
  success: { title: string; body: string };
  failure: { title: string; body: string };
};

type FormHandlers = {
  ref: RefObject<HTMLFormElement | null>;
  onSubmit: (event: FormEvent<HTMLFormElement>) => Promise<void>;
  /** Validates again on every change after the first submission. */
  onChange: (event: FormEvent<HTMLFormElement>) => Promise<void>;
};

type FormSubmission = {
  /** Props for the form element. */
  form: FormHandlers;
  state: 'open' | 'sending' | 'sent';
  /** The receipt of the message that was sent, if its form shows one. */
  receipt: Receipt | undefined;
  errors: FieldErrors;
  /** Whether the last attempt failed; false again as soon as the next one starts. */
  failed: boolean;
  /** Returns a field's error, and whether it is the first field with an error after a plain post. */
  fieldState: (name: string) => { error: string | undefined; autoFocus: boolean };
  /** Shows the empty form again after it has been sent. */
  reopen: () => void;
};

/**
 * Manages a form's submission: validates on submit and, from then on, on change; sends the message; clears the form if that
 * succeeded and keeps its content if not.
 */
export function useFormSubmission<Message>({ load, formResult, success, failure }: SubmissionOptions<Message>): FormSubmission {
  const ref = useRef<HTMLFormElement>(null);
  const showToast = useSetAtom(showToastAtom);
  const [state, setState] = useState<FormSubmission['state']>('open');
  const [tried, setTried] = useState(Boolean(formResult));
  const [failed, setFailed] = useState(false);
  /** How many attempts were refused for what is in the fields. */
  const [refusals, setRefusals] = useState(0);
  const [receipt, setReceipt] = useState<Receipt>();
  const [invalid, setInvalid] = useState<FieldErrors>({});
  // Errors from the server stay until the field changes or the form is sent again.
  const [rejected, setRejected] = useState<FieldErrors>(formResult?.errors ?? {});

  /** Validates and sends the form. Returns the errors of the client or the server, if any. */
  const attempt = async (form: HTMLFormElement): Promise<FieldErrors | undefined> => {
    const { check, send, receipt: lastReceipt } = await load();
    const { message, errors: clientErrors } = check(form);
    setTried(true);
    setRejected({});
    setInvalid(clientErrors ?? {});
    if (clientErrors) return clientErrors;
    const serverErrors = await send(message, form);
    setReceipt(lastReceipt?.());
    setRejected(serverErrors ?? {});
    return serverErrors;
  };

  // The first wrong field gets the focus once it is marked as such.
  useEffect(() => {
    if (refusals > 0) ref.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [refusals]);

  // The submit button lost the focus when it was disabled; give it back.
  useEffect(() => {
    if (failed && document.activeElement === document.body) ref.current?.querySelector<HTMLElement>('[type="submit"]')?.focus();
  }, [failed]);

  const errors = { ...rejected, ...invalid };
  const firstInvalid = Object.keys(formResult?.errors ?? {})[0];
  return {
    form: {
      ref,
      onSubmit: async (event) => {
        event.preventDefault();
        const form = event.currentTarget;
        if (state === 'sending') return;
        setState('sending');
        setFailed(false);
        try {
          const invalidFields = await attempt(form);
          if (invalidFields) {
            setState('open');
            setRefusals((count) => count + 1);
            return;
          }
          form.reset();
          setTried(false);
          setState('sent');
          showToast({ variant: 'default', title: success.title, description: success.body });
        } catch {
          setState('open');
          setFailed(true);
          showToast({ variant: 'destructive', title: failure.title, description: failure.body });
        }
      },
      onChange: async ({ target }) => {
        if (!tried) return;
        const field = 'name' in target ? String(target.name) : '';
        setRejected(({ [field]: _, ...others }) => others);
        const { check } = await load();
        if (ref.current) setInvalid(check(ref.current).errors ?? {});
      },
    },
    state,
    receipt,
    errors,
    failed,
    fieldState: (name) => ({ error: errors[name], autoFocus: name === firstInvalid }),
    reopen: useCallback(() => setState('open'), []),
  };
}
