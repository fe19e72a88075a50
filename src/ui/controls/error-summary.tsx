import type { MouseEventHandler, ReactNode, Ref } from 'react';
import type { FormErrorTexts } from '#src/content/form-errors.ts';

/** What is wrong, and where it is mended. */
export type FormProblem = {
  /** The name of the field, or an error that no field has. */
  text: string;
  /** Absent: nothing on the page mends it. */
  href?: string | undefined;
  /** The name of the link, if it leads to another page. Otherwise the text is the link. */
  label?: string;
};

type ErrorSummaryProps = {
  texts: FormErrorTexts;
  problems: FormProblem[];
  /** Whether the page answers a form that was sent without scripts: what is wrong has to be read first. */
  isAnswer: boolean;
  ref?: Ref<HTMLDivElement>;
  onFollow?: MouseEventHandler<HTMLAnchorElement>;
  children?: ReactNode;
};

/** What is wrong with a form that was refused, above its fields, as in the GOV.UK Design System: it takes the focus and links to each field. */
export function ErrorSummary({ texts, problems, isAnswer, ref, onFollow, children }: ErrorSummaryProps) {
  return (
    // biome-ignore lint/a11y/noAutofocus: see `isAnswer`.
    <div ref={ref} tabIndex={-1} autoFocus={isAnswer} className="mb-6 border-2 border-[#9B1C15] bg-paper-bright p-5">
      <div role="alert">
        <h2 className="display-3">{texts.heading}</h2>
        <ul className="mt-2">
          {problems.map(({ text, href, label = text }) => (
            <li key={`${href} ${text}`} className="py-1 text-[#9B1C15]">
              {(href === undefined || label !== text) && `${text} `}
              {href && (
                <a href={href} onClick={onFollow} className="font-semibold underline underline-offset-4">
                  {label}
                </a>
              )}
            </li>
          ))}
        </ul>
        {children}
      </div>
    </div>
  );
}
