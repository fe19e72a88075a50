import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { colours, gather, spotsAround } from '#shared/lib/drawing.ts';

const at = (x: number) => ({ x, y: 0 });

it.each([
  ['none', [], []],
  ['apart', [0, 10], ['0', '10']],
  ['together, at the first one’s place', [0, 9, 4], ['0 9 4']],
  ['with the nearest', [0, 18, 10, 8], ['0 8', '18 10']],
])('items at these places become marks: %s', (_what, items, expected) => {
  expect(gather(items, (x) => [at(x)], 10).map((mark) => mark.items.join(' '))).toEqual(expected);
});

it('an item takes another of its spots where its own is taken', () => {
  const marks = gather(['a', 'b', 'c', 'd'], () => [at(0), at(-10), at(10)], 10);
  expect(marks.map(({ x, items }) => `${x} ${items.join('')}`)).toEqual(['0 ad', '-10 b', '10 c']);
});

it.each([0, 71.9, 100.3])('seven items at one place are a mark each, at %s', (x) => {
  expect(gather([1, 2, 3, 4, 5, 6, 7], () => spotsAround({ x, y: 30.7 }, 17), 17)).toHaveLength(7);
});

it('the base styles have no colour but those of the site', () => {
  const known: string[] = Object.values(colours).flatMap((shades) => Object.values(shades));
  const used = readFileSync('src/styles/base.css', 'utf8').match(/#[\da-f]{3,8}\b/gi) ?? [];
  expect(used.length).toBeGreaterThan(10);
  expect(used.filter((colour) => !known.includes(colour.slice(0, 7).toUpperCase()))).toEqual([]);
});
