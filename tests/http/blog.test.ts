import { describe, expect, inject, it } from 'vitest';

const get = (path: string) => fetch(inject('siteUrl') + path, { redirect: 'manual' });
/** The HTML without the comments that React puts between pieces of text. */
const html = async (path: string) => (await (await get(path)).text()).replaceAll('<!-- -->', '');

const slugs = [
  'nature-positive-solutions',
  'blockchain-transparency',
  'verified-carbon-credits',
  'natural-capital-investment',
  'nature-based-solutions-business',
  'esg-tnfd-reporting',
  'sustainable-business-practices',
];

describe('the blog as served', () => {
  it('has a card for each article: picture, category, date, read time, title, excerpt, link', async () => {
    const cards = (await html('/blog')).match(/<article.*?<\/article>/gs) ?? [];
    expect(cards).toHaveLength(7);
    for (const [index, slug] of slugs.entries()) {
      const card = cards[index] ?? '';
      expect(card).toMatch(new RegExp(`src="/pictures/blog/${slug}.svg"`));
      expect(card).toMatch(/alt="Drawing[^"]+"/);
      expect(card).toMatch(/<time dateTime="2025-\d\d-\d\d">\d{1,2} [A-Z][a-z]+ 2025<\/time>/);
      expect(card).toMatch(/\d+ min read/);
      expect(card).toMatch(new RegExp(`href="/blog/${slug}"[^>]*>Read Full Article`));
    }
  });

  it.each(['Carma Insights', 'type="email"', '>Subscribe</button>'])('contains %j', async (part) => {
    expect(await html('/blog')).toContain(part);
  });
});

describe.each(slugs)('the article %s as served', (slug) => {
  it('has its text, the first three other articles below it, and every button in the specification', async () => {
    const page = await html(`/blog/${slug}`);
    expect(page.match(/<h1/g)).toHaveLength(1);
    const related = [...page.matchAll(/href="\/blog\/([a-z-]+)"[^>]*>Read Full Article/g)].map(([, other]) => other);
    expect(related).toEqual(slugs.filter((other) => other !== slug).slice(0, 3));
    const parts = [
      'https://twitter.com/intent/tweet?',
      'https://www.linkedin.com/sharing/share-offsite/?url=',
      'https://www.facebook.com/sharer/sharer.php?u=',
      'target="_blank"',
      'Copy Link',
      'About Carma',
      'href="/contact">Enquire',
      'href="/projects">Explore Projects',
    ];
    expect(parts.filter((part) => !page.includes(part))).toEqual([]);
    expect(page).toMatch(/href="\/contact"[^>]*>Get in Touch/);
  });
});

describe('an unknown article', () => {
  it('is a 404 with its own text, inside header and footer', async () => {
    const answer = await get('/blog/no-such-article');
    expect(answer.status).toBe(404);
    const page = await answer.text();
    for (const part of [
      '<title>Post Not Found',
      'The blog post you&#x27;re looking for doesn&#x27;t exist.',
      'Back to Blog',
      '<header',
      '<footer',
    ]) {
      expect(page).toContain(part);
    }
  });

  it('does not change the text of other missing pages', async () => {
    const page = await html('/blog-no-such-page');
    expect(page).toContain('404 Page Not Found');
    expect(page).not.toContain('Post Not Found');
  });
});
