import { expect, it } from 'vitest';
import { closestName } from '#server/platform/closest-name.ts';

const names = ['price', 'pricePerCredit', 'title'];

it.each([
  ['prise', 'price'],
  ['Price', 'price'],
  ['pricePerCredits', 'pricePerCredit'],
  ['tilte', 'title'],
  ['tint', undefined],
  ['status', undefined],
  ['', undefined],
])('the name closest to "%s" is %s', (given, meant) => expect(closestName(given, names)).toBe(meant));
