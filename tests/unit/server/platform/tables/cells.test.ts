import { expect, test } from 'vitest';
import { readDay } from '#server/platform/tables/cells.ts';

test('dates are read with or without a time of day', () => {
  for (const text of [
    '2026-03-31',
    '2026-03-31T10:00:00Z',
    '2026-03-31 20:20:59',
    '31/03/2026',
    '03-31-2026',
    '31.03.2026',
    '3/31/2026 7:43:26 PM',
  ])
    expect(readDay(text), text).toEqual({ value: '2026-03-31' });
});

test('a date with two readings is refused with both, unless the order is known', () => {
  expect(readDay('2/1/2025')).toEqual({ reason: 'can be read as 2 January 2025 or as 1 February 2025: write 2025-01-02 or 2025-02-01' });
  expect(readDay('2/1/2025 3:04:05 PM', 'month first')).toEqual({ value: '2025-02-01' });
  expect(readDay('2/1/2025', 'day first')).toEqual({ value: '2025-01-02' });
  expect(readDay('13/1/2025', 'month first')).toEqual({ reason: 'is not a valid date' });
  expect(readDay('2/2/2025')).toEqual({ value: '2025-02-02' });
});

test('what is not a day alone, or no day at all, is refused', () => {
  for (const text of ['2026-02-30', '31/31/2026', 'March', '0000-01-01', '2025-02-01 or later', '2025-02-01 (estimated)', '2025'])
    expect(readDay(text), text).toHaveProperty('reason');
});
