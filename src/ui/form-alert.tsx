import type { ReactNode } from 'react';

type FormAlertProps = { id?: string; title?: string; children: ReactNode };

/** What is wrong with a form as a whole; read out as soon as it is there. */
export function FormAlert({ id, title, children }: FormAlertProps) {
  return (
    <p id={id} role="alert" className="mb-6 bg-[#8C1D18] p-4 text-white">
      {title && <strong className="block">{title}</strong>}
      {children}
    </p>
  );
}
