import { describe, expect, it } from 'vitest';
import { formatPounds } from '#src/lib/money/money.ts';
import { formatCount } from '#src/lib/text/numbers.ts';

describe('money', () => {
  it.each([
    [1450, '£14.50'],
    [0, '£0.00'],
    [5, '£0.05'],
    [123_456_789, '£1,234,567.89'],
  ])('shows %i pence as %s', (pence, shown) => {
    expect(formatPounds(pence)).toBe(shown);
  });
});

describe('counts', () => {
  it('have thousands separators', () => {
    expect(formatCount(12_400)).toBe('12,400');
    expect(formatCount(999)).toBe('999');
  });
});
