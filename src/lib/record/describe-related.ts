import type { later } from '#src/content/record/index.ts';
import { registryName } from '../registries/registries.ts';
import { formatDay, formatUtcDate } from '../text/dates.ts';
import { fill } from '../text/fill.ts';
import { isolate } from '../text/isolate.ts';
import { formatCount } from '../text/numbers.ts';
import { type Confirmation, confirmedUnits, type RelatedEntry, unitsOf } from './related.ts';
import type { RetirementPeriod } from './retirement-day.ts';

type Words = typeof later;

/** Names a correction: its entry, and the entry that it corrects if that is not `index`. The text of the correction follows it. */
export function nameCorrection({ index: at, entry }: RelatedEntry, index: number, { correction, correctionOf }: Words): string {
  const place = { index: String(at), day: formatDay(entry.time.slice(0, 10)) };
  return entry.refersTo === null || entry.refersTo === index
    ? fill(correction, place)
    : fill(correctionOf, { ...place, corrected: String(entry.refersTo) });
}

/** Describes what a registry shows of a retirement, and who looked when. */
export function describeConfirmation({ entry, checkedBy }: RelatedEntry, words: Words): string {
  const { registryRetiredOn = '', registryRetirementId, source, checkedOn = '', checkedByRole, confirmed = [] } = entry;
  const name = entry.checkedBy === undefined ? undefined : isolate(checkedBy ?? words.erased);
  const role = checkedByRole && isolate(checkedByRole);
  return fill(words.confirmation, {
    registry: registryName(confirmed[0]?.registry ?? ''),
    quantity: formatCount(unitsOf(entry)),
    facts: [
      fill(words.retiredOn, { day: formatDay(registryRetiredOn) }),
      ...(registryRetirementId ? [fill(words.retirement, { id: isolate(registryRetirementId) })] : []),
      ...(source ? [fill(words.source, { source: isolate(source) })] : []),
    ].join(', '),
    day: formatDay(checkedOn),
    who: role && name ? `${role} (${name})` : (role ?? name ?? ''),
  });
}

/** Says how many of the units of a retirement (`quantity`, in tCO2e) no registry was seen to have retired; undefined if all were. */
export function describeUnconfirmed(quantity: number, confirmations: readonly Confirmation[], words: Words): string | undefined {
  const open = quantity - confirmedUnits(confirmations);
  if (open <= 0) return undefined;
  return open === quantity
    ? words.unconfirmed
    : fill(words.partlyUnconfirmed, { open: formatCount(open), quantity: formatCount(quantity) });
}

/** Says when units were retired: the day, or the first and the last. One of the registry is as it states it, one of ours is UTC's. */
export function describeRetired({ first, last, isRegistrys }: RetirementPeriod): string {
  const format = (day: string) => (isRegistrys ? formatDay(day) : formatUtcDate(new Date(day)));
  return first === last ? format(first) : `${format(first)} – ${format(last)}`;
}

/** Says which year counts if a registry retired units in another year than the one in which that was recorded; undefined otherwise. */
export function describeYears({ first, last, recordedOn }: RetirementPeriod, words: Words): string | undefined {
  const [from, to, recorded] = [first, last, recordedOn].map((day) => day.slice(0, 4));
  if (from === recorded && to === recorded) return undefined;
  return fill(words.yearsDiffer, { year: from === to ? `${from}` : `${from} to ${to}`, recorded: `${recorded}` });
}
