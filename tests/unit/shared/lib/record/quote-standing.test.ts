import { expect, it } from 'vitest';
import { standingOf, type UnitsByState } from '#shared/lib/record/quote-standing.ts';

const asked = (tonnes: number, units: Partial<UnitsByState> = {}) => ({ tonnes, units: { reserved: 0, sold: 0, retired: 0, ...units } });

it.each([
  ['no lines', [], null, null],
  ['a part of one line', [asked(10, { reserved: 4 }), asked(5)], null, 'reserved'],
  ['one line of two, retired', [asked(10, { retired: 10 }), asked(5)], null, 'retired'],
  ['all of it, a part of which is retired', [asked(10, { reserved: 7, retired: 3 }), asked(5, { sold: 5 })], 'reserved', 'retired'],
  ['all of it sold or retired', [asked(10, { sold: 7, retired: 3 }), asked(5, { retired: 5 })], 'sold', 'retired'],
  ['more than was asked for', [asked(10, { retired: 12 })], 'retired', 'retired'],
] as const)('how far a quote has come, where the record has %s', (_what, lines, all, some) => {
  expect(standingOf(lines)).toEqual({ all, some });
});
