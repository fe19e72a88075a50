import type { ReactNode } from 'react';
import type { FormResult } from '#src/schemas/form-result.ts';

type Failure = { title: string; body: string };
type FormAlertProps = { id?: string | undefined; title?: string; children: ReactNode };

/** An error of a form as a whole, announced when it appears. */
export function FormAlert({ id, title, children }: FormAlertProps) {
  return (
    <p id={id} role="alert" className="mb-6 bg-[#8C1D18] p-4 text-white">
      {title && <strong className="block">{title}</strong>}
      {children}
    </p>
  );
}

type FormResultAlertProps = {
  id?: string;
  formResult: FormResult | undefined;
  /** The message if individual fields are invalid. */
  check: string;
  failure: Failure;
};

/** The errors of a form posted without scripts; nothing if there are none. */
export function FormResultAlert({ id, formResult, check, failure }: FormResultAlertProps) {
  if (!formResult) return null;
  if (!formResult.failed) return Object.keys(formResult.errors).length > 0 && <FormAlert>{check}</FormAlert>;
  return (
    <FormAlert id={id} title={failure.title}>
      {formResult.reason ?? failure.body}
    </FormAlert>
  );
}

/** A failure to send, shown beside the submit button. */
export function FormFailedAlert({ failure: { title, body } }: { failure: Failure }) {
  return (
    <div className="mt-6">
      <FormAlert title={title}>{body}</FormAlert>
    </div>
  );
}
