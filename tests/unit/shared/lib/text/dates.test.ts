import { expect, it } from 'vitest';
import { formatInstant } from '#shared/lib/text/dates.ts';

it('a moment is shown in UK time, in winter and in summer', () => {
  expect(formatInstant(new Date('2026-11-21T14:02:59Z'))).toBe('21 November 2026, 14:02 London time');
  expect(formatInstant(new Date('2026-06-30T23:30:00Z'))).toBe('1 July 2026, 00:30 London time');
});
