import type { ReactNode } from 'react';
import type { FormResult } from '#src/schemas/form-result.ts';

type Failure = { title: string; body: string };
type FormAlertProps = { id?: string | undefined; title?: string; children: ReactNode };

/** What is wrong with a form as a whole; read out as soon as it is there. */
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
  /** Said where single answers are wrong. */
  check: string;
  failure: Failure;
};

/** How a plainly posted form fared that came back; nothing where none did. */
export function FormResultAlert({ id, formResult, check, failure }: FormResultAlertProps) {
  if (!formResult) return null;
  if (!formResult.failed) return <FormAlert>{check}</FormAlert>;
  return (
    <FormAlert id={id} title={failure.title}>
      {formResult.reason ?? failure.body}
    </FormAlert>
  );
}

/** That what was just sent did not arrive, beside the button that sent it. */
export function FormFailedAlert({ failure: { title, body } }: { failure: Failure }) {
  return (
    <div className="mt-6">
      <FormAlert title={title}>{body}</FormAlert>
    </div>
  );
}
