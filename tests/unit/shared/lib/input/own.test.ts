import { expect, it } from 'vitest';
import { own } from '#shared/lib/input/own.ts';
import { countryName } from '#shared/lib/projects/facts.ts';
import { rawLimitOf } from '#shared/schemas/form-fields.ts';

const inherited = ['constructor', '__proto__', 'toString', 'hasOwnProperty'];

it('finds the entries of a table, whatever they are called, and nothing that every object has', () => {
  expect(own({ enquiry: 'A question' }, 'enquiry')).toBe('A question');
  expect(own({ constructor: 'An entry' }, 'constructor')).toBe('An entry');
  for (const name of inherited) expect(own({ enquiry: 'A question' }, name)).toBeUndefined();
});

it.each(inherited)('%s is a field of ordinary length, and no country', (name) => {
  expect(rawLimitOf(name)).toBe(rawLimitOf('name'));
  expect(countryName(name)).toBe(name);
});
