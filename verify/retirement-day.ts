import type { RecordEntry, RecordLine } from './entry.ts';
import { confirmationsOf, correctionsOf, type RelatedEntry } from './related.ts';

/** A retirement, with only the units that its certificate is about, and what later entries say of it. */
type Retirement = { index: number; entry: RecordEntry; related: readonly RelatedEntry[] };

/** When units were retired, as days (ISO 8601). */
export type RetirementDay = {
  /** Decides the period: the registry's day or, where nobody states it, that on which it was recorded here. */
  retiredOn: string;
  registryRetiredOn: string | null;
  /** In UTC. */
  recordedOn: string;
};

/**
 * Returns when units of a retirement were retired: each line, split where its parts have different days. The registry's act is what
 * retires a unit: its day stands in the entry, else in a confirmation. A confirmation that was corrected says nothing, and one of a
 * retirement that was corrected goes before what that says.
 */
export function retiredParts({ index, entry, related }: Retirement): (RecordLine & RetirementDay)[] {
  const recordedOn = entry.time.slice(0, 10);
  const stated = entry.registryRetiredOn ?? null;
  const isCorrected = correctionsOf(index, related).length > 0;
  const shown = confirmationsOf(index, related)
    .filter(({ corrections }) => corrections.length === 0)
    .flatMap(({ entry: { confirmed = [], registryRetiredOn = null } }) => confirmed.map((line) => ({ ...line, day: registryRetiredOn })))
    .sort((a, b) => a.first - b.first);
  return entry.lines.flatMap((line) => {
    const parts: (RecordLine & RetirementDay)[] = [];
    const add = (first: number, last: number, confirmed: string | null) => {
      const registryRetiredOn = isCorrected ? (confirmed ?? stated) : (stated ?? confirmed);
      const before = parts.at(-1);
      if (first > last) return;
      if (before?.registryRetiredOn === registryRetiredOn) Object.assign(before, { last, quantity: last - before.first + 1 });
      else
        parts.push({
          ...line,
          first,
          last,
          quantity: last - first + 1,
          recordedOn,
          registryRetiredOn,
          retiredOn: registryRetiredOn ?? recordedOn,
        });
    };
    let next = line.first;
    for (const one of shown) {
      if (one.batch !== line.batch || one.last < next || one.first > line.last) continue;
      add(next, one.first - 1, null);
      add(Math.max(next, one.first), Math.min(one.last, line.last), one.day);
      next = Math.min(one.last, line.last) + 1;
    }
    add(next, line.last, null);
    return parts;
  });
}

/**
 * From the first to the last day on which units were retired, and when that was recorded. `isRegistrys`: the registry's day is known of
 * all; `isOurs`: of none.
 */
export type RetirementPeriod = { first: string; last: string; recordedOn: string; isRegistrys: boolean; isOurs: boolean };

/** Returns the period of retired units. @throws RangeError if there are none. */
export function periodOf(days: readonly RetirementDay[]): RetirementPeriod {
  const sorted = days.map(({ retiredOn }) => retiredOn).sort();
  const [first, last, recordedOn] = [sorted[0], sorted.at(-1), days[0]?.recordedOn];
  if (first === undefined || last === undefined || recordedOn === undefined) throw new RangeError('No units were retired');
  return {
    first,
    last,
    recordedOn,
    isRegistrys: days.every(({ registryRetiredOn }) => registryRetiredOn !== null),
    isOurs: days.every(({ registryRetiredOn }) => registryRetiredOn === null),
  };
}
