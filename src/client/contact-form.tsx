'use client';

import { useSetAtom } from 'jotai';
import { type FormEvent, useEffect, useId } from 'react';
import type { ContactDialogContent } from '#src/content/contact.ts';
import { contactMessage } from '#src/schemas/contact.ts';
import type { FormResult } from '#src/schemas/form-result.ts';
import { Field } from '#src/ui/field.tsx';
import { RpcProvider, rpc } from './rpc.tsx';
import { showToastAtom } from './toasts.ts';
import { useValidatedForm } from './use-validated-form.ts';

/** The success panel stays this long, in ms; product.md, section 4. */
const successShownFor = 2_000;

type ContactFormProps = {
  content: ContactDialogContent;
  contactEmail: string;
  dialogId: string;
  titleId: string;
  subject?: string | undefined;
  formResult?: FormResult | undefined;
  onSending: (now: boolean) => void;
  close: () => void;
};

/** The form inside the contact dialog. Without scripts it is a plain post to `/api/contact`. */
export function ContactForm(props: ContactFormProps) {
  return (
    <RpcProvider>
      <Form {...props} />
    </RpcProvider>
  );
}

function Form({ content, contactEmail, dialogId, titleId, subject, formResult, onSending, close }: ContactFormProps) {
  const id = useId();
  const { errors, ...form } = useValidatedForm(contactMessage, formResult);
  const showToast = useSetAtom(showToastAtom);
  const { title, intro, labels, about, send, sending, cancel, success, failure } = content;
  const failureText = failure.body.replace('{email}', contactEmail);

  const message = rpc.contact.send.useMutation({
    onSuccess: () => {
      form.reset();
      showToast({ variant: 'default', title: success.title, description: success.body });
    },
    onError: () => showToast({ variant: 'destructive', title: failure.title, description: failureText }),
  });

  useEffect(() => onSending(message.isPending), [message.isPending, onSending]);
  const { isSuccess, reset } = message;
  useEffect(() => {
    if (!isSuccess) return;
    const timer = setTimeout(() => {
      close();
      reset();
    }, successShownFor);
    return () => clearTimeout(timer);
  }, [isSuccess, reset, close]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (message.isPending) return;
    const valid = form.validate();
    if (valid) message.mutate(valid);
  };

  return (
    <>
      <div role="status" className={isSuccess ? 'grid min-h-60 content-center' : 'sr-only'}>
        {isSuccess && (
          <>
            <p className="display-2 text-canopy">{success.title}</p>
            <p className="lede mt-4">{success.body}</p>
          </>
        )}
      </div>
      <form
        ref={form.ref}
        action="/api/contact"
        method="post"
        noValidate
        hidden={isSuccess}
        onSubmit={submit}
        onChange={form.onChange}
        aria-describedby={formResult?.failed ? `${id}-failed` : undefined}
      >
        <h2 id={titleId} className="display-2">
          {title}
        </h2>
        <p className="mt-3 mb-7 text-ink-soft">{intro}</p>
        {formResult?.failed && (
          <p id={`${id}-failed`} role="alert" className="mb-6 bg-[#8C1D18] p-4 text-white">
            <strong className="block">{failure.title}</strong>
            {failureText}
          </p>
        )}
        {subject && (
          <p className="mb-5 border-y border-rule py-3">
            <span className="label mr-2">{about}</span>
            {subject}
            <input type="hidden" name="subject" value={subject} />
          </p>
        )}
        <div className="grid gap-5">
          <Field id={`${id}-name`} label={labels.name} error={errors.name}>
            {(control) => <input {...control} name="name" required autoComplete="name" defaultValue={formResult?.values.name} />}
          </Field>
          <Field id={`${id}-email`} label={labels.email} error={errors.email}>
            {(control) => (
              <input
                {...control}
                name="email"
                type="email"
                required
                autoComplete="email"
                inputMode="email"
                defaultValue={formResult?.values.email}
              />
            )}
          </Field>
          <Field id={`${id}-message`} label={labels.message} error={errors.message}>
            {(control) => <textarea {...control} name="message" rows={5} defaultValue={formResult?.values.message} />}
          </Field>
        </div>
        <div className="mt-7 flex flex-col-reverse gap-3 sm:(flex-row justify-end)">
          <button
            type="button"
            commandfor={dialogId}
            command="close"
            disabled={message.isPending}
            className="btn-outline disabled:opacity-50"
          >
            {cancel}
          </button>
          <button type="submit" disabled={message.isPending} className="btn-primary min-w-44 disabled:(bg-rule text-ink)">
            {message.isPending ? sending : send}
          </button>
        </div>
      </form>
    </>
  );
}
