import { expect, test } from 'vitest';
import { countWords, readTime } from '#src/lib/articles/read-time.ts';

const words = (count: number) => `<p>${'word '.repeat(count)}</p>`;

test('tags, attributes and lone punctuation do not count as words', () => {
  expect(countWords('<p title="not read">Two <em>words</em> – <a href="/x">more</a></p>')).toBe(3);
});

test('words separated only by tags are counted separately', () => {
  expect(countWords('<td>7.4</td><td>7.6</td>')).toBe(2);
});

test.each([
  [220, '1 min read'],
  [1_000, '5 min read'],
  [1_200, '5 min read'],
  [1_210, '6 min read'],
])('%i words at 220 a minute are %s', (count, expected) => {
  expect(readTime(words(count))).toBe(expected);
});

test('a text of a few words still takes a minute', () => {
  expect(readTime(words(3))).toBe('1 min read');
});
