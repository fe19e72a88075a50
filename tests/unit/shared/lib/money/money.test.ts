import fc from 'fast-check';
import { expect, it } from 'vitest';
import { costOf, lineCost, subtotalWithin } from '#shared/lib/money/money.ts';
import { linesLimit, priceLimit, tonnesLimit } from '#shared/schemas/limits.ts';

/** Small, typical and extreme prices and tonnages. */
const line = fc.record({
  pricePerCredit: fc.oneof(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 20_000 }), fc.integer({ min: 1, max: priceLimit })),
  tonnes: fc.oneof(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 5_000 }), fc.integer(tonnesLimit)),
});

it('a basket costs what exact arithmetic says: each line, their sum, VAT once on it with half a penny rounded up, and both together', () => {
  fc.assert(
    fc.property(fc.array(line, { maxLength: linesLimit, size: 'max' }), (basket) => {
      const { subtotal, vat, total } = costOf(basket);
      const exact = basket.reduce((sum, { pricePerCredit, tonnes }) => sum + BigInt(pricePerCredit) * BigInt(tonnes), 0n);
      const exactVat = (exact * 20n + 50n) / 100n;
      expect([subtotal, vat, total].map(BigInt)).toEqual([exact, exactVat, exact + exactVat]);
      expect(basket.reduce((sum, one) => sum + lineCost(one), 0)).toBe(subtotal);
    }),
    { numRuns: 2_000 },
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

it('the subtotal within an amount is the largest that does not exceed it once VAT is added', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2_147_483_647 }), (total) => {
      const subtotal = subtotalWithin(total);
      const withVat = (pence: number) => pence + Math.floor((pence * 20 + 50) / 100);
      expect(withVat(subtotal)).toBeLessThanOrEqual(total);
      expect(withVat(subtotal + 1)).toBeGreaterThan(total);
    }),
  );
});
