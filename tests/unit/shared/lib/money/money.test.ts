import fc from 'fast-check';
import { expect, it } from 'vitest';
import { costOf, lineCost } from '#shared/lib/money/money.ts';
import { linesLimit, priceLimit, tonnesLimit } from '#shared/schemas/limits.ts';

/** Small, typical and extreme prices and tonnages. */
const line = fc.record({
  pricePerCredit: fc.oneof(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 20_000 }), fc.integer({ min: 1, max: priceLimit })),
  tonnes: fc.oneof(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 5_000 }), fc.integer(tonnesLimit)),
});
const basketOf = fc.array(line, { maxLength: linesLimit });
const runs = { numRuns: 2_000 };

it('any basket adds up exactly: lines plus VAT equal the total in whole pence', () => {
  fc.assert(
    fc.property(basketOf, (basket) => {
      const { subtotal, vat, total } = costOf(basket);
      for (const amount of [subtotal, vat, total]) expect(Number.isSafeInteger(amount)).toBe(true);
      expect(basket.reduce((sum, one) => sum + lineCost(one), 0) + vat).toBe(total);
      expect(subtotal + vat).toBe(total);
    }),
    runs,
  );
});

it('any basket matches exact integer arithmetic, with VAT once on the subtotal, half a penny rounded up', () => {
  fc.assert(
    fc.property(basketOf, (basket) => {
      const { subtotal, vat } = costOf(basket);
      const exact = basket.reduce((sum, { pricePerCredit, tonnes }) => sum + BigInt(pricePerCredit) * BigInt(tonnes), 0n);
      expect(BigInt(subtotal)).toBe(exact);
      expect(BigInt(vat)).toBe((exact * 20n + 50n) / 100n);
    }),
    runs,
  );
});

it.each([
  ['no tonne', { pricePerCredit: 1, tonnes: 0 }],
  ['more than a line may hold', { pricePerCredit: 1, tonnes: tonnesLimit.max + 1 }],
  ['a fraction of a penny', { pricePerCredit: 14.5, tonnes: 1 }],
  ['no price', { pricePerCredit: 0, tonnes: 1 }],
  ['a price beyond the limit', { pricePerCredit: priceLimit + 1, tonnes: 1 }],
])('a basket rejects %s', (_what, wrong) => {
  expect(() => costOf([wrong])).toThrow(RangeError);
});
