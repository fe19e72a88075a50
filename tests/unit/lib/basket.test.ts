import { describe, expect, it } from 'vitest';
import { type BasketLine, chooseTonnes, costOf, linesLimit, parseTonnes, priceLimit, tonnesLimit, vatOn } from '#src/lib/basket.ts';

/** The same numbers at every run: mulberry32. */
function seeded(seed: number): (max: number) => number {
  let state = seed;
  return (max) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * (max + 1));
  };
}

/** A basket of any length; small, usual and extreme prices and tonnes alike. */
function randomBasket(random: (max: number) => number): BasketLine[] {
  const upTo = (limits: number[]) => random(limits[random(limits.length - 1)] ?? 0);
  return Array.from({ length: random(linesLimit) }, () => ({
    pricePerCredit: upTo([9, 20_000, priceLimit]),
    tonnes: Math.max(tonnesLimit.min, upTo([9, 5_000, tonnesLimit.max])),
  }));
}

describe('a basket', () => {
  it('adds up to the penny in exact integers, for 5,000 random baskets', () => {
    const random = seeded(20_261_121);
    for (let run = 0; run < 5_000; run += 1) {
      const basket = randomBasket(random);
      const { lines, subtotal, vat, total } = costOf(basket);
      for (const amount of [...lines, subtotal, vat, total]) expect(Number.isSafeInteger(amount)).toBe(true);
      expect(lines.reduce((sum, line) => sum + line, 0) + vat).toBe(total);
      // The same sum without any limit on the size of numbers.
      const exact = basket.reduce((sum, line) => sum + BigInt(line.pricePerCredit) * BigInt(line.tonnes), 0n);
      expect(BigInt(subtotal)).toBe(exact);
      expect(BigInt(vat)).toBe((exact * 20n + 50n) / 100n);
    }
  });

  it('stays exact with every limit reached at once', () => {
    const { total } = costOf(Array.from({ length: linesLimit }, () => ({ pricePerCredit: priceLimit, tonnes: tonnesLimit.max })));
    expect(Number.isSafeInteger(total)).toBe(true);
    expect(total).toBe(2_400_000_000_000_000);
  });

  it('costs nothing when it is empty', () => {
    expect(costOf([])).toEqual({ lines: [], subtotal: 0, vat: 0, total: 0 });
  });

  it('charges VAT once, on the subtotal: three lines of 3p carry 2p, not three times 1p', () => {
    expect(costOf(Array.from({ length: 3 }, () => ({ pricePerCredit: 3, tonnes: 1 })))).toMatchObject({ subtotal: 9, vat: 2, total: 11 });
  });

  it.each([
    [2, 0],
    [3, 1],
    [7, 1],
    [8, 2],
    [1450, 290],
    [1453, 291],
  ])('charges, on %i p, %i p of VAT: half a penny goes up', (pence, vat) => {
    expect(vatOn(pence)).toBe(vat);
  });

  it.each([
    ['half a tonne', { pricePerCredit: 1, tonnes: 0.5 }],
    ['no tonne', { pricePerCredit: 1, tonnes: 0 }],
    ['more than a line may hold', { pricePerCredit: 1, tonnes: tonnesLimit.max + 1 }],
    ['a part of a penny', { pricePerCredit: 14.5, tonnes: 1 }],
    ['a negative price', { pricePerCredit: -1, tonnes: 1 }],
    ['a price beyond the limit', { pricePerCredit: priceLimit + 1, tonnes: 1 }],
  ])('refuses %s', (_what, line) => {
    expect(() => costOf([line])).toThrow(RangeError);
  });
});

describe('tonnes', () => {
  it.each([
    ['1200', 1200],
    [' 1,200 ', 1200],
    ['0', null],
    ['', null],
    ['-3', null],
    ['1.5', null],
    ['1e3', null],
    ['٣', null],
    ['9'.repeat(40), null],
  ])('are read from %j as %j', (text, tonnes) => {
    expect(parseTonnes(text)).toBe(tonnes);
  });

  it.each([
    [null, 5_000, { tonnes: 100 }],
    [null, 40, { tonnes: 40 }],
    ['250', 5_000, { tonnes: 250 }],
    ['9,000', 5_000, { tonnes: 5_000, changed: 'available' }],
    ['2000000', 3_000_000, { tonnes: 1_000_000, changed: 'limit' }],
    ['many', 5_000, { tonnes: 100, changed: 'unreadable' }],
    ['5', 0, { tonnes: 0, changed: 'available' }],
  ])('asked for as %j, of %i available, give %j', (asked, available, chosen) => {
    expect(chooseTonnes({ asked, available, otherwise: 100 })).toEqual(chosen);
  });
});
