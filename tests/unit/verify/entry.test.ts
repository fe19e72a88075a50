import { expect, it } from 'vitest';
import { entryOf, unitsIn } from '#tests/support/entries.ts';
import { type RecordEntry, type RecordLine, retiredParts, statedDayOf } from '#verify/entry.ts';

const entry = (kind: RecordEntry['kind'], facts: Partial<RecordEntry>) => entryOf(kind, [], { time: '2026-11-27T09:00:00.000Z', ...facts });
const confirm = (index: number, day: string, ...confirmed: RecordLine[]) => ({
  index,
  entry: entry('confirm', { refersTo: 1, registryRetiredOn: day, confirmed }),
});
const correct = (index: number, refersTo: number) => ({ index, entry: entry('correct', { refersTo, correction: 'Wrong' }) });
const lines = [unitsIn(1, 1, 100), unitsIn(2, 1, 10)];
const twoParts = [confirm(2, '2014-01-01', unitsIn(1, 9, 60)), confirm(3, '2013-05-01', unitsIn(1, 1, 8))];

it.each<[string, Partial<RecordEntry>, ReturnType<typeof confirm>[], string[]]>([
  ['each part’s where they differ', {}, twoParts, ['1:1-8 2013-05-01', '1:9-60 2014-01-01', '1:61-100 2026-11-27', '2:1-10 2026-11-27']],
  [
    'the entry’s also of what a confirmation dates otherwise, in parts that are confirmed or not',
    { registryRetiredOn: '2012-01-01' },
    [confirm(2, '2013-05-01', unitsIn(1, 1, 40))],
    ['1:1-40 2012-01-01', '1:41-100 2012-01-01', '2:1-10 2012-01-01'],
  ],
  ['not a corrected confirmation’s', {}, [confirm(2, '2013-05-01', ...lines), correct(3, 2)], ['1:1-100 2026-11-27', '2:1-10 2026-11-27']],
  [
    'a confirmation’s of the units that it covers, the entry’s of others, though the entry was corrected',
    { registryRetiredOn: '2012-01-01' },
    [correct(2, 1), confirm(3, '2013-05-01', unitsIn(1, 1, 100))],
    ['1:1-100 2013-05-01', '2:1-10 2012-01-01'],
  ],
])('the day of a retirement is %s', (_, facts, related, expected) => {
  const parts = retiredParts({ index: 1, entry: entry('retire', { lines, ...facts }), related });
  expect(parts.map(({ batch, first, last, retiredOn }) => `${batch}:${first}-${last} ${retiredOn}`)).toEqual(expected);
  expect(parts.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(110);
});

it('a day is stated of units that their registry is known to have retired', () => {
  const day = (registryRetiredOn: string | null, isConfirmed: boolean) =>
    statedDayOf({ retiredOn: '2026-01-02', recordedOn: '2026-01-02', registryRetiredOn, isConfirmed });
  expect([day('2026-01-02', false), day(null, true), day(null, false)]).toEqual(['2026-01-02', '2026-01-02', null]);
});
