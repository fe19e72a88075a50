import { expect, it } from 'vitest';
import { countWords, readTime, relatedPosts, shareLinks } from '#shared/lib/articles.ts';

it.each([
  ['<p title="not read">Two <em>words</em> – <a href="/x">more</a></p>', 3],
  ['<td>7.4</td><td>7.6</td>', 2],
])('tags, attributes and lone punctuation are no words: %s', (html, count) => {
  expect(countWords(html)).toBe(count);
});

it.each([
  [220, '1 min read'],
  [1_200, '5 min read'],
  [1_210, '6 min read'],
])('%i words at 220 a minute are %s', (count, expected) => {
  expect(readTime(`<p>${'word '.repeat(count)}</p>`)).toBe(expected);
});

it.each([
  ['abcde', 'e', 'abc'],
  ['ab', 'a', 'b'],
])('of the articles %s, that which is called %s is related to the first three others: %s', (all, slug, related) => {
  const posts = [...all].map((name) => ({ slug: name }));
  expect(relatedPosts(posts, slug).map((post) => post.slug)).toEqual([...related]);
});

it('every network gets the whole address of an article, and Twitter its title', () => {
  const address = 'https://carma.example/blog/a?b=1&c=2#d';
  const links = shareLinks({ address, title: 'Nature & “you”' }).map(({ label, href }) => [label, new URL(href).searchParams] as const);
  expect(links.map(([label, query]) => [label, query.get('url') ?? query.get('u')])).toEqual(
    ['Twitter', 'LinkedIn', 'Facebook'].map((label) => [label, address]),
  );
  expect(links[0]?.[1].get('text')).toBe('Nature & “you”');
});
