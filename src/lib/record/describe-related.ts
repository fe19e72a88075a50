import type { later } from '#src/content/record/index.ts';
import { registryName } from '../registries/registries.ts';
import { formatDay } from '../text/dates.ts';
import { fill } from '../text/fill.ts';
import { isolate } from '../text/isolate.ts';
import { formatCount } from '../text/numbers.ts';
import { type Confirmation, confirmedUnits, type RelatedEntry, unitsOf } from './related.ts';

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
