import { expect, it } from 'vitest';
import { formatShare, someOf } from '#shared/lib/text/numbers.ts';

it('a list of some items says how many more there are, and a share has one decimal at most', () => {
  expect([someOf(['a', 'b'], 2), someOf(['a', 'b', 'c', 'd'], 2)]).toEqual(['a, b', 'a, b, and 2 more']);
  expect([0.2, 0.125, 0.1234].map(formatShare)).toEqual(['20%', '12.5%', '12.3%']);
});
