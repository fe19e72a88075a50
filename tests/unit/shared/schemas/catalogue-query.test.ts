import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  type CatalogueQuery,
  catalogueParameters,
  catalogueSearch,
  parseCatalogueQuery,
  pricesCross,
} from '#shared/schemas/catalogue-query.ts';
import { vintageYears } from '#shared/schemas/limits.ts';

const parsed = (search: string) => parseCatalogueQuery(new URLSearchParams(search));

it.each([
  ['available=1,250,000', 1_250_000],
  ['available=2147483647', 2_147_483_647],
  ['available=', undefined],
  ['available=0', undefined],
])('%s is read without a note', (search, credits) => {
  expect(parsed(search)).toMatchObject({ query: { available: credits }, notes: [] });
});

it.each(['-5', '2147483648', '1.5', '1,00', '12,3456', '1e3', '5 credits', '٣'])('available=%s is ignored with a note', (value) => {
  const { query, notes } = parsed(`available=${encodeURIComponent(value)}`);
  expect(query.available).toBeUndefined();
  expect(notes).toEqual([{ name: 'available', value }]);
});

it.each([
  ['£ 1,250.50', 125_050],
  // Times a hundred, a float is a little less.
  ['19.99', 1_999],
  ['40k', 4_000_000],
  ['21474836.47', 2_147_483_647],
  ['21474836.48', undefined],
  ['12£50', undefined],
  ['0,125', undefined],
])('max=%s is an amount in pounds only if it can be read in one way', (value, pence) => {
  expect(parsed(`max=${encodeURIComponent(value)}`).query.max).toBe(pence);
});

it('the same filters have one address, in whatever order they are given', () => {
  const address = '?category=Agroforestry&category=Biochar&status=On+sale&available=10&sort=price';
  expect(catalogueSearch(parsed('sort=price&available=10&status=On sale&category=Biochar&category=Agroforestry').query)).toBe(address);
});

it('a second value where one counts is noted as one that came later, whatever it is; of a filter the fifty-first is noted', () => {
  const notes = [{ name: 'q', value: 'ash', isLater: true }];
  expect(parsed('q=oak&q=ash&category=a&category=b')).toMatchObject({ query: { q: 'oak', category: ['a', 'b'] }, notes });
  const values = Array.from({ length: 51 }, (_, index) => ['category', `c${index}`]);
  const { query, notes: beyond } = parseCatalogueQuery(new URLSearchParams(values));
  expect([query.category.length, beyond]).toEqual([50, [{ name: 'category', value: 'c50' }]]);
});

it('the first and the last year that a vintage may have are filters', () => {
  const vintage = Object.values(vintageYears).map(String);
  expect(parsed(`vintage=${vintage.join('&vintage=')}`)).toMatchObject({ query: { vintage }, notes: [] });
});

it('a lowest price may be the highest one, too, and both are written with their pence', () => {
  expect([pricesCross({ min: 1_205, max: 1_205 }), pricesCross({ min: 1_206, max: 1_205 })]).toEqual([false, true]);
  expect(catalogueSearch(parsed('min=12.05&max=40&page=10000').query)).toBe('?min=12.05&max=40&page=10000');
});

it('a picture of a list has one page, and another that its address asks for is noted', () => {
  expect(parsed('view=map&page=2')).toMatchObject({ query: { view: 'map', page: 1 }, notes: [{ name: 'page', value: '2' }] });
});

it('an address written from a query is read back without loss', () => {
  const known = 'On sale,issued,CCP-labelled,Removal,2024,on the record,rated,rating,1000,price,cards,40'.split(',');
  const value = fc.oneof(fc.constantFrom(...known), fc.string({ maxLength: 12 }));
  const sorted = (query: CatalogueQuery) => Object.values(query).map((one) => (Array.isArray(one) ? one.toSorted() : one));
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.constantFrom(...Object.keys(catalogueParameters)), value)), (pairs) => {
      const { query } = parseCatalogueQuery(new URLSearchParams(pairs));
      const { query: again, notes } = parsed(catalogueSearch(query));
      expect([sorted(again), notes]).toEqual([sorted(query), []]);
    }),
  );
});
