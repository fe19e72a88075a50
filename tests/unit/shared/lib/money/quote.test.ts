import { expect, it } from 'vitest';
import { refusals } from '#shared/content/refusals.ts';
import { type DeliveryTerms, type FormerPrice, type QuotableProject, quote, refusalText, thenAndNow } from '#shared/lib/money/quote.ts';
import { tonnesLimit } from '#shared/schemas/limits.ts';
import { has } from '#tests/support/matchers.ts';

const project = (slug: string, more: Partial<QuotableProject> = {}): QuotableProject => ({
  ...{ slug, pricePerCredit: 1_450, availableCredits: 500, status: 'On sale', unitsStatus: 'issued', deliveryBy: null },
  ...{ vintageStart: null, vintageEnd: 2024 },
  ...more,
});

it('a quote adds up what can be bought; every other line says why not, keeps its tonnes, and is in no total', () => {
  const asked = { few: 501, gone: 1, 'sold-out': 40, 'sold-out-unpriced': 40, later: 7, unpriced: 1, plenty: 3, 'last-one': 500 };
  const quoted = quote(
    Object.entries(asked).map(([slug, tonnes]) => ({ slug, tonnes })),
    [
      project('plenty', { pricePerCredit: 1, unitsStatus: 'expected' }),
      project('few'),
      project('last-one', { unitsStatus: null }),
      project('sold-out', { status: 'Sold out', availableCredits: 0 }),
      project('sold-out-unpriced', { status: 'Sold out', availableCredits: 0, pricePerCredit: null }),
      project('later', { status: 'Not yet on sale' }),
      project('unpriced', { status: 'Not yet on sale', pricePerCredit: null }),
    ],
  );
  expect(quoted.lines.map(({ project: { slug }, tonnes, refusal, cost }) => [slug, tonnes, refusal?.reason, cost].join(' '))).toEqual([
    ...['few 501 too_many ', 'sold-out 40 sold_out ', 'sold-out-unpriced 40 sold_out ', 'later 7 not_yet_on_sale ', 'unpriced 1 no_price '],
    ...['plenty 3  3', 'last-one 500  725000'],
  ]);
  expect(quoted).toMatchObject({ subtotal: 725_003, vat: 145_001, total: 870_004 });
  expect(quoted.tonnes).toEqual({ total: 503, issued: 0, expected: 3, notStated: 500 });
});

it('a quote has no more on a line than a line may have, however much is available, and says how much that is, or when it comes', () => {
  const [line] = quote([{ slug: 'vast', tonnes: 1_000_001 }], [project('vast', { availableCredits: 2_000_000_000 })]).lines;
  expect(line?.refusal).toEqual({ reason: 'too_many', available: tonnesLimit.max });
  expect(refusalText({ reason: 'too_many', available: 1 }, 'Oak', refusals.lines)).toBe('At most 1 credit of Oak can be bought.');
  const late = [null, '2027-06-30'].map((delivery) => refusalText({ reason: 'not_deliverable_by', delivery }, 'Oak', refusals.lines));
  expect(late).toEqual([has('Oak is pending, and the day of its delivery isn’t stated'), has('forecast by 30 June 2027')]);
});

const expected = (vintageEnd: number | null, deliveryBy: string | null = null) => ({
  ...{ unitsStatus: 'expected' as const, vintageEnd, deliveryBy },
});
it.each<[what: string, more: Partial<QuotableProject>, terms: DeliveryTerms, delivery: string | null | undefined]>([
  ['issued credits on any day', { vintageEnd: 2030 }, { neededBy: '2026-12-31' }, undefined],
  ['expected credits on the last day of their vintage', expected(2027), { neededBy: '2027-12-31' }, undefined],
  ['expected credits of a single year at its end', { ...expected(null), vintageStart: 2027 }, { neededBy: '2027-12-30' }, '2027-12-31'],
  ['expected credits not before their stated delivery', expected(2027, '2028-06-30'), { neededBy: '2028-01-01' }, '2028-06-30'],
  ['expected credits not before the end of their vintage', expected(2027, '2026-06-30'), { neededBy: '2027-12-30' }, '2027-12-31'],
  ['expected credits of an unknown vintage on their stated day', expected(null, '2027-06-30'), { neededBy: '2027-06-30' }, undefined],
  ['expected credits without a known day not at all', expected(null), { neededBy: '2090-01-01' }, null],
  ['expected credits if a later delivery is accepted', expected(2035), { neededBy: '2026-12-31', acceptsLaterDelivery: true }, undefined],
])('a quote delivers %s', (_what, more, terms, delivery) => {
  const [line] = quote([{ slug: 'wood', tonnes: 1 }], [project('wood', more)], terms).lines;
  expect(line?.refusal).toEqual(delivery === undefined ? null : { reason: 'not_deliverable_by', delivery });
});

const askedFor = Object.entries({ a: 10, b: 3, gone: 2 }).map(([slug, tonnes]) => ({ slug, tonnes }));
const { lines } = quote(askedFor, [project('a'), project('b', { pricePerCredit: 333 }), project('gone', { status: 'Sold out' })]);
const former = (prices: Record<string, FormerPrice>) => thenAndNow(lines, ({ slug }) => prices[slug] ?? { since: null });

it('a shortlist then and now costs what its tonnes did at the earlier prices, with VAT; what is in no total today is in none of that day', () => {
  const { lines: compared, thenTotal } = former({ a: { price: 1_000 }, b: { price: 111 }, gone: { price: 50 } });
  expect(compared.map(({ thenCost }) => thenCost)).toEqual([10_000, 333, 100]);
  expect(thenTotal).toMatchObject({ subtotal: 10_333, vat: 2_067, total: 12_400 });
});

it('a shortlist then and now has no total of that day if a line had no price, its history begins later, none of the lines can be bought today, or one has more tonnes than it may', () => {
  expect(former({ a: { price: 1_000 }, b: { price: null } }).thenTotal).toBeNull();
  expect(former({ a: { price: 1_000 } }).thenTotal).toBeNull();
  expect(former({ a: { price: 1_000 }, b: { price: 111 } }).thenTotal).not.toBeNull();
  const refused = lines.filter(({ refusal }) => refusal);
  expect(thenAndNow(refused, () => ({ price: 1 })).thenTotal).toBeNull();
  const { lines: quoted } = quote([{ slug: 'a', tonnes: tonnesLimit.max + 1 }], [project('a')]);
  expect(thenAndNow(quoted, () => ({ price: 1_000 }))).toMatchObject({ lines: [{ thenCost: null }], thenTotal: null });
});
