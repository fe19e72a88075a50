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

/** The errors that a summary shows: they appear when the form is sent, not while somebody types. */
export type Refusal = {
  /** How many attempts were refused on this page; 0: by the server, for a plain post. */
  attempt: number;
  errors: FieldErrors;
};

type FormSubmission = {
  /** Props for the form element. */
  form: FormHandlers;
  state: 'open' | 'sending' | 'sent';
  /** The receipt of the message that was sent, if its form shows one. */
  receipt: Receipt | undefined;
  errors: FieldErrors;
  /** What the last attempt was refused for, and has not been mended since. */
  refusal: Refusal;
  /** Whether the last attempt failed; false again as soon as the next one starts. */
  failed: boolean;
  /** Returns a field's error. */
  fieldState: (name: string) => { error: string | undefined };
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
  const [refused, setRefused] = useState({ attempt: 0, fields: Object.keys(formResult?.errors ?? {}) });
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

  // The submit button lost the focus when it was disabled; give it back.
  useEffect(() => {
    if (failed && document.activeElement === document.body) ref.current?.querySelector<HTMLElement>('[type="submit"]')?.focus();
  }, [failed]);

  const errors = { ...rejected, ...invalid };
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
            setRefused(({ attempt: before }) => ({ attempt: before + 1, fields: Object.keys(invalidFields) }));
            return;
          }
          form.reset();
          setTried(false);
          setRefused(({ attempt: before }) => ({ attempt: before, fields: [] }));
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
        const { [field]: _, ...others } = rejected;
        setRejected(others);
        const { check } = await load();
        if (!ref.current) return;
        const now = check(ref.current).errors ?? {};
        setInvalid(now);
        // What is mended once does not come back into the summary while somebody types.
        setRefused(({ attempt: last, fields }) => ({ attempt: last, fields: fields.filter((name) => name in now || name in others) }));
      },
    },
    state,
    receipt,
    errors,
    refusal: {
      attempt: refused.attempt,
      errors: Object.fromEntries(refused.fields.flatMap((field) => (errors[field] ? [[field, errors[field]]] : []))),
    },
    failed,
    fieldState: (name) => ({ error: errors[name] }),
    reopen: useCallback(() => setState('open'), []),
  };
}
