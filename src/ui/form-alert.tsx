import type { ReactNode } from 'react';
import type { FormResult } from '#src/schemas/form-result.ts';

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
  failure: { title: string; body: string };
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
