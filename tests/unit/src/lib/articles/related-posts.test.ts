import { expect, test } from 'vitest';
import { relatedPosts } from '#src/lib/articles/related-posts.ts';

const posts = ['a', 'b', 'c', 'd', 'e'].map((slug) => ({ slug }));
const slugs = (slug: string) => relatedPosts(posts, slug).map((post) => post.slug);

test('an article further down is related to the first three', () => {
  expect(slugs('e')).toEqual(['a', 'b', 'c']);
});

test('one of the first three is not related to itself: the fourth is used instead', () => {
  expect(slugs('a')).toEqual(['b', 'c', 'd']);
  expect(slugs('b')).toEqual(['a', 'c', 'd']);
});

test('a short list yields fewer', () => {
  expect(relatedPosts(posts.slice(0, 2), 'a')).toEqual([{ slug: 'b' }]);
});
