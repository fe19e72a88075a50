import type { ReactNode } from 'react';

type Control = {
  id: string;
  className: string;
  'aria-invalid': boolean | undefined;
  'aria-describedby': string | undefined;
};

type FieldProps = {
  id: string;
  label: string;
  error?: string | undefined;
  hint?: string;
  children: (control: Control) => ReactNode;
};

type TypedFieldProps = Omit<FieldProps, 'children'> & {
  /** What was typed before, in a form posted without scripts. */
  typed: string | undefined;
};

/** The sender's name. */
export function NameField({ typed, ...field }: TypedFieldProps) {
  return <Field {...field}>{(control) => <input {...control} name="name" required autoComplete="name" defaultValue={typed} />}</Field>;
}

/** The sender's email address. */
export function EmailField({ typed, ...field }: TypedFieldProps) {
  return (
    <Field {...field}>
      {(control) => <input {...control} name="email" type="email" required autoComplete="email" inputMode="email" defaultValue={typed} />}
    </Field>
  );
}

/** A label, its control and the error below it, associated for assistive technology. */
export function Field({ id, label, error, hint, children }: FieldProps) {
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
      {children({ id, className: 'field', 'aria-invalid': error ? true : undefined, 'aria-describedby': describedBy })}
      {error && <FieldError id={id}>{error}</FieldError>}
    </div>
  );
}

/** The error of the field with an id, which `id-error` describes. */
export function FieldError({ id, children }: { id: string; children: string }) {
  return (
    <p id={`${id}-error`} className="mt-1.5 text-[0.9375rem] text-[#9B1C15]">
      {children}
    </p>
  );
}
