import type { trust } from '#src/content/record/index.ts';
import { fill } from '#src/lib/text/fill.ts';
import { formatCount } from '#src/lib/text/numbers.ts';
import { Fold } from '#src/ui/sections/fold.tsx';
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
