'use client';

import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { useIsland } from '#src/client/island.ts';
import type { VerifyTexts } from '#src/content/record/index.ts';
import { CheckSteps, type ShownStep } from '#src/ui/routes/record/check-steps.tsx';

type VerifyFormProps = {
  texts: VerifyTexts;
  /** The initial text of the field. */
  initialText: string;
  /** The key of this site's own log; null if the log has not started yet. */
  ownKey: string | null;
};
type Checked = { holds: boolean; steps: ShownStep[]; isSample: boolean };

/** Checks a certificate or an entry in the browser. Without scripts it posts to `/api/verify`. */
export function VerifyForm({ texts, initialText, ownKey }: VerifyFormProps) {
  const id = useId();
  const island = useIsland<HTMLDivElement>();
  const outcome = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const fileInput = useRef<HTMLInputElement>(null);
  const [isChecking, setChecking] = useState(false);
  const [checked, setChecked] = useState<Checked>();
  useEffect(() => {
    if (checked) outcome.current?.focus();
  }, [checked]);

  const check = async (event: FormEvent) => {
    event.preventDefault();
    setChecking(true);
    try {
      const { checkInBrowser, fetchByNumber } = await import('./check-in-browser.ts');
      // A file chosen before hydration has not been copied into the field yet.
      if (field.current?.value === '') await copyFileToField();
      const text = await fetchByNumber(field.current?.value ?? '');
      if (field.current) field.current.value = text;
      setChecked(await checkInBrowser(text, ownKey, texts));
    } finally {
      setChecking(false);
    }
  };
  const copyFileToField = async () => {
    const file = fileInput.current?.files?.[0];
    const { readFile } = await import('./check-in-browser.ts');
    if (file && field.current) field.current.value = await readFile(file);
  };

  return (
    <div ref={island} data-island="waiting">
      <div ref={outcome} role="status" tabIndex={-1} className={checked ? 'mb-8' : ''}>
        {checked && <CheckSteps texts={texts} {...checked} by={texts.byBrowser} />}
      </div>
      <form action="/api/verify" method="post" onSubmit={check} className="max-w-[52rem]">
        <label htmlFor={id} className="mb-1.5 block font-semibold">
          {texts.field}
        </label>
        <textarea
          ref={field}
          id={id}
          name="record"
          rows={10}
          spellCheck={false}
          defaultValue={initialText}
          className="field h-auto w-full py-3 font-mono text-[0.8125rem]"
        />
        <div className="mt-3 flex flex-wrap items-center gap-x-6 gap-y-3">
          <button type="submit" disabled={isChecking} className="btn-primary min-w-36">
            {isChecking ? texts.checking : texts.button}
          </button>
          <label className="grid min-h-11 max-w-full gap-1 [@media(scripting:none)]:hidden">
            <span>{texts.file}</span>
            <input
              ref={fileInput}
              type="file"
              accept=".json,.pdf,application/json,application/pdf"
              onChange={copyFileToField}
              className="w-full min-w-0 max-w-full text-[0.875rem]"
            />
          </label>
        </div>
      </form>
    </div>
  );
}
