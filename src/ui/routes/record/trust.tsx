import type { check, trust } from '#src/content/record/index.ts';
import type { Link } from '#src/content/types.ts';
import { fill } from '#src/lib/text/fill.ts';
import { formatCount } from '#src/lib/text/numbers.ts';
import { Fold, Summary } from '#src/ui/controls/fold.tsx';
import { TextLink } from '#src/ui/controls/links.tsx';
import { RuledItems } from '#src/ui/controls/texts.tsx';
import { keyText, type LogKey } from '#verify/note.ts';
import { formatUtcInstant } from '#verify/words.ts';

type LogTrustProps = {
  texts: typeof trust;
  /** Every key of the log, the current one first. */
  keys: readonly LogKey[];
  /** The witnesses by name, how many of them are needed, and the newest state that as many have seen. */
  witnessing: { witnesses: readonly string[]; needed: number; newest?: { size: number; newer: number; seenBy: number; at: Date } };
};

/** Why the log can be believed: who has seen it, and which keys have signed it, from when until when. */
export function LogTrust({ texts, keys, witnessing }: LogTrustProps) {
  const { witnesses, keys: keyTexts } = texts;
  return (
    <Fold title={texts.title} heading="h2">
      <div className="grid gap-x-12 gap-y-8 pb-6 lg:grid-cols-2">
        <div className="min-w-0">
          <h3 className="font-semibold">{witnesses.title}</h3>
          <p className="mt-1 text-[0.9375rem] text-ink-soft">{witnesses.about}</p>
          <p className="mt-3">{describe(witnesses, witnessing)}</p>
          {witnessing.witnesses.length > 0 && (
            <>
              <ul className="mt-3 border-b border-rule">
                {witnessing.witnesses.map((name) => (
                  <li key={name} className="break-all border-t border-rule py-2 font-mono text-[0.8125rem]">
                    {name}
                  </li>
                ))}
              </ul>
              <p className="mt-3 text-[0.9375rem] text-ink-soft">{witnesses.policy}</p>
            </>
          )}
        </div>
        <div className="min-w-0">
          <h3 className="font-semibold">{keyTexts.title}</h3>
          <p className="mt-1 text-[0.9375rem] text-ink-soft">{keyTexts.about}</p>
          <ul className="mt-3 border-b border-rule">
            {keys.map((known) => (
              <li key={keyText(known.key)} className="border-t border-rule py-2.5">
                <code className="break-all font-mono text-[0.8125rem]">{keyText(known.key)}</code>
                <p className="mt-1 text-[0.9375rem] text-ink-soft">{describePeriod(keyTexts, known)}</p>
              </li>
            ))}
          </ul>
        </div>
      </div>
    </Fold>
  );
}

function describe(texts: (typeof trust)['witnesses'], { witnesses, needed, newest }: LogTrustProps['witnessing']): string {
  const counts = { count: String(witnesses.length), needed: String(needed) };
  if (witnesses.length === 0) return texts.none;
  if (!newest) return fill(texts.unseen, counts);
  const { size, newer, seenBy, at } = newest;
  const seen = fill(texts.seen, { ...counts, seen: String(seenBy), size: formatCount(size), time: formatUtcInstant(at) });
  return newer > 0 ? `${seen} ${fill(texts.newer, { newer: formatCount(newer) })}` : seen;
}

function describePeriod(texts: (typeof trust)['keys'], { from: fromText, until: untilText }: LogKey): string {
  const [from, until] = [fromText, untilText].map((time) => (time === undefined ? undefined : formatUtcInstant(new Date(time))));
  if (from === undefined) return until === undefined ? texts.announced : fill(texts.endedUnknown, { until });
  return until === undefined ? fill(texts.current, { from }) : fill(texts.ended, { from, until });
}

type HowToCheckProps = {
  content: typeof check;
  origin: string;
  /** The files that the commands read. */
  files: Link[];
};

/** How anybody checks the record, what that proves and, for engineers, an auditor's steps with commands. */
export function HowToCheck({ content, origin, files }: HowToCheckProps) {
  const { title, intro, verify, engineers, commands, steps, limits, formats } = content;
  return (
    <section id="check" aria-labelledby="check-title" className="bg-paper-deep py-14">
      <div className="page">
        <h2 id="check-title" className="display-2">
          {title}
        </h2>
        <p className="copy mt-3 text-ink-soft">{intro}</p>
        <p className="mt-1">
          <TextLink link={verify} />
        </p>
        <h3 className="display-3 mt-6">{limits.title}</h3>
        <RuledItems texts={limits.items} className="mt-3 max-w-[52rem] border-b border-rule" />
        <details className="group mt-8 border-y border-ink">
          <Summary className="display-3 min-h-14">{engineers}</Summary>
          <p className="copy text-ink-soft">{commands}</p>
          <ol className="mt-6 grid gap-x-12 gap-y-8 md:grid-cols-2">
            {steps.map((step, index) => (
              <li key={step.title} className="min-w-0 border-t border-rule pt-3">
                <h3 className="font-semibold">
                  <span className="figure mr-3 text-ink-faint">{index + 1}</span>
                  {step.title}
                </h3>
                <p className="mt-1 text-[0.9375rem] text-ink-soft">{step.body}</p>
                {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard. */}
                <pre tabIndex={0} className="mt-3 overflow-x-auto bg-canopy-deep p-4 font-mono text-[0.8125rem] leading-relaxed text-paper">
                  <code>{fill(step.code, { origin })}</code>
                </pre>
              </li>
            ))}
          </ol>
          <p className="mt-6 flex flex-wrap gap-x-6">
            {files.map((link) => (
              <TextLink key={link.href} link={link} />
            ))}
          </p>
          <p className="my-4 text-[0.9375rem] text-ink-soft">{formats}</p>
        </details>
      </div>
    </section>
  );
}
