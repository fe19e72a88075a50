import { describe, expect, it } from 'vitest';
import { tonnesLimit } from '#src/lib/money/basket.ts';
import { type DeliveryTerms, deliveryOf, type QuotableProject, quote } from '#src/lib/money/quote.ts';
import { type FormerPrice, thenAndNow } from '#src/lib/money/then-and-now.ts';

const project = (slug: string, more: Partial<QuotableProject> = {}): QuotableProject => ({
  slug,
  pricePerCredit: 1_450,
  availableCredits: 500,
  status: 'On sale',
  unitsStatus: 'issued',
  vintageEnd: 2024,
  deliveryBy: null,
  ...more,
});

describe('a quote', () => {
  it('adds up what can be bought; every other line says why not, keeps its tonnes, and is in no total', () => {
    const quoted = quote(
      [
        { slug: 'few', tonnes: 501 },
        { slug: 'gone', tonnes: 1 },
        { slug: 'sold-out', tonnes: 40 },
        { slug: 'sold-out-before-it-had-a-price', tonnes: 40 },
        { slug: 'later', tonnes: 7 },
        { slug: 'unpriced', tonnes: 1 },
        { slug: 'plenty', tonnes: 3 },
        { slug: 'last-one', tonnes: 500 },
      ],
      [
        project('plenty', { pricePerCredit: 1, unitsStatus: 'expected' }),
        project('few'),
        project('last-one', { unitsStatus: null }),
        project('sold-out', { status: 'Sold out', availableCredits: 0 }),
        project('sold-out-before-it-had-a-price', { status: 'Sold out', availableCredits: 0, pricePerCredit: null }),
        project('later', { status: 'Not yet on sale' }),
        project('unpriced', { status: 'Not yet on sale', pricePerCredit: null }),
      ],
    );
    expect(quoted.lines.map(({ project: { slug }, tonnes, refusal, cost }) => [slug, tonnes, refusal, cost])).toEqual([
      ['few', 501, { reason: 'too_many', available: 500 }, null],
      ['sold-out', 40, { reason: 'sold_out' }, null],
      ['sold-out-before-it-had-a-price', 40, { reason: 'sold_out' }, null],
      ['later', 7, { reason: 'not_yet_on_sale' }, null],
      ['unpriced', 1, { reason: 'no_price' }, null],
      ['plenty', 3, null, 3],
      ['last-one', 500, null, 725_000],
    ]);
    expect(quoted).toMatchObject({ subtotal: 725_003, vat: 145_001, total: 870_004 });
    expect(quoted.tonnes).toEqual({ total: 503, issued: 0, expected: 3, 'not stated': 500 });
  });

  it('has no more on a line than a line may have, however much is available', () => {
    const [line] = quote([{ slug: 'vast', tonnes: 1_000_001 }], [project('vast', { availableCredits: 2_000_000_000 })]).lines;
    expect(line?.refusal).toEqual({ reason: 'too_many', available: tonnesLimit.max });
  });

  it.each<[what: string, more: Partial<QuotableProject>, terms: DeliveryTerms, delivery: string | null | undefined]>([
    ['issued credits on any day', { vintageEnd: 2030 }, { neededBy: '2026-12-31' }, undefined],
    ['expected credits if no day is named', { unitsStatus: 'expected', vintageEnd: 2035 }, {}, undefined],
    [
      'expected credits on the last day of their vintage',
      { unitsStatus: 'expected', vintageEnd: 2027 },
      { neededBy: '2027-12-31' },
      undefined,
    ],
    ['expected credits not on the day before', { unitsStatus: 'expected', vintageEnd: 2027 }, { neededBy: '2027-12-30' }, '2027-12-31'],
    [
      'expected credits not before their stated delivery',
      { unitsStatus: 'expected', vintageEnd: 2027, deliveryBy: '2028-06-30' },
      { neededBy: '2028-01-01' },
      '2028-06-30',
    ],
    [
      'expected credits not before the end of a vintage that is later than the stated delivery',
      { unitsStatus: 'expected', vintageEnd: 2027, deliveryBy: '2026-06-30' },
      { neededBy: '2026-12-31' },
      '2027-12-31',
    ],
    ['expected credits without a known day not at all', { unitsStatus: 'expected', vintageEnd: null }, { neededBy: '2090-01-01' }, null],
    [
      'expected credits of any day if a later delivery is accepted',
      { unitsStatus: 'expected', vintageEnd: 2035 },
      { neededBy: '2026-12-31', acceptsLaterDelivery: true },
      undefined,
    ],
  ])('delivers %s', (_what, more, terms, delivery) => {
    const [line] = quote([{ slug: 'wood', tonnes: 1 }], [project('wood', more)], terms).lines;
    expect(line?.refusal).toEqual(delivery === undefined ? null : { reason: 'not_deliverable_by', delivery });
  });

  it('delivers issued credits without a day to wait for', () => {
    expect(deliveryOf(project('wood', { deliveryBy: '2030-01-01' }))).toBeNull();
  });
});

describe('a shortlist then and now', () => {
  const lines = quote(
    [
      { slug: 'a', tonnes: 10 },
      { slug: 'b', tonnes: 3 },
      { slug: 'gone', tonnes: 2 },
    ],
    [project('a'), project('b', { pricePerCredit: 333 }), project('gone', { status: 'Sold out' })],
  ).lines;
  const former = (prices: Record<string, FormerPrice>) => thenAndNow(lines, ({ slug }) => prices[slug] ?? { since: null });

  it('costs what its tonnes did at the earlier prices, with VAT; what is in no total today is in none of that day', () => {
    const { lines: compared, thenTotal } = former({ a: { price: 1_000 }, b: { price: 111 }, gone: { price: 50 } });
    expect(compared.map(({ thenCost }) => thenCost)).toEqual([10_000, 333, 100]);
    expect(thenTotal).toMatchObject({ subtotal: 10_333, vat: 2_067, total: 12_400 });
  });

  it('has no total of that day if a line had no price, or its history begins later', () => {
    expect(former({ a: { price: 1_000 }, b: { price: null } }).thenTotal).toBeNull();
    expect(former({ a: { price: 1_000 } }).thenTotal).toBeNull();
    expect(former({ a: { price: 1_000 }, b: { price: 111 } }).thenTotal).not.toBeNull();
    expect(thenAndNow(lines.slice(2), () => ({ price: 1 })).thenTotal).toBeNull();
  });
});
