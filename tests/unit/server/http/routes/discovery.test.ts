import { describe, expect, it } from 'vitest';
import { discovery } from '#server/http/routes/discovery.ts';
import { sitemapXml } from '#src/lib/search-engines/sitemap.ts';

const pages = [
  { path: '/', name: 'Home', updated: '2026-11-21' },
  { path: '/vcs', name: 'VCS', updated: '2026-11-20' },
];
const post = {
  slug: 'older',
  title: 'Tonnes & <claims>',
  author: 'Carma research desk',
  date: '2025-02-04',
  category: 'Reporting',
  excerpt: 'What a “credit” is & is not.',
  content: '<p><a href="/projects">Projects</a>, <a href="#top">up</a>, <a href="https://ghgprotocol.org">out</a> &amp; more</p>',
};
const posts = [post, { ...post, slug: 'newer', title: 'Newer', date: '2025-03-04', updated: '2025-06-01' }];
const parts = {
  contactEmail: 'security@carma.example',
  publicUrl: 'https://carma.example',
  pages,
  posts,
  listProjectPages: async () => [{ slug: 'glen-carron', updatedAt: new Date('2026-11-01T09:30:00Z') }],
};

const read = async (path: string, more = {}) => {
  const answer = await discovery({ ...parts, ...more }).request(path);
  return { answer, text: await answer.text() };
};

describe('/robots.txt', () => {
  it('allows crawlers everywhere but the API, and names the sitemap', async () => {
    const { answer, text } = await read('/robots.txt');
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain/);
    expect(text).toBe('User-agent: *\nDisallow: /api/\n\nSitemap: https://carma.example/sitemap.xml\n');
  });
});

describe('/sitemap.xml', () => {
  it('lists pages, posts and projects, each with the date or time of its last change', async () => {
    const { answer, text } = await read('/sitemap.xml');
    expect(answer.headers.get('content-type')).toMatch(/^application\/xml/);
    expect(entries(text)).toEqual([
      ['https://carma.example/', '2026-11-21'],
      ['https://carma.example/vcs', '2026-11-20'],
      ['https://carma.example/blog/older', '2025-02-04'],
      ['https://carma.example/blog/newer', '2025-06-01'],
      ['https://carma.example/projects/glen-carron', '2026-11-01T09:30:00.000Z'],
    ]);
  });

  it('still lists the rest when PostgreSQL does not answer', async () => {
    const listProjectPages = () => Promise.reject(new Error('No Postgres'));
    const { answer, text } = await read('/sitemap.xml', { listProjectPages });
    expect(answer.status).toBe(200);
    expect(entries(text)).toHaveLength(4);
  });

  it('escapes XML metacharacters', () => {
    const xml = sitemapXml([{ url: `https://carma.example/?a=1&b=<'">`, lastModified: '2026-11-21' }]);
    expect(xml).toContain('<loc>https://carma.example/?a=1&amp;b=&lt;&#39;&quot;&gt;</loc>');
  });
});

describe('/feed.xml', () => {
  it('is an Atom feed, newest article first, dated by the last change', async () => {
    const { answer, text } = await read('/feed.xml');
    expect(answer.headers.get('content-type')).toMatch(/^application\/atom\+xml/);
    expect(text).toContain('<feed xmlns="http://www.w3.org/2005/Atom">');
    expect([...text.matchAll(/<id>(.*?)<\/id>/g)].map(([, id]) => id)).toEqual([
      'https://carma.example/blog',
      'https://carma.example/blog/newer',
      'https://carma.example/blog/older',
    ]);
    expect([...text.matchAll(/<updated>(.*?)<\/updated>/g)].map(([, at]) => at?.slice(0, 10))).toEqual([
      '2025-06-01',
      '2025-06-01',
      '2025-02-04',
    ]);
  });

  it('contains whole articles, with links that work away from the site', async () => {
    const { text } = await read('/feed.xml');
    expect(text).toContain('<a href="https://carma.example/projects">');
    expect(text).toContain('<a href="https://carma.example/blog/older#top">');
    expect(text).toContain('<a href="https://ghgprotocol.org/">');
  });

  it('shows markup characters in a title literally', async () => {
    const { text } = await read('/feed.xml');
    expect(text).toContain('<title type="html"><![CDATA[Tonnes &amp; &lt;claims&gt;]]></title>');
  });
});

function entries(xml: string): string[][] {
  return [...xml.matchAll(/<loc>(.*?)<\/loc>\s*<lastmod>(.*?)<\/lastmod>/g)].map(([, url = '', day = '']) => [url, day]);
}
