import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { posts } from '#shared/content/blog/posts.ts';
import type { Project } from '#shared/schemas/project.ts';
import { PageHead } from '#src/pages/_components/page-head.tsx';

const meta = { title: 'A page | Carma', description: 'What “it” is about & for whom.' };
const sold = { status: 'On sale', unitsStatus: 'expected', pricePerCredit: 128_550, availableCredits: 500 };
const project = { slug: 'oak', title: 'Oak', imageUrl: '/oak.svg', ...sold };
const headOf = (more: Partial<Project>) =>
  head(<PageHead meta={meta} path="/projects/meadow" name="Meadow" project={{ ...project, ...more } as Project} />);

it('the head of a page describes the way to it and its offer, whose price is stated once, under its canonical address', () => {
  const { tag, types, described } = headOf({});
  const { BreadcrumbList, Product } = described;
  expect(types).toEqual(['BreadcrumbList', 'Product']);
  expect(BreadcrumbList.itemListElement).toMatchObject([1, 2, 3].map((position) => ({ position })));
  const priceSpecification = { price: '1285.50', priceCurrency: 'GBP', valueAddedTaxIncluded: false };
  const inventoryLevel = { value: 500 };
  expect(Product.offers).toMatchObject({ availability: 'https://schema.org/PreOrder', priceSpecification, inventoryLevel });
  expect(JSON.stringify(Product).match(/"price[A-Za-z]*":/g)).toEqual(['"priceSpecification":', '"price":', '"priceCurrency":']);
  expect(headOf({ availableCredits: null }).described.Product.offers).not.toHaveProperty('inventoryLevel');
  const images = [{}, { imageUrl: 'https://[' }].map((more) => headOf(more).described.Product.image);
  expect(images).toEqual(['http://localhost:3000/oak.svg', undefined]);
  expect(headOf({ pricePerCredit: null }).types).toEqual(['BreadcrumbList']);
  expect([tag('canonical'), tag('description')]).toEqual(['http://localhost:3000/projects/meadow', 'What “it” is about &amp; for whom.']);
});

it.each<[availability: string, Partial<Project>]>([
  ['InStock', { unitsStatus: 'issued' }],
  ['InStock', { unitsStatus: null }],
  ['OutOfStock', { unitsStatus: 'expected', status: 'Sold out' }],
])('an offer is %s for a project with %o', (availability, facts) => {
  expect(headOf(facts).described.Product.offers.availability).toBe(`https://schema.org/${availability}`);
});

it('the head of a page states when an article was published and changed, and links to the feed', () => {
  const article = posts.find(({ updated, date }) => updated && updated !== date);
  const { tag, types, described } = head(<PageHead meta={meta} path="/blog/a-post" article={article} />);
  expect([described.BlogPosting.dateModified, tag('article:modified_time')]).toEqual([article?.updated, article?.updated]);
  expect(tag('article:published_time')).toBe(article?.date);
  expect(tag('alternate')).toBe('http://localhost:3000/feed.xml');
  expect(['/', '/about'].map((path) => head(<PageHead meta={meta} path={path} />).tag('alternate') !== undefined)).toEqual([true, false]);
  expect(types).toEqual(['BreadcrumbList', 'BlogPosting']);
});

it('the head of a page keeps missing pages and personal pages out of search engines', () => {
  const missing = head(<PageHead meta={meta} path="/404" />);
  expect(missing.tag('robots')).toBe('noindex');
  expect(missing.tag('canonical')).toBeUndefined();
  expect(head(<PageHead meta={meta} path="/shortlist" isIndexed={false} />).tag('robots')).toBe('noindex');
});

it('the questions of a page are described, and nothing in them can end the element early', () => {
  const title = `</script><script>alert("1")</script> <!-- & 'quotes' "double" £ CO₂ \u2028`;
  const { types, described } = head(<PageHead meta={meta} path="/qms" faq={{ title, items: [] }} />);
  expect([types, described.FAQPage.name]).toEqual([['BreadcrumbList', 'FAQPage'], title]);
});

function head(element: React.ReactNode) {
  const html = renderToStaticMarkup(element);
  const blocks = [...html.matchAll(/<script type="application\/ld\+json">([^<]*)<\/script>/g)].map(([, json = '']) => JSON.parse(json));
  return {
    tag: (name: string) => new RegExp(`(?:name|property|rel)="${name}"[^>]*? (?:content|href)="([^"]*)"`).exec(html)?.[1],
    types: blocks.map((block) => block['@type']),
    described: Object.fromEntries(blocks.map((block) => [block['@type'], block])),
  };
}
