import { describe, expect, it } from 'vitest';
import { formatInstant } from '#src/lib/text/instants.ts';
import { formatUtcDate, formatUtcInstant } from '#verify/words.ts';

describe('a moment', () => {
  it('is shown in UK time, in winter and in summer', () => {
    expect(formatInstant(new Date('2026-11-21T14:02:59Z'))).toBe('21 November 2026, 14:02 GMT');
    expect(formatInstant(new Date('2026-06-30T23:30:00Z'))).toBe('1 July 2026, 00:30 BST');
  });

  it('of the record is shown in UTC, with its day', () => {
    expect(formatUtcInstant(new Date('2026-06-30T23:30:00Z'))).toBe('30 June 2026, 23:30 UTC');
    expect(formatUtcInstant(new Date('2026-07-01T00:05:00Z'))).toBe('1 July 2026, 00:05 UTC');
    expect(formatUtcDate(new Date('2026-06-30T23:30:00Z'))).toBe('30 June 2026 UTC');
  });
});
