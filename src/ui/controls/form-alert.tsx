import type { ReactNode } from 'react';
import type { FormResult } from '#src/schemas/form-result.ts';

type Failure = { title: string; body: string };
type FormAlertProps = { id?: string | undefined; title?: string; isAnswer?: boolean; children: ReactNode };

/** An error of a form as a whole, announced when it appears. In the answer to a plain post it takes the focus. */
function FormAlert({ id, title, isAnswer = false, children }: FormAlertProps) {
  return (
    // biome-ignore lint/a11y/noAutofocus: it is what has to be read first.
    <p id={id} role="alert" tabIndex={isAnswer ? -1 : undefined} autoFocus={isAnswer} className="mb-6 bg-[#8C1D18] p-4 text-white">
      {title && <strong className="block">{title}</strong>}
      {children}
    </p>
  );
}

type FormResultAlertProps = {
  id?: string;
  formResult: FormResult | undefined;
  failure: Failure;
};

/** Says why a form posted without scripts failed as a whole; nothing if it did not. */
export function FormResultAlert({ id, formResult, failure }: FormResultAlertProps) {
  if (!formResult?.failed) return null;
  return (
    <FormAlert id={id} isAnswer title={failure.title}>
      {formResult.reason ?? failure.body}
    </FormAlert>
  );
}
