import type { ComponentProps, HTMLAttributes, MouseEventHandler, ReactNode } from 'react';
import type { FormErrorTexts } from '#shared/content/form-errors.ts';
import type { receiptTexts } from '#shared/content/receipt.ts';
import type { Receipt, Repeated } from '#shared/lib/protocol/receipt.ts';
import { formatCount } from '#verify/text.ts';

type Control = Pick<HTMLAttributes<HTMLElement>, 'id' | 'className' | 'aria-invalid' | 'aria-describedby'>;

type FieldProps = { id: string; label: ReactNode; error?: string; hint?: string; children: (control: Control) => ReactNode };

type TypedFieldProps = Omit<FieldProps, 'children'> & {
  /** What was typed before, in a form posted without scripts. */
  typed?: string;
};

type TextInputProps = TypedFieldProps & Omit<ComponentProps<'input'>, 'aria-invalid' | 'aria-describedby' | 'defaultValue'>;

/** A field of one line. The further props are those of its `<input>`; a `className` replaces the class `field`. */
export function TextInput({ id, label, error, hint, typed, ...control }: TextInputProps) {
  return (
    <Field id={id} label={label} error={error} hint={hint}>
      {(associated) => <input {...associated} {...control} defaultValue={typed} />}
    </Field>
  );
}

/** The sender's name. */
export function NameField(field: TypedFieldProps) {
  return <TextInput {...field} name="name" required autoComplete="name" />;
}

/** The sender's email address. */
export function EmailField(field: TypedFieldProps) {
  return <TextInput {...field} name="email" type="email" required autoComplete="email" inputMode="email" />;
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
      {error && <ErrorText id={id}>{error}</ErrorText>}
    </div>
  );
}

/** The error below the field `id`. `Field` describes the field by the error's own id, `id-error`. */
export function ErrorText({ id, children }: { id: string; children: string }) {
  return (
    <p id={`${id}-error`} className="mt-1.5 text-[0.9375rem] text-wrong">
      {children}
    </p>
  );
}

/** The choices of a select, or the suggestions of a field. Each has a value, because a translator may replace its text. */
export function Options({ of }: { of: readonly (readonly [value: string, text: string])[] }) {
  return of.map(([value, text]) => (
    <option key={value} value={value}>
      {text}
    </option>
  ));
}

/** A tick box or radio button with its label, and how many things it would find. */
export function Choice({ label, count, ...field }: ComponentProps<'input'> & { label: string; count?: number }) {
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-3 py-1.5 leading-snug">
      <input {...field} className="h-4.5 w-4.5 shrink-0 accent-canopy" />
      <span className="min-w-0 flex-1 break-words">{label}</span>
      {count !== undefined && (
        <span data-count="" className="figure text-[0.8125rem] text-ink-faint">
          {formatCount(count)}
        </span>
      )}
    </label>
  );
}

/** Something that is wrong with a form, and a link to where it can be mended. */
export type FormProblem = {
  /** The label of the wrong field, or an error that belongs to no field. */
  text: string;
  /** Absent if it cannot be mended on any page. */
  href?: string;
  /** The name of the link, if it leads to another page. Otherwise the text is the link. */
  label?: string;
};

type ErrorSummaryProps = { texts: FormErrorTexts; problems: FormProblem[]; onFollow?: MouseEventHandler<HTMLAnchorElement> };

/** The summary above a refused form, as in the GOV.UK Design System: it takes the focus, and links to each wrong field. */
export function ErrorSummary({ texts, problems, onFollow }: ErrorSummaryProps) {
  return (
    // biome-ignore lint/a11y/noAutofocus: for a page sent by the server; in the browser, React ignores it on a `div` (see `focusWrong`).
    <div tabIndex={-1} autoFocus className="mb-6 border-2 border-wrong bg-paper-bright p-5">
      <div role="alert">
        <h2 className="display-3">{texts.heading}</h2>
        <ul className="mt-2">
          {problems.map(({ text, href, label = text }) => (
            <li key={`${href} ${text}`} className="py-1 text-wrong">
              {(href === undefined || label !== text) && `${text} `}
              {href && (
                <a href={href} onClick={onFollow} className="font-semibold underline underline-offset-4">
                  {label}
                </a>
              )}
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

/** The receipt of a message: its reference, what to expect by mail, what it said, and a link to the page of a quote. */
export function ReceiptNote({ texts, receipt }: { texts: typeof receiptTexts; receipt: Receipt }) {
  return (
    <>
      <p className="mt-3">
        {texts.reference} <strong className="figure">{receipt.reference}</strong>
      </p>
      <p className="copy mb-3">{texts.mail}</p>
      <RepeatedNote texts={texts} repeated={receipt.repeated ?? []} />
      {receipt.url && (
        <p className="mt-5">
          <a href={receipt.url} className="btn-primary">
            {texts.quote}
          </a>
        </p>
      )}
    </>
  );
}

/** The lines that repeat what a message said. */
export function RepeatedNote({ texts, repeated }: { texts: typeof receiptTexts; repeated: Repeated }) {
  return repeated.map(([field, text]) => (
    <p key={field} className="copy mt-1 whitespace-pre-line [overflow-wrap:anywhere]">
      {texts.repeated[field]}: {text}
    </p>
  ));
}

type SentNoteProps = { title: string; next: string; texts: typeof receiptTexts; receipt: Receipt | undefined };

/** Replaces a form that was sent: the thanks, what happens next, and the receipt. */
export function SentNote({ title, next, texts, receipt }: SentNoteProps) {
  return (
    <>
      <h2 className="display-2 text-canopy">{title}</h2>
      <p className="lede mt-3">{next}</p>
      {receipt && <ReceiptNote texts={texts} receipt={receipt} />}
    </>
  );
}

/**
 * The bar with the button at the end of a form that begins at the top of its page. On narrow screens the bar stays in view as long as the
 * form does, so that a keyboard over half of the screen does not hide the button.
 */
export function SubmitBar({ children }: { children: ReactNode }) {
  return (
    <div className="submit-bar mt-5 flex flex-wrap items-center gap-x-6 gap-y-2 border-t border-ink bg-paper py-3 max-lg:(sticky z-10 shadow-[0_-1.5rem_1.25rem_-0.75rem_#F5F1E6])">
      {children}
    </div>
  );
}
