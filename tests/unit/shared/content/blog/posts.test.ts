import { expect, it } from 'vitest';
import { posts } from '#shared/content/blog/posts.ts';
import { countWords } from '#shared/lib/articles.ts';
import { contentsOf } from '#shared/lib/text/prose-html.ts';

it('the seven articles of the specification have its slugs, categories, icons and colours, in its order', () => {
  expect(posts.filter(({ id }) => id <= 7).map(({ id, slug, category, icon, color }) => [id, slug, category, icon, color])).toEqual([
    [1, 'nature-positive-solutions', 'Nature Positive', 'Leaf', 'emerald'],
    [2, 'blockchain-transparency', 'Blockchain', 'Shield', 'blue'],
    [3, 'verified-carbon-credits', 'Carbon Credits', 'TrendingUp', 'green'],
    [4, 'natural-capital-investment', 'Natural Capital', 'Globe', 'teal'],
    [5, 'nature-based-solutions-business', 'Implementation', 'Users', 'orange'],
    [6, 'esg-tnfd-reporting', 'Reporting', 'FileText', 'purple'],
    [7, 'sustainable-business-practices', 'Strategy', 'Target', 'slate'],
  ]);
});

it.each(posts)('$slug: it has 700 to 1,200 words, under headings, and the time that 220 words a minute take', ({ content, readTime }) => {
  const words = countWords(content);
  expect(words).toBeGreaterThanOrEqual(700);
  expect(words).toBeLessThanOrEqual(1_200);
  expect(readTime).toBe(`${Math.round(words / 220)} min read`);
  expect(contentsOf(content).length).toBeGreaterThanOrEqual(3);
});
