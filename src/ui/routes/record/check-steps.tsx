import type { VerifyTexts } from '#src/content/record/index.ts';
import { fill } from '#src/lib/text/fill.ts';

/** The result of a step of a check. `holds` is null if the step was not reached or could not be done; `found` is for display. */
export type ShownStep = { step: string; holds: boolean | null; found: string };
/** `by`: who made the check. */
type CheckStepsProps = { texts: VerifyTexts; steps: ShownStep[]; holds: boolean | null; isSample: boolean; by: string };

/** The results of a check, step by step, and what it proves. Without steps it could not be started. */
export function CheckSteps({ texts, steps, holds, isSample, by }: CheckStepsProps) {
  return (
    <div className="max-w-[52rem] border border-ink bg-paper-bright p-5 md:p-7">
      <p className={`display-3 ${holds ? 'text-canopy' : holds === null ? '' : 'text-[#9B1C15]'}`}>
        {holds ? texts.holds : holds === null ? texts.unfinished : texts.doesNotHold}
      </p>
      {steps.length > 0 && (
        <p className="text-[0.9375rem] text-ink-soft">
          {by} {isSample && <strong className="text-clay">{texts.sample}</strong>}
        </p>
      )}
      <ol className={steps.length > 0 ? 'mt-4 border-b border-rule' : ''}>
        {steps.map(({ step, holds: held, found }) => {
          const { name, holds: text } = texts.steps[step] ?? { name: step, holds: '{found}' };
          return (
            <li key={step} className="grid grid-cols-[1.75rem_minmax(0,1fr)] border-t border-rule py-2.5">
              <span aria-hidden="true" className={held === null ? 'text-ink-faint' : held ? 'text-canopy' : 'text-[#9B1C15]'}>
                {held === null ? '–' : held ? '✓' : '✗'}
              </span>
              <span className="min-w-0 break-words">
                {name}
                <span className="sr-only">: </span>
                <span className="block text-[0.9375rem] text-ink-soft">
                  {held === null ? found || texts.notReached : held ? fill(text, { found }) : found}
                </span>
              </span>
            </li>
          );
        })}
      </ol>
      {holds && <p className="mt-4 text-[0.9375rem]">{texts.proven}</p>}
    </div>
  );
}
