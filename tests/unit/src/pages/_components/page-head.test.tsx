import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { type JsonLd, productOffer } from '#shared/lib/search-engines.ts';
import type { Project } from '#shared/schemas/project.ts';
import { JsonLdBlock, PageHead } from '#src/pages/_components/page-head.tsx';

const meta = { title: 'A page | Carma', description: 'What “it” is about & for whom.' };
const article = {
  ...{ slug: 'a-post', title: 'A post', subtitle: 'Below it', author: 'Carma research desk', date: '2025-06-24', category: 'Reporting' },
  excerpt: 'In short.',
};

it('the head of a page describes the questions and other structured data that a page provides, under its canonical address', () => {
  const faq = { title: 'Questions', items: [{ question: 'Is it?', answer: 'It is.' }] };
  const more = { '@context': 'https://schema.org', '@type': 'Product', name: 'Meadow' } as const;
  const { tag, types } = head(<PageHead meta={meta} path="/projects/meadow" name="Meadow" faq={faq} jsonLd={more} />);
  expect(types).toEqual(['BreadcrumbList', 'FAQPage', 'Product']);
  expect([tag('canonical'), tag('description')]).toEqual(['http://localhost:3000/projects/meadow', 'What “it” is about &amp; for whom.']);
});

it('the head of a page states when an article was published, and links to the feed', () => {
  const { tag, types } = head(<PageHead meta={meta} path="/blog/a-post" article={article} />);
  expect(tag('article:published_time')).toBe('2025-06-24');
  expect(tag('alternate')).toBe('http://localhost:3000/feed.xml');
  expect(types).toEqual(['BreadcrumbList', 'BlogPosting']);
});

it('the head of a page keeps missing pages and personal pages out of search engines', () => {
  const missing = head(<PageHead meta={meta} path="/404" />);
  expect(missing.tag('robots')).toBe('noindex');
  expect(missing.tag('canonical')).toBeUndefined();
  expect(head(<PageHead meta={meta} path="/shortlist" indexed={false} />).tag('robots')).toBe('noindex');
});

function head(element: React.ReactNode) {
  const html = renderToStaticMarkup(element);
  const blocks = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)];
  return {
    tag: (name: string) => new RegExp(`(?:name|property|rel)="${name}"[^>]*? (?:content|href)="([^"]*)"`).exec(html)?.[1],
    types: blocks.map(([, json = '']) => JSON.parse(json)['@type']),
  };
}

const publicUrl = 'https://carma.example';
const project = {
  ...{ slug: 'glen-carron', title: 'Glen Carron', description: 'Pine.', category: 'Reforestation', location: 'Ross-shire, Scotland' },
  ...{ pricePerCredit: 128_550, availableCredits: 12_400, status: 'On sale', unitsStatus: 'issued', impactPerYear: 3_100 },
  ...{ verificationStandard: 'Woodland Carbon Code', imageUrl: '/pictures/woodland/glen-carron.svg', vintageStart: null, vintageEnd: null },
  ...{ externalId: null, methodology: null, unitType: null, developer: null },
} as Project;

const described = (more = {}) => productOffer({ project: { ...project, ...more }, publicUrl });
const offer = (more = {}) => described(more)?.offers;

it.each([
  [128_550, '1285.50'],
  [5, '0.05'],
])('the offer of a project states %i pence once, as %s pounds, excluding VAT, without an end', (pricePerCredit, price) => {
  expect(offer({ pricePerCredit })).toMatchObject({ priceSpecification: { price, priceCurrency: 'GBP', valueAddedTaxIncluded: false } });
  const named = JSON.stringify(offer({ pricePerCredit })).match(/"price[A-Za-z]*":/g);
  expect(named).toEqual(['"priceSpecification":', '"price":', '"priceCurrency":']);
});

it.each([
  ['without a price', { pricePerCredit: null }],
  ['not yet on sale', { status: 'Not yet on sale' }],
])('the offer of a project is not described: %s', (_, more) => {
  expect(described(more)).toBeUndefined();
});

it.each([
  [{}, 'InStock'],
  [{ unitsStatus: 'expected' }, 'PreOrder'],
  [{ unitsStatus: 'expected', status: 'Sold out' }, 'OutOfStock'],
])('the offer of a project of %j is %s', (more, availability) => {
  expect(offer(more)).toMatchObject({ availability: `https://schema.org/${availability}` });
});

const hostile: JsonLd = {
  '@context': 'https://schema.org',
  '@type': 'FAQPage',
  text: `</script><script>alert("1")</script> <!-- & 'quotes' "double" £ CO₂ \u2028`,
};
const html = renderToStaticMarkup(<JsonLdBlock data={hostile} />);
const text = html.slice(html.indexOf('>') + 1, html.lastIndexOf('</script>'));

it('structured data in the page contains nothing that could end its element early', () => {
  expect(html).toMatch(/^<script type="application\/ld\+json">/);
  expect(text).not.toContain('<');
});
