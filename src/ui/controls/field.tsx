import type { ReactNode } from 'react';

type Control = {
  id: string;
  className: string;
  'aria-invalid': boolean | undefined;
  'aria-describedby': string | undefined;
  autoFocus: boolean;
};

type FieldProps = {
  id: string;
  label: string;
  error?: string | undefined;
  hint?: string;
  /** It has the focus when the page has come: the first that is wrong in a form that was posted without scripts. */
  autoFocus?: boolean;
  children: (control: Control) => ReactNode;
};

/** A label, its control, and the error below it, tied together for assistive tools. */
export function Field({ id, label, error, hint, autoFocus = false, children }: FieldProps) {
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined;
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block font-semibold">
        {label}
      </label>
      {hint && (
        <p id={`${id}-hint`} className="mb-1.5 text-[0.875rem] text-ink-faint">
          {hint}
        </p>
      )}
      {children({ id, className: 'field', 'aria-invalid': error ? true : undefined, 'aria-describedby': describedBy, autoFocus })}
      {error && (
        <p id={`${id}-error`} className="mt-1.5 text-[0.9375rem] text-[#9B1C15]">
          {error}
        </p>
      )}
    </div>
  );
}
