import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { PageHead } from '#src/pages/_components/page-head.tsx';

const meta = { title: 'A page | Carma', description: 'What “it” is about & for whom.' };
const article = {
  slug: 'a-post',
  title: 'A post',
  subtitle: 'Below it',
  author: 'Carma research desk',
  date: '2025-06-24',
  category: 'Reporting',
  excerpt: 'In short.',
};

describe('the head of a page', () => {
  it('states title, description and canonical URL', () => {
    const { tag } = head(<PageHead meta={meta} path="/about" />);
    expect(tag('canonical')).toBe('http://localhost:3000/about');
    expect(tag('og:url')).toBe('http://localhost:3000/about');
    expect(tag('og:title')).toBe(meta.title);
    expect(tag('description')).toBe('What “it” is about &amp; for whom.');
    expect(tag('robots')).not.toContain('noindex');
  });

  it('uses the share image of its family', () => {
    expect(head(<PageHead meta={meta} path="/vcs" />).tag('og:image')).toBe('http://localhost:3000/share/standards.png');
    expect(head(<PageHead meta={meta} path="/blog" />).tag('twitter:image')).toBe('http://localhost:3000/share/blog.png');
  });

  it('describes company and site on the home page, and breadcrumbs on every other page', () => {
    expect(head(<PageHead meta={meta} path="/" />).types).toEqual(['Organization', 'WebSite']);
    expect(head(<PageHead meta={meta} path="/enterprise/compliance" />).types).toEqual(['BreadcrumbList']);
  });

  it('describes the questions and other structured data that a page provides', () => {
    const faq = { title: 'Questions', items: [{ question: 'Is it?', answer: 'It is.' }] };
    const more = { '@context': 'https://schema.org', '@type': 'Product', name: 'Meadow' } as const;
    const { types } = head(<PageHead meta={meta} path="/projects/meadow" name="Meadow" faq={faq} jsonLd={more} />);
    expect(types).toEqual(['BreadcrumbList', 'FAQPage', 'Product']);
  });

  it('states when an article was published, and links to the feed', () => {
    const { tag, types } = head(<PageHead meta={meta} path="/blog/a-post" article={article} />);
    expect(tag('og:type')).toBe('article');
    expect(tag('article:published_time')).toBe('2025-06-24');
    expect(tag('alternate')).toBe('http://localhost:3000/feed.xml');
    expect(types).toEqual(['BreadcrumbList', 'BlogPosting']);
  });

  it('keeps missing pages and personal pages out of search engines', () => {
    const missing = head(<PageHead meta={meta} path="/404" />);
    expect(missing.tag('robots')).toBe('noindex');
    expect(missing.tag('canonical')).toBeUndefined();
    expect(head(<PageHead meta={meta} path="/shortlist" indexed={false} />).tag('robots')).toBe('noindex');
  });
});

function head(element: React.ReactNode) {
  const html = renderToStaticMarkup(element);
  const blocks = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)];
  return {
    tag: (name: string) => new RegExp(`(?:name|property|rel)="${name}"[^>]*? (?:content|href)="([^"]*)"`).exec(html)?.[1],
    types: blocks.map(([, json = '']) => JSON.parse(json)['@type']),
  };
}
