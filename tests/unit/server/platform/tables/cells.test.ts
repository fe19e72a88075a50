import { expect, it } from 'vitest';
import { excerptOf, readDay, readFlag, spoiltIdIn, withScheme } from '#server/platform/tables/cells.ts';

it('dates are read with or without a time of day', () => {
  const days = ['2026-03-31', '31/03/2026', '03-31-2026', '31.03.2026'];
  for (const text of [...days, '2026-03-31T10:00:00Z', '2026-03-31 20:20:59', '2026-03-31 20:20:59+00', '3/31/2026 7:43:26 PM'])
    expect(readDay(text), text).toEqual({ value: '2026-03-31' });
});

it('a date with two readings is refused with both, unless the order is known', () => {
  expect(readDay('2/1/2025')).toEqual({ reason: 'can be read as 2 January 2025 or as 1 February 2025: write 2025-01-02 or 2025-02-01' });
  expect(readDay('2/1/2025 3:04:05 PM', 'month first')).toEqual({ value: '2025-02-01' });
  expect(readDay('2/1/2025', 'day first')).toEqual({ value: '2025-01-02' });
  expect(readDay('13/1/2025', 'month first')).toEqual({ reason: 'is not a valid date' });
  expect(readDay('2/2/2025')).toEqual({ value: '2025-02-02' });
});

it('a text that says more than a day, or is no day, is refused', () => {
  for (const text of ['2026-02-30', '31/31/2026', 'March', '0000-01-01', '2025-02-01 or later', '2025-02-01 (estimated)', '2025'])
    expect(readDay(text), text).toHaveProperty('reason');
  const reason = 'is what a spreadsheet counts as 2023-10-01: show its column as dates, and save it again';
  expect([readDay('45200'), readDay('45200.75')]).toEqual([{ reason }, { reason }]);
  expect(readDay('20000')).toHaveProperty('reason', expect.stringContaining('1954-10-03'));
});

it('a message quotes 60 characters at most, and an address without a scheme is completed if it is nothing else', () => {
  expect(['x'.repeat(60), 'x\n'.repeat(31)].map(excerptOf)).toEqual(['x'.repeat(60), `${'x '.repeat(30)}…`]);
  const texts = ['a.example', 'a.example/b', 'a.example, Kent', 'Mr.Oak Ltd'];
  expect(texts.map(withScheme)).toEqual([...texts.slice(0, 2).map((text) => `https://${text}`), ...texts.slice(2)]);
});

it('yes and no are read in their usual spellings', () => {
  for (const text of ['true', 'Yes', 'Y', '1']) expect(readFlag(text), text).toEqual({ value: true });
  for (const text of ['FALSE', 'no', 'n', '0']) expect(readFlag(text), text).toEqual({ value: false });
  expect(readFlag('maybe')).toHaveProperty('reason');
});

it.each([
  ...['2014-01-28T00:00:00Z', '1914.01.28', '12/30/1913', '28/01/14', '1-2-14', '1/28/1914 00:00', '28-Jan-14 12:00 AM'],
  ...['28-February-2014', 'MAY 1914', '1-Feb', '28 Sept 2014', '2014-Mar-05', 'Wednesday, January 28, 1914'],
])('an id that a spreadsheet made a date is refused: %s', (text) => expect(spoiltIdIn(text)).toMatch(/^is a date/));

it.each([
  ...['2014', '104000000013495', 'CDC-12', 'COLCX-14-0023', '14-0023', 'MAR-1234', 'MAY14', 'Marina-12', 'DEC 001', '12-345'],
  ...['31-31-2014', '1-28-123', '28-01-20144', '1.28', 'Jan'],
])('an id that only looks like a date stays: %s', (text) => expect(spoiltIdIn(text)).toBeUndefined());
