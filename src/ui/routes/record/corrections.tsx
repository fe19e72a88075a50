import type { RelatedEntry } from '#verify/entry.ts';
import { nameCorrection } from '#verify/words.ts';

type CorrectionsProps = {
  /** The entry that was corrected. */
  index: number;
  corrections: readonly RelatedEntry[];
};

/** The corrections of an entry, each with its own entry and its text. */
export function Corrections({ index, corrections }: CorrectionsProps) {
  return (
    <ul>
      {corrections.map((one) => (
        <li key={one.index} className="break-words">
          <a href={`/record/entries/${one.index}`} className="text-link inline-block min-h-6 text-canopy">
            {nameCorrection(one, index)}
          </a>
          {': '}
          <bdi>{one.entry.correction}</bdi>
        </li>
      ))}
    </ul>
  );
}

/** A notice that an entry was corrected, with the corrections; nothing without any. */
export function CorrectionNotice({ title, ...list }: CorrectionsProps & { title: string }) {
  return list.corrections.length === 0 ? null : (
    <div role="note" className="my-4 border-l-3 border-clay bg-paper-deep px-4 py-2.5 print:bg-transparent">
      <p className="font-semibold text-clay">{title}</p>
      <Corrections {...list} />
    </div>
  );
}
