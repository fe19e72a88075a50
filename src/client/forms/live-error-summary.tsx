'use client';

import { type MouseEvent, useEffect, useRef } from 'react';
import type { FormErrorTexts } from '#src/content/form-errors.ts';
import { ErrorSummary, type FormProblem } from '#src/ui/controls/form.tsx';
import type { FieldErrors } from './use-form-submission.ts';

type LiveErrorSummaryProps = {
  texts: FormErrorTexts;
  problems: FormProblem[];
  /** Each refused attempt moves the focus here; 0: the server sent the page with the errors of a plain post. */
  attempt: number;
};

/** The wrong fields of a form that stands in a page. While there are any, the page's title says so. Nothing without errors. */
export function LiveErrorSummary({ texts, problems, attempt }: LiveErrorSummaryProps) {
  const summary = useRef<HTMLDivElement>(null);
  const isShown = problems.length > 0;
  useEffect(() => {
    if (attempt > 0) summary.current?.focus();
  }, [attempt]);
  useEffect(() => {
    if (!isShown) return;
    // The page that answers a plain post has the word already.
    const title = document.title.startsWith(texts.title) ? document.title.slice(texts.title.length) : document.title;
    document.title = texts.title + title;
    return () => {
      document.title = title;
    };
  }, [isShown, texts]);
  return isShown && <ErrorSummary ref={summary} texts={texts} problems={problems} isAnswer={attempt === 0} onFollow={focusField} />;
}

/**
 * Links each wrong field by its name; what is wrong stands at the field. `labels`: of the form's fields, which have the ids `id-name`, in their
 * order. Errors of fields that the form does not show have no link.
 */
export function problemsOf(errors: FieldErrors, id: string, labels: Readonly<Record<string, string>>): FormProblem[] {
  const shown = Object.entries(labels).flatMap(([field, text]) => (errors[field] ? [{ text, href: `#${id}-${field}` }] : []));
  const others = Object.entries(errors).flatMap(([field, text]) => (field in labels ? [] : [{ text }]));
  return [...shown, ...others];
}

/** Not all browsers give the focus to the field that a fragment names. The address stays as it is. */
function focusField(event: MouseEvent<HTMLAnchorElement>): void {
  const field = document.getElementById(event.currentTarget.hash.slice(1));
  if (!field) return;
  event.preventDefault();
  field.focus();
}
