import type { later } from '#src/content/record/index.ts';
import { type Confirmation, confirmedUnits, type RetirementPeriod } from '#verify/entry.ts';
import { fill } from '../text/fill.ts';
import { formatCount } from '../text/numbers.ts';

type Words = typeof later;

/** Says how many of the units of a retirement (`quantity`, in tCO2e) no registry was seen to have retired; undefined if all were. */
export function describeUnconfirmed(quantity: number, confirmations: readonly Confirmation[], words: Words): string | undefined {
  const open = quantity - confirmedUnits(confirmations);
  if (open <= 0) return undefined;
  return open === quantity
    ? words.unconfirmed
    : fill(words.partlyUnconfirmed, { open: formatCount(open), quantity: formatCount(quantity) });
}

/** Says which year counts if a registry retired units in another year than the one in which that was recorded; undefined otherwise. */
export function describeYears({ first, last, recordedOn }: RetirementPeriod, words: Words): string | undefined {
  const [from, to, recorded] = [first, last, recordedOn].map((day) => day.slice(0, 4));
  if (from === recorded && to === recorded) return undefined;
  return fill(words.yearsDiffer, { year: from === to ? `${from}` : `${from} to ${to}`, recorded: `${recorded}` });
}
