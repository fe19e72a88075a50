import { describe, expect, it } from 'vitest';
import { formatInstant } from '#src/lib/text/instants.ts';

describe('a moment', () => {
  it('is shown in UK time, in winter and in summer', () => {
    expect(formatInstant(new Date('2026-11-21T14:02:59Z'))).toBe('21 November 2026, 14:02 GMT');
    expect(formatInstant(new Date('2026-06-30T23:30:00Z'))).toBe('1 July 2026, 00:30 BST');
  });
});
