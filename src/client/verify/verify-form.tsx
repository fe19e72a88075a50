'use client';

import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { VerifyTexts } from '#shared/content/record/verify.ts';
import { useIsland } from '#src/client/client-shell.tsx';
import { focusWrong, LiveErrorSummary } from '#src/client/forms/use-form.tsx';
import { Field } from '#src/ui/controls/form.tsx';
import { Summary } from '#src/ui/controls/texts.tsx';
import { CheckSteps, EnteredWords } from '#src/ui/routes/record/check-steps.tsx';
import type { CheckResult } from '#verify/check-entry.ts';

type VerifyFormProps = {
  texts: VerifyTexts;
  /** A number, or a certificate or entry as JSON: the initial text of its field. */
  initialText: string;
  /** Whether the form was posted, without scripts, with an empty field. */
  isEmpty: boolean;
  /** Whether a link has named what to check, so that nobody has to press the button. */
  checksAtOnce: boolean;
};

const load = () => import('./check-in-browser.ts');

/** Checks a certificate or an entry in the browser. Without scripts it posts to `/api/verify`. */
export function VerifyForm({ texts, initialText, isEmpty, checksAtOnce }: VerifyFormProps) {
  const id = useId();
  const island = useIsland<HTMLDivElement>(load);
  const outcome = useRef<HTMLDivElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const [isChecking, setChecking] = useState(false);
  const [isMissing, setMissing] = useState(isEmpty);
  // The result of a check, or the words that were entered instead of a number or a certificate.
  const [answer, setAnswer] = useState<CheckResult | string>();
  useEffect(() => {
    if (answer) outcome.current?.focus();
  }, [answer]);
  useEffect(() => {
    if (checksAtOnce) form.current?.requestSubmit();
  }, [checksAtOnce]);
  const isJson = initialText.trimStart().startsWith('{');

  const check = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const sent = event.currentTarget;
    const entered = enteredIn(sent);
    setAnswer(undefined);
    if (entered === '') {
      // What was submitted before hydration is submitted again in an effect, in which nothing can be shown at once.
      await null;
      flushSync(() => setMissing(true));
      return focusWrong(sent);
    }
    setMissing(false);
    setChecking(true);
    try {
      setAnswer(await (await load()).answerTo(entered));
    } catch {
      // The script that checks, the file or the site could not be read.
      setAnswer({ verdict: 'unfinished', steps: [] });
    } finally {
      setChecking(false);
    }
  };

  return (
    <div ref={island} data-island="waiting">
      <div ref={outcome} role="status" tabIndex={-1} data-outcome="" className={answer ? 'mb-8' : ''}>
        {typeof answer === 'string' && <EnteredWords texts={texts.words} words={answer} />}
        {typeof answer === 'object' && <CheckSteps texts={texts} result={answer} by={texts.byBrowser} />}
      </div>
      <form
        ref={form}
        action="/api/verify"
        method="post"
        encType="multipart/form-data"
        onSubmit={check}
        onInput={clearOtherFields}
        className="max-w-[52rem]"
      >
        <LiveErrorSummary texts={texts.problem} problems={isMissing ? [{ text: texts.field, href: `#${id}` }] : []} />
        <Field id={id} label={texts.field} error={isMissing ? texts.missing : undefined}>
          {(control) => (
            <input
              {...control}
              name="record"
              spellCheck={false}
              autoComplete="off"
              defaultValue={isJson ? '' : initialText}
              className="field w-full font-mono"
            />
          )}
        </Field>
        <button type="submit" disabled={isChecking} className="btn-primary mt-3 min-w-36">
          {isChecking ? texts.checking : texts.button}
        </button>
        <FileFields texts={texts} json={isJson ? initialText : ''} />
      </form>
    </div>
  );
}

/** A certificate or an entry as a file or as JSON, folded away unless there is JSON. */
function FileFields({ texts, json }: { texts: VerifyTexts; json: string }) {
  return (
    <details open={json !== ''} className="mt-6 border-y border-rule">
      <Summary className="min-h-12 gap-6 font-semibold">{texts.haveFile}</Summary>
      <div className="grid gap-4 pb-5">
        <p className="max-w-[46rem] text-ink-soft">{texts.about}</p>
        <label className="grid gap-2">
          <span>{texts.file}</span>
          <input type="file" name="file" accept=".json,.pdf,application/json,application/pdf" className="field field-file min-w-0" />
        </label>
        <label className="grid gap-2">
          <span>{texts.json}</span>
          <textarea
            name="json"
            rows={8}
            spellCheck={false}
            defaultValue={json}
            className="field h-auto w-full py-3 font-mono text-[0.8125rem]"
          />
        </label>
      </div>
    </details>
  );
}

/** Clears the other fields: what was entered last is checked. */
function clearOtherFields({ currentTarget, target }: FormEvent<HTMLFormElement>): void {
  for (const field of currentTarget.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea'))
    if (field !== target) field.value = '';
}

/** Returns the file or the text that was entered; '' if nothing was. */
function enteredIn(form: HTMLFormElement): string | File {
  const fields = new FormData(form);
  const file = fields.get('file');
  if (file instanceof File && file.name !== '') return file;
  return ['json', 'record'].map((name) => String(fields.get(name) ?? '').trim()).find((text) => text !== '') ?? '';
}
