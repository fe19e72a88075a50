import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { posts } from '#shared/content/blog/posts.ts';
import { JsonLdBlock, PageHead } from '#src/pages/_components/page-head.tsx';

const meta = { title: 'A page | Carma', description: 'What “it” is about & for whom.' };

it('the head of a page describes the questions and other structured data that a page provides, under its canonical address', () => {
  const faq = { title: 'Questions', items: [{ question: 'Is it?', answer: 'It is.' }] };
  const more = { '@context': 'https://schema.org', '@type': 'Product', name: 'Meadow' } as const;
  const { tag, types, blocks } = head(<PageHead meta={meta} path="/projects/meadow" name="Meadow" faq={faq} jsonLd={more} />);
  expect(types).toEqual(['BreadcrumbList', 'FAQPage', 'Product']);
  expect(blocks[0].itemListElement).toMatchObject([1, 2, 3].map((position) => ({ position })));
  expect([tag('canonical'), tag('description')]).toEqual(['http://localhost:3000/projects/meadow', 'What “it” is about &amp; for whom.']);
});

it('the head of a page states when an article was published and changed, and links to the feed', () => {
  const article = posts.find(({ updated, date }) => updated && updated !== date);
  const { tag, types, blocks } = head(<PageHead meta={meta} path="/blog/a-post" article={article} />);
  expect([blocks[1].dateModified, tag('article:modified_time')]).toEqual([article?.updated, article?.updated]);
  expect(tag('article:published_time')).toBe(article?.date);
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
  const blocks = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)].map(([, json = '']) => JSON.parse(json));
  return {
    tag: (name: string) => new RegExp(`(?:name|property|rel)="${name}"[^>]*? (?:content|href)="([^"]*)"`).exec(html)?.[1],
    types: blocks.map((block) => block['@type']),
    blocks,
  };
}

it('structured data in the page contains nothing that could end its element early', () => {
  const text = `</script><script>alert("1")</script> <!-- & 'quotes' "double" £ CO₂ \u2028`;
  const block = renderToStaticMarkup(<JsonLdBlock data={{ '@context': 'https://schema.org', '@type': 'FAQPage', text }} />);
  expect(block).toMatch(/^<script type="application\/ld\+json">[^<]*<\/script>$/);
});
