import { expect, it, test } from 'vitest';
import { posts } from '#shared/content/blog/posts.ts';
import { cookies, privacy, terms } from '#shared/content/legal.ts';
import { countWords, shareLinks } from '#shared/lib/articles.ts';
import { contentsOf, fillHtml } from '#shared/lib/text/prose-html.ts';
import { expectFirstPartyHtml } from '#tests/support/first-party-html.ts';

const pages = [privacy, terms, cookies];
const facts = { contactEmail: 'hello@carma.example', companyNumber: '00000000', vatNumber: 'GB 000 0000 00', retentionMonths: '24' };

test.each(pages)('$title: its HTML is safe, its links are valid, and its placeholders are company facts', ({ html }) => {
  expectFirstPartyHtml(fillHtml(html, facts));
  expect(fillHtml(html, facts)).not.toMatch(/\{\w+\}/);
});

test('the terms contain what the specification requires', () => {
  for (const term of [
    /16 or older/,
    /valid email/,
    /GBP/,
    /non-refundable, except where UK consumer law/,
    /exclude VAT/,
    /past 12 months/,
    /3%/,
  ]) {
    expect(terms.html).toMatch(term);
  }
  expect(privacy.html).toMatch(/up to £50/);
});

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

it('every network gets the whole address of an article, and Twitter its title', () => {
  const address = 'https://carma.example/blog/a?b=1&c=2#d';
  const links = shareLinks({ address, title: 'Nature & “you”' }).map(({ label, href }) => [label, new URL(href).searchParams] as const);
  expect(links.map(([label, query]) => [label, query.get('url') ?? query.get('u')])).toEqual(
    ['Twitter', 'LinkedIn', 'Facebook'].map((label) => [label, address]),
  );
  expect(links[0]?.[1].get('text')).toBe('Nature & “you”');
});
