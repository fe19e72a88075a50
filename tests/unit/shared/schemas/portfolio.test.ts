import { expect, it } from 'vitest';
import { needSearch, readNeed } from '#shared/schemas/portfolio.ts';

const read = (query: string) => readNeed(new URLSearchParams(query));

it.each([
  ['tonnes=5&vat=incl&each=yes', '?tonnes=5'],
  ['tonnes=5&vat=incl&max=12.05', '?tonnes=5&max=12.05&vat=incl'],
  ['budget=12&each=yes&max=3', '?budget=12&max=3&each=yes'],
  ['tonnes=9&removals=50%25&removal=', '?tonnes=9&removals=50'],
  // A share says nothing where all are to be removals.
  ['tonnes=9&removals=50&removal=yes', '?tonnes=9&removal=yes'],
  [
    'tonnes=5&vintageFrom=2024&year=2024&label=SDG+2&label=SDG+1&label=SDG+2',
    '?tonnes=5&vintageFrom=2024&year=2024&label=SDG+1&label=SDG+2',
  ],
])('the address of a need %s leaves out what says nothing: %s', (query, search) => {
  const { need } = read(query);
  expect(need && needSearch(need)).toBe(search);
});

it.each([
  ['country=GB', ['tonnes']],
  ['budget=cheap', ['budget']],
  ['tonnes=5&tonnes=6', ['tonnes']],
  ['tonnes=5&tonnes=5', []],
  ['tonnes=5&vintageFrom=2025&year=2024', ['vintageFrom', 'year']],
  ['tonnes=5&vintageFrom=2025&year=0000', ['year']],
])('a need that is wrong in its address, %s, is wrong at %j', (query, fields) => {
  const { errors, need } = read(query);
  expect([Object.keys(errors), need !== undefined]).toEqual([fields, fields.length === 0]);
});
