import { expect, it } from 'vitest';
import { own } from '#shared/lib/input/own.ts';
import { countryName } from '#shared/lib/projects/facts.ts';
import { rawLimitOf } from '#shared/schemas/form-fields.ts';
import { duplicateKey } from '#verify/file.ts';

it('a duplicate key is found in the outermost object, even when written with escapes', () => {
  expect(duplicateKey('{"a":1,"b":{"a":2},"\\u0061":3}')).toBe('a');
});
it.each([
  ['{"projects":[{"project":"oak","quantity":1},{"project":"elm","quantity":1,"quantity":5}]}', 'projects.1.quantity'],
  ['{"serials":[[1,2],{"a":{"first":1,"last":2,"first":3}}]}', 'serials.1.a.first'],
  ['[{"a":1,"a":1}]', '0.a'],
])('a duplicate key is found below it, and named by the way to it: %s', (json, key) => {
  expect(duplicateKey(json)).toBe(key);
});
it('a duplicate key is not one in two objects, in a string or as a value', () => {
  expect(duplicateKey('{"a":"\\"a\\":","b":[{"c":1},{"c":2}],"d":{"a":"a"},"e":["a","a"]}')).toBeUndefined();
  for (const long of ['x', '\\n']) expect(duplicateKey(`{"a":"${long.repeat(12_000_000)}","b":1,"b":2}`)).toBe('b');
});

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
