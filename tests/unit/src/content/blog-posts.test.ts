import { expect, test } from 'vitest';
import { posts } from '#src/content/blog/posts.ts';
import { countWords } from '#src/lib/articles/read-time.ts';
import { contentsOf } from '#src/lib/text/prose-html.ts';
import { expectFirstPartyHtml } from '#tests/support/first-party-html.ts';

test('the seven articles have the slugs, categories, icons and colours of the specification, in its order', () => {
  expect(posts.map(({ id, slug, category, icon, color }) => [id, slug, category, icon, color])).toEqual([
    [1, 'nature-positive-solutions', 'Nature Positive', 'Leaf', 'emerald'],
    [2, 'blockchain-transparency', 'Blockchain', 'Shield', 'blue'],
    [3, 'verified-carbon-credits', 'Carbon Credits', 'TrendingUp', 'green'],
    [4, 'natural-capital-investment', 'Natural Capital', 'Globe', 'teal'],
    [5, 'nature-based-solutions-business', 'Implementation', 'Users', 'orange'],
    [6, 'esg-tnfd-reporting', 'Reporting', 'FileText', 'purple'],
    [7, 'sustainable-business-practices', 'Strategy', 'Target', 'slate'],
  ]);
});

test('titles, descriptions and excerpts are unique', () => {
  for (const values of [
    posts.map((post) => post.title),
    posts.map((post) => post.meta.title),
    posts.map((post) => post.meta.description),
    posts.map((post) => post.excerpt),
    posts.map((post) => post.closing.body),
  ]) {
    expect(new Set(values).size).toBe(posts.length);
  }
});

test.each(posts)('$slug: its HTML is safe and its links are valid', ({ content }) => {
  expectFirstPartyHtml(content);
});

test.each(posts)('$slug: it has 700 to 1,200 words, under headings', ({ content, readTime }) => {
  const words = countWords(content);
  expect(words).toBeGreaterThanOrEqual(700);
  expect(words).toBeLessThanOrEqual(1_200);
  expect(readTime).toBe(`${Math.round(words / 220)} min read`);
  expect(contentsOf(content).length).toBeGreaterThanOrEqual(3);
});

test.each(posts)('$slug: its date is valid, and its description fits a search result', ({ date, meta }) => {
  expect(new Date(`${date}T00:00:00Z`).toISOString().slice(0, 10)).toBe(date);
  expect(meta.description.length).toBeGreaterThanOrEqual(120);
  expect(meta.description.length).toBeLessThanOrEqual(158);
  expect(meta.title).toMatch(/ \| Carma$/);
});
