'use client';

import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { useIsland } from '#src/client/island.ts';
import type { VerifyTexts } from '#src/content/record/index.ts';
import { Field } from '#src/ui/controls/field.tsx';
import { CheckSteps } from '#src/ui/routes/record/check-steps.tsx';
import type { Checked } from './check-in-browser.ts';

type VerifyFormProps = {
  texts: VerifyTexts;
  /** The initial text of the field. */
  initialText: string;
  /** Whether the form was posted, without scripts, with an empty field. */
  isEmpty: boolean;
  /** The key of this site's own log; null if the log has not started yet. */
  ownKey: string | null;
};

const load = () => import('./check-in-browser.ts');

/** Checks a certificate or an entry in the browser. Without scripts it posts to `/api/verify`. */
export function VerifyForm({ texts, initialText, isEmpty, ownKey }: VerifyFormProps) {
  const id = useId();
  const island = useIsland<HTMLDivElement>(load);
  const outcome = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const fileInput = useRef<HTMLInputElement>(null);
  const [isChecking, setChecking] = useState(false);
  const [isMissing, setMissing] = useState(isEmpty);
  const [result, setResult] = useState<Checked>();
  useEffect(() => {
    if (result) outcome.current?.focus();
  }, [result]);

  const check = async (event: FormEvent) => {
    event.preventDefault();
    setChecking(true);
    try {
      // A file chosen before hydration has not been copied into the field yet.
      if (field.current?.value === '') await copyFile(fileInput.current, field.current);
      const typed = field.current?.value.trim() ?? '';
      setMissing(typed === '');
      if (typed === '') {
        setResult(undefined);
        field.current?.focus();
        return;
      }
      const { checkInBrowser, fetchByNumber, placeOfUnits } = await load();
      const place = placeOfUnits(typed);
      if (place) {
        location.assign(place);
        return;
      }
      const text = await fetchByNumber(typed);
      if (field.current) field.current.value = text;
      setResult(await checkInBrowser(text, ownKey, texts));
    } catch {
      // The file to check, or the script that checks it, could not be fetched.
      setResult({ holds: null, steps: [], isSample: false });
    } finally {
      setChecking(false);
    }
  };

  return (
    <div ref={island} data-island="waiting">
      <div ref={outcome} role="status" tabIndex={-1} className={result ? 'mb-8' : ''}>
        {result && <CheckSteps texts={texts} {...result} by={texts.byBrowser} />}
      </div>
      <form action="/api/verify" method="post" onSubmit={check} className="max-w-[52rem]">
        <Field id={id} label={texts.field} error={isMissing ? texts.missing : undefined} autoFocus={isEmpty}>
          {(control) => (
            <textarea
              {...control}
              ref={field}
              name="record"
              rows={10}
              spellCheck={false}
              defaultValue={initialText}
              className="field h-auto w-full py-3 font-mono text-[0.8125rem]"
            />
          )}
        </Field>
        <div className="mt-3 flex flex-wrap items-center gap-x-6 gap-y-3">
          <button type="submit" disabled={isChecking} className="btn-primary min-w-36">
            {isChecking ? texts.checking : texts.button}
          </button>
          <label className="grid max-w-full gap-2 [@media(scripting:none)]:hidden">
            <span>{texts.file}</span>
            <input
              ref={fileInput}
              type="file"
              accept=".json,.pdf,application/json,application/pdf"
              onChange={(event) => copyFile(event.currentTarget, field.current)}
              className="field min-w-0 file:(mr-4 min-h-11 cursor-pointer rounded-[2px] border-0 bg-canopy px-4 font-semibold text-paper)"
            />
          </label>
        </div>
      </form>
    </div>
  );
}

async function copyFile(input: HTMLInputElement | null, field: HTMLTextAreaElement | null): Promise<void> {
  const file = input?.files?.[0];
  if (!file || !field) return;
  const { readFile } = await load();
  field.value = await readFile(file);
}
