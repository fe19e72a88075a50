import { expect, test } from 'vitest';
import { fill } from '#src/lib/text/fill.ts';

test('each placeholder becomes its value, as often as it occurs and whatever the value contains', () => {
  expect(fill('{a} and {b}, {a}', { a: '$&', b: '{a}' })).toBe('$& and {a}, $&');
});

test('braces around anything but a name stay', () => {
  expect(fill('f({ data }, {}) {a}' as string, { a: 'b' })).toBe('f({ data }, {}) b');
});

test('a placeholder without a value throws an error that names it', () => {
  expect(() => fill('{count} of {total}' as string, { count: '1' })).toThrow('{total}');
  // @ts-expect-error In a text that the compiler knows, it is an error before anything runs.
  expect(() => fill('{count} of {total}', { count: '1' })).toThrow('{total}');
});

test('a value without a placeholder is an error for the compiler', () => {
  // @ts-expect-error There is no {total}.
  expect(fill('{count}', { count: '1', total: '2' })).toBe('1');
});

test('a choice of texts takes the values of each', () => {
  const text: '{a}' | '{b}' = ['{a}' as const, '{b}' as const][1] ?? '{a}';
  expect(fill(text, { a: '1', b: '2' })).toBe('2');
});
