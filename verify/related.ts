import type { RecordEntry, RecordLine } from './entry.ts';

/** A correction or a confirmation: an entry about an earlier one, which `entry.refersTo` names. */
export type RelatedEntry = {
  index: number;
  entry: RecordEntry;
  /** Of a confirmation, who looked at the registry, by name. Null: erased. */
  checkedBy?: string | null;
};

/** A confirmation, with the corrections of it. */
export type Confirmation = RelatedEntry & { corrections: RelatedEntry[] };

/** Returns the corrections of an entry, and the corrections of these, in the order of the log. */
export function correctionsOf(index: number, related: readonly RelatedEntry[]): RelatedEntry[] {
  const corrected = new Set([index]);
  // An entry is only ever about an earlier one.
  return related
    .toSorted((a, b) => a.index - b.index)
    .filter(({ index: at, entry }) => {
      const isOne = entry.kind === 'correct' && entry.refersTo !== null && corrected.has(entry.refersTo);
      if (isOne) corrected.add(at);
      return isOne;
    });
}

/** Returns the confirmations of a retirement, in the order of the log. */
export function confirmationsOf(index: number, related: readonly RelatedEntry[]): Confirmation[] {
  return related
    .filter(({ entry }) => entry.kind === 'confirm' && entry.refersTo === index)
    .toSorted((a, b) => a.index - b.index)
    .map((one) => ({ ...one, corrections: correctionsOf(one.index, related) }));
}

/** Counts the units (tCO2e) of confirmations. One that was corrected confirms nothing: what is right stands in words only. */
export function confirmedUnits(confirmations: readonly Confirmation[]): number {
  return confirmations.filter(({ corrections }) => corrections.length === 0).reduce((sum, { entry }) => sum + unitsOf(entry), 0);
}

/** Counts the units (tCO2e) of an entry: those that it moves or, of a confirmation, those that it is about. */
export function unitsOf({ confirmed, quantity }: RecordEntry): number {
  return confirmed === undefined ? quantity : confirmed.reduce((sum, line) => sum + line.quantity, 0);
}

/** Counts the units (tCO2e) of a range of a retirement that have a confirmation which was not corrected. */
export function confirmedPart(
  { batch, first, last }: Pick<RecordLine, 'batch' | 'first' | 'last'>,
  confirmations: readonly Confirmation[],
): number {
  return confirmations
    .filter(({ corrections }) => corrections.length === 0)
    .flatMap(({ entry }) => entry.confirmed ?? [])
    .filter((line) => line.batch === batch)
    .reduce((sum, line) => sum + Math.max(0, Math.min(last, line.last) - Math.max(first, line.first) + 1), 0);
}
