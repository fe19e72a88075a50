'use client';

import { useSetAtom } from 'jotai';
import { type FormEvent, type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { showToastAtom } from '#src/client/toasts/toasts.ts';
import type { FormResult } from '#src/schemas/form-result.ts';

/** The first error of each field, by name. */
export type FieldErrors = Record<string, string>;

/** The heavy half of a form (its schema, its client): a chunk of its own, fetched when the form is first used. */
export type FormSender<Message> = {
  /** What the form holds, as the server will read it; or what is wrong, in the order of the fields. */
  check: (form: HTMLFormElement) => { message: Message; errors?: undefined } | { message?: undefined; errors: FieldErrors };
  /** Sends it. Returns what the server refuses, by field. @throws when it was not stored, or no answer came in time. */
  send: (message: Message, form: HTMLFormElement) => Promise<FieldErrors | undefined>;
  /** What the last stored message is called between people, where its kind has a reference. */
  reference?: () => string | undefined;
};

type SubmissionOptions<Message> = {
  load: () => Promise<FormSender<Message>>;
  /** How the same form fared when it was posted without scripts. */
  formResult: FormResult | undefined;
  /** What toasts say. */
  success: { title: string; body: string };
  failure: { title: string; body: string };
};

type FormHandlers = {
  ref: RefObject<HTMLFormElement | null>;
  /** Fetches what checks and sends. */
  onFocus: () => void;
  onSubmit: (event: FormEvent<HTMLFormElement>) => Promise<void>;
  /** Validates again on change, once the form was submitted. */
  onChange: (event: FormEvent<HTMLFormElement>) => Promise<void>;
};

type FormSubmission = {
  /** For the form element. */
  form: FormHandlers;
  state: 'open' | 'sending' | 'sent';
  /** Of the message that was sent, where it has one. */
  reference: string | undefined;
  errors: FieldErrors;
  /** The last try did not arrive; until the next. */
  failed: boolean;
  /** What a field is told of its state: its error, and whether it is the first that came back wrong. */
  fieldState: (name: string) => { error: string | undefined; autoFocus: boolean };
  /** Shows the empty form again after it was sent. */
  reopen: () => void;
};

/** The states of a form: validated on submit and, after that, on change; sent; emptied once it arrived, kept if it did not. */
export function useFormSubmission<Message>({ load, formResult, success, failure }: SubmissionOptions<Message>): FormSubmission {
  const ref = useRef<HTMLFormElement>(null);
  const showToast = useSetAtom(showToastAtom);
  const [state, setState] = useState<FormSubmission['state']>('open');
  const [tried, setTried] = useState(Boolean(formResult));
  const [failed, setFailed] = useState(false);
  const [reference, setReference] = useState<string>();
  const [invalid, setInvalid] = useState<FieldErrors>({});
  // What only the server can tell stays until its field changes or the form is sent again.
  const [rejected, setRejected] = useState<FieldErrors>(formResult?.errors ?? {});

  /** Sends what is valid. Returns what is wrong. */
  const attempt = async (form: HTMLFormElement): Promise<FieldErrors | undefined> => {
    const { check, send, reference: lastReference } = await load();
    const { message, errors: wrong } = check(form);
    setTried(true);
    setRejected({});
    setInvalid(wrong ?? {});
    if (wrong) return wrong;
    const unfit = await send(message, form);
    setReference(lastReference?.());
    setRejected(unfit ?? {});
    return unfit;
  };

  // At the first focus, before anything is written: code that is gone after a release is missed now, when a reload loses
  // nothing. The focus may have come before React did.
  const fetchSender = useCallback(() => void load().catch(() => {}), [load]);
  useEffect(() => {
    if (ref.current?.contains(document.activeElement)) fetchSender();
  }, [fetchSender]);

  // The button that was pressed lost the focus while it was disabled.
  useEffect(() => {
    if (failed && document.activeElement === document.body) ref.current?.querySelector<HTMLElement>('[type="submit"]')?.focus();
  }, [failed]);

  const errors = { ...rejected, ...invalid };
  const firstWrong = Object.keys(formResult?.errors ?? {})[0];
  return {
    form: {
      ref,
      onFocus: fetchSender,
      onSubmit: async (event) => {
        event.preventDefault();
        const form = event.currentTarget;
        if (state === 'sending') return;
        setState('sending');
        setFailed(false);
        try {
          const wrong = await attempt(form);
          if (wrong) {
            setState('open');
            form.querySelector<HTMLElement>(`[name="${Object.keys(wrong)[0]}"]`)?.focus();
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
    reference,
    errors,
    failed,
    fieldState: (name) => ({ error: errors[name], autoFocus: name === firstWrong }),
    reopen: useCallback(() => setState('open'), []),
  };
}
