import type { RecordEntry, RecordLine } from '#verify/entry.ts';

/** Units of a batch as an entry lists them: issued removals of 2024. */
export const unitsIn = (batch: number, first: number, last: number, more: Partial<RecordLine> = {}): RecordLine => ({
  ...{ batch, registry: 'uk-land-carbon', series: `WCU-${batch}`, first, last, quantity: last - first + 1, issuance: 'issued' },
  ...{ vintageStart: '2024-01-01', vintageEnd: '2024-12-31', unitType: 'Removal - nature' },
  ...more,
});

/** An entry with these lines, whose sum is its quantity. */
export const entryOf = (kind: RecordEntry['kind'], lines: RecordLine[] = [], more: Partial<RecordEntry> = {}): RecordEntry => ({
  ...{ version: 1, kind, time: '2026-11-23T10:00:00.000Z', operation: '', project: null, lines, refersTo: null },
  quantity: lines.reduce((sum, { quantity }) => sum + quantity, 0),
  ...more,
});
