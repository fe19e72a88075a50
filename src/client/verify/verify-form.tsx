'use client';

import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import type { VerifyTexts } from '#shared/content/record/verify.ts';
import { LiveErrorSummary } from '#src/client/forms/use-form.tsx';
import { useIsland } from '#src/client/island.ts';
import { Summary } from '#src/ui/controls/fold.tsx';
import { Field } from '#src/ui/controls/form.tsx';
import { CheckSteps, EnteredWords } from '#src/ui/routes/record/check-steps.tsx';
import type { CheckResult } from '#verify/check-entry.ts';
import type { OwnLog } from './check-in-browser.ts';

type VerifyFormProps = {
  texts: VerifyTexts;
  /** A number, or a certificate or entry as JSON: the initial text of its field. */
  initialText: string;
  /** Whether the form was posted, without scripts, with an empty field. */
  isEmpty: boolean;
  ownLog: OwnLog;
};

const load = () => import('./check-in-browser.ts');

/** Checks a certificate or an entry in the browser. Without scripts it posts to `/api/verify`. */
export function VerifyForm({ texts, initialText, isEmpty, ownLog }: VerifyFormProps) {
  const id = useId();
  const island = useIsland<HTMLDivElement>(load);
  const outcome = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const json = useRef<HTMLTextAreaElement>(null);
  const fileInput = useRef<HTMLInputElement>(null);
  const [isChecking, setChecking] = useState(false);
  const [isMissing, setMissing] = useState(isEmpty);
  const [refusals, setRefusals] = useState(0);
  const [result, setResult] = useState<CheckResult>();
  const [words, setWords] = useState<string>();
  useEffect(() => {
    if (result || words) outcome.current?.focus();
  }, [result, words]);
  const isJson = initialText.trimStart().startsWith('{');

  /** Clears the other fields: whatever was given last is checked. */
  const keepOnly = (given: HTMLInputElement | HTMLTextAreaElement) => {
    for (const { current } of [field, json, fileInput]) if (current && current !== given) current.value = '';
  };

  const check = async (event: FormEvent) => {
    event.preventDefault();
    setChecking(true);
    setResult(undefined);
    setWords(undefined);
    try {
      const given = fileInput.current?.files?.[0] ?? (json.current?.value.trim() || (field.current?.value.trim() ?? ''));
      setMissing(given === '');
      if (given === '') {
        setRefusals((count) => count + 1);
        return;
      }
      const { checkInBrowser, isWords, placeOfUnits } = await load();
      const place = typeof given === 'string' ? placeOfUnits(given) : undefined;
      if (place) {
        location.assign(place);
        return;
      }
      if (typeof given === 'string' && isWords(given)) setWords(given);
      else setResult(await checkInBrowser(given, ownLog));
    } catch {
      // The script that checks, or the file, could not be read.
      setResult({ headline: 'unfinished', steps: [] });
    } finally {
      setChecking(false);
    }
  };

  return (
    <div ref={island} data-island="waiting">
      <div ref={outcome} role="status" tabIndex={-1} className={result || words ? 'mb-8' : ''}>
        {words && <EnteredWords texts={texts.words} words={words} />}
        {result && <CheckSteps texts={texts} result={result} by={texts.byBrowser} />}
      </div>
      <form action="/api/verify" method="post" encType="multipart/form-data" onSubmit={check} className="max-w-[52rem]">
        <LiveErrorSummary texts={texts.problem} problems={isMissing ? [{ text: texts.field, href: `#${id}` }] : []} attempt={refusals} />
        <Field id={id} label={texts.field} error={isMissing ? texts.missing : undefined}>
          {(control) => (
            <input
              {...control}
              ref={field}
              name="record"
              spellCheck={false}
              autoComplete="off"
              defaultValue={isJson ? '' : initialText}
              onInput={(event) => keepOnly(event.currentTarget)}
              className="field w-full font-mono"
            />
          )}
        </Field>
        <button type="submit" disabled={isChecking} className="btn-primary mt-3 min-w-36">
          {isChecking ? texts.checking : texts.button}
        </button>
        <details open={isJson} className="group mt-6 border-y border-rule">
          <Summary className="min-h-12 gap-6 font-semibold">{texts.haveFile}</Summary>
          <div className="grid gap-4 pb-5">
            <p className="max-w-[46rem] text-ink-soft">{texts.about}</p>
            <label className="grid gap-2">
              <span>{texts.file}</span>
              <input
                ref={fileInput}
                type="file"
                name="file"
                accept=".json,.pdf,application/json,application/pdf"
                onChange={(event) => {
                  if (event.currentTarget.files?.length) keepOnly(event.currentTarget);
                }}
                className="field min-w-0 file:(mr-4 min-h-11 cursor-pointer rounded-[2px] border-0 bg-canopy px-4 font-semibold text-paper)"
              />
            </label>
            <label className="grid gap-2">
              <span>{texts.json}</span>
              <textarea
                ref={json}
                name="json"
                rows={8}
                spellCheck={false}
                defaultValue={isJson ? initialText : ''}
                onInput={(event) => keepOnly(event.currentTarget)}
                className="field h-auto w-full py-3 font-mono text-[0.8125rem]"
              />
            </label>
          </div>
        </details>
      </form>
    </div>
  );
}
