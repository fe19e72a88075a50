import { expect, it } from 'vitest';
import { posts } from '#shared/content/blog/posts.ts';
import { countWords } from '#shared/lib/articles.ts';
import { contentsOf } from '#shared/lib/text/prose-html.ts';

it.each(posts)('$slug: it has 700 to 1,200 words, under headings, and the time that 220 words a minute take', ({ content, readTime }) => {
  const words = countWords(content);
  expect(words).toBeGreaterThanOrEqual(700);
  expect(words).toBeLessThanOrEqual(1_200);
  expect(readTime).toBe(`${Math.round(words / 220)} min read`);
  expect(contentsOf(content).length).toBeGreaterThanOrEqual(3);
});
