import type { later } from '#src/content/record/index.ts';
import { describeUnconfirmed } from '#src/lib/record/describe-retirement.ts';
import { fill } from '#src/lib/text/fill.ts';
import type { Confirmation } from '#verify/entry.ts';
import { describeConfirmation } from '#verify/words.ts';
import { Corrections } from './corrections.tsx';

type ConfirmationsProps = {
  words: typeof later;
  /** How many units were retired, in tCO2e. */
  quantity: number;
  confirmations: readonly Confirmation[];
};

/** What the registries show of a retirement, and how much of it nobody has seen there yet. */
export function Confirmations({ words, quantity, confirmations }: ConfirmationsProps) {
  const open = describeUnconfirmed(quantity, confirmations, words);
  return (
    <>
      {confirmations.map((one) => (
        <div key={one.index} className="mb-1.5 last:mb-0">
          {one.corrections.length > 0 && <p className="text-clay">{words.withdrawn}</p>}
          <p>
            {describeConfirmation(one)}{' '}
            <a href={`/record/entries/${one.index}`} className="text-link inline-block min-h-6 text-canopy">
              {fill(words.confirmedWith, { index: String(one.index) })}
            </a>
          </p>
          {one.entry.registryUrl && (
            <a href={one.entry.registryUrl} rel="nofollow noopener" className="text-link inline-block min-h-6 break-all text-canopy">
              {one.entry.registryUrl}
            </a>
          )}
          <Corrections index={one.index} corrections={one.corrections} />
        </div>
      ))}
      {open && <p>{open}</p>}
    </>
  );
}
