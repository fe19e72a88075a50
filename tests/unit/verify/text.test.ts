import { expect, it } from 'vitest';
import { fill, formatUtcDate, formatUtcInstant } from '#verify/text.ts';

it('each placeholder becomes its value, as often as it occurs and whatever the value contains; one without throws an error that names it', () => {
  expect(fill('{a} and {b}, {a}', { a: '$&', b: '{a}' })).toBe('$& and {a}, $&');
  // @ts-expect-error In a text that the compiler knows, it is an error before anything runs.
  expect(() => fill('{count} of {total}', { count: '1' })).toThrow('{total}');
});

it('a moment of the record is shown in UTC, with its day', () => {
  expect(formatUtcInstant(new Date('2026-06-30T23:30:00Z'))).toBe('30 June 2026, 23:30 UTC');
  expect(formatUtcInstant(new Date('2026-07-01T00:05:00Z'))).toBe('1 July 2026, 00:05 UTC');
  expect(formatUtcDate(new Date('2026-06-30T23:30:00Z'))).toBe('30 June 2026 UTC');
});
