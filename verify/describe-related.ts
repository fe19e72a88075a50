import { registryName } from './registries.ts';
import { type RelatedEntry, unitsOf } from './related.ts';
import type { RetirementPeriod } from './retirement-day.ts';
import { fill, formatCount, formatDay, formatUtcDate, isolate } from './text.ts';
import { checkWords } from './words.ts';

/** Names a correction: its entry, and the entry that it corrects if that is not `index`. The text of the correction follows it. */
export function nameCorrection({ index: at, entry }: RelatedEntry, index: number): string {
  const { correction, correctionOf } = checkWords.later;
  const place = { index: String(at), day: formatDay(entry.time.slice(0, 10)) };
  return entry.refersTo === null || entry.refersTo === index
    ? fill(correction, place)
    : fill(correctionOf, { ...place, corrected: String(entry.refersTo) });
}

/** Describes what a registry shows of a retirement, and who looked when. */
export function describeConfirmation({ entry, checkedBy }: RelatedEntry): string {
  const words = checkWords.later;
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

/** Says when units were retired: the day, or the first and the last. One of the registry is as it states it, one of ours is UTC's. */
export function describeRetired({ first, last, isRegistrys }: RetirementPeriod): string {
  const format = (day: string) => (isRegistrys ? formatDay(day) : formatUtcDate(new Date(day)));
  return first === last ? format(first) : `${format(first)} – ${format(last)}`;
}
