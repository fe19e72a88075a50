import type { VerifyTexts } from '#shared/content/record/verify.ts';
import { TextLink } from '#src/ui/controls/links.tsx';
import { FactList, Paragraphs, Summary } from '#src/ui/controls/texts.tsx';
import type { CheckResult } from '#verify/check-entry.ts';
import { fill, formatCount, isolate } from '#verify/text.ts';
import { sayFound, sayResult } from '#verify/words.ts';

const verdictColours = { failed: 'text-wrong', unfinished: '', missing: '' } as const;
const marks = {
  passed: { sign: '✓', colour: 'text-canopy' },
  failed: { sign: '✗', colour: 'text-wrong' },
  notReached: { sign: '–', colour: 'text-ink-faint' },
} as const;

/** The result of a check: the fact that was proven, or why it was not; then each step, and what it proves. `by`: who made it. */
export function CheckSteps({ texts, result, by }: { texts: VerifyTexts; result: CheckResult; by: string }) {
  const { headline, before, fact, facts, later, after } = sayResult(result);
  const passed = result.steps.filter(({ outcome }) => outcome === 'passed');
  const [held, all] = [formatCount(passed.length), formatCount(result.steps.length)];
  const isSample = result.fact?.entry.sample && result.verdict !== 'failed';
  return (
    <div className="max-w-[52rem] border border-ink bg-paper-bright p-5 break-words md:p-7">
      {result.verdict === 'passed' && (
        <p className="display-3 text-canopy">
          <span aria-hidden="true">{marks.passed.sign}</span> {fill(texts.held, { held, all })} {held !== all && texts.left}
        </p>
      )}
      <p className={result.verdict === 'passed' ? 'mt-2 text-[1.125rem]' : `display-3 ${verdictColours[result.verdict]}`}>{headline}</p>
      {(fact || result.steps.length > 0) && (
        <p className="mt-1 text-[0.9375rem] text-ink-soft">
          {by} {isSample && <strong className="text-clay">{texts.sample}</strong>}
        </p>
      )}
      {before && <p className="mt-3">{before}</p>}
      {fact && <p className="mt-2 border-l-2 border-ink pl-4 text-[1.125rem]">{fact}</p>}
      <Paragraphs texts={later} className="mt-3 border-l-2 border-clay pl-4 text-clay" />
      <FactList
        look="plain"
        className="mt-4 text-[0.9375rem]"
        facts={facts.map(({ label, values }) => [label, <Paragraphs key={label} texts={values} className="" />])}
      />
      {after && <p className="mt-3">{after}</p>}
      {result.pdf && fact && result.number && (
        <TextLink href={`/certificates/${result.number}`} className="mt-2">
          {fill(texts.pdf.page, { number: result.number })}
        </TextLink>
      )}
      {result.steps.length > 0 && (
        <details open={result.verdict !== 'passed'} className="mt-4 border-y border-rule">
          <Summary className="min-h-12 gap-6 font-semibold">{texts.how}</Summary>
          <ol>
            {result.steps.map(({ step, outcome, found }) => (
              <li key={step} className="grid grid-cols-[1.75rem_minmax(0,1fr)] border-t border-rule py-2.5">
                <span aria-hidden="true" className={marks[outcome].colour}>
                  {marks[outcome].sign}
                </span>
                <span className="min-w-0">
                  {texts.steps[step]}
                  <span className="sr-only">: {texts.outcomes[outcome]}. </span>
                  <span className="block text-[0.9375rem] text-ink-soft">{sayFound(found)}</span>
                </span>
              </li>
            ))}
          </ol>
        </details>
      )}
      {result.verdict === 'passed' && <p className="mt-4 text-[0.9375rem]">{texts.proven}</p>}
    </div>
  );
}

/** The answer to words, such as a name, that are no number and no file: what can be entered, and a link to a search for them. */
export function EnteredWords({ texts, words }: { texts: VerifyTexts['words']; words: string }) {
  return (
    <div className="max-w-[52rem] border border-ink bg-paper-bright p-5 [overflow-wrap:anywhere] md:p-7">
      <p className="display-3">{texts.title}</p>
      <p className="mt-3">{texts.takes}</p>
      <TextLink href={`/record?q=${encodeURIComponent(words)}`} rel="nofollow" className="mt-2">
        {fill(texts.search, { words: isolate(words) })}
      </TextLink>
    </div>
  );
}
