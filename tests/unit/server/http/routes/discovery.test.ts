import robotsParser from 'robots-parser';
import { expect, it } from 'vitest';
import { openApiDocument, routes } from '#server/api/routes.ts';
import { projectsFeed } from '#server/http/routes/catalogue-files.ts';
import { developersMarkdown, discovery } from '#server/http/routes/discovery.ts';
import { env } from '#server/platform/env.ts';
import { limits } from '#server/platform/limits.ts';
import { apiChanges } from '#shared/content/developers/changelog.ts';
import { errors, guides } from '#shared/content/developers.ts';
import { readReference } from '#shared/lib/protocol/openapi-reference.ts';
import { pageLimit } from '#shared/schemas/api.ts';
import { emptyCatalogueQuery } from '#shared/schemas/catalogue-query.ts';
import { maxAddressLength } from '#shared/schemas/limits.ts';
import { problems } from '#shared/schemas/problem.ts';
import { maxListed, type Project } from '#shared/schemas/project.ts';
import { hostileXml, parseXml, textOf } from '#tests/support/xml.ts';
import { formatCount } from '#verify/text.ts';

const origin = 'https://carma.example';
const { calls, models } = readReference(openApiDocument(origin), origin);
Object.assign(env(), { PUBLIC_URL: origin, CONTACT_EMAIL: 'security@carma.example' });
const pages = [
  { path: '/', name: 'Home', updated: '2026-11-21' },
  { path: '/vcs', name: 'VCS', updated: '2026-11-20' },
];
const post = {
  ...{ slug: 'older', title: 'Tonnes & <claims>', author: 'Carma research desk', date: '2025-02-04', category: 'Reporting' },
  excerpt: 'What a “credit” is & is not.',
  content: '<p><a href="/projects">Projects</a>, <a href="#top">up</a>, <a href="https://ghgprotocol.org">out</a> &amp; more</p>',
};
const posts = [post, { ...post, slug: 'newer', title: 'Newer', date: '2025-03-04', updated: '2025-06-01' }];
const parts = {
  pages,
  posts,
  varying: [async () => [{ path: '/projects/glen-carron', updated: '2026-11-01T09:30:00.000Z' }], async () => []],
};

const read = async (path: string) => {
  const answer = await discovery(parts).request(path);
  return { answer, text: await answer.text() };
};

it('/robots.txt lets everybody read what is public, under /api too, and keeps them from what writes; it names the sitemap', async () => {
  const { answer, text } = await read('/robots.txt');
  expect(answer.headers.get('content-type')).toMatch(/^text\/plain/);
  const robots = robotsParser('https://carma.example/robots.txt', text);
  const mayRead = (path: string) => robots.isAllowed(`https://carma.example${path}`, 'AnyAgent');
  const paths = (...methods: string[]) =>
    routes.filter(({ method, call }) => methods.includes(method) && call && !call.scope).map(({ path }) => path.replace(/:\w+/g, '7'));
  const readable = ['/', '/projects?q=oak', '/projects.json', '/llms.txt', '/developers.md', ...paths('GET')];
  const written = paths('POST').filter((path) => !paths('GET').includes(path));
  expect(readable.filter((path) => !mayRead(path))).toEqual([]);
  const others = ['/api/contact', '/api/newsletter/unsubscribe', '/api/v1/webhooks', '/api/v1/webhooks/7/rotate'];
  expect([...written, ...others].filter(mayRead)).toEqual([]);
  // Some readers take the first rule that fits.
  expect(text.lastIndexOf('Allow:')).toBeLessThan(text.indexOf('Disallow:'));
  expect(robots.getSitemaps()).toEqual(['https://carma.example/sitemap.xml']);
});

it('the changelog of the API is a feed in Atom with the changes of its page, the newest first', async () => {
  const { answer, text: atom } = await read('/developers/changelog.xml');
  expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  const expected = apiChanges.map(({ id }) => `https://carma.example/developers/changelog#${id}`);
  for (const { body } of apiChanges) for (const text of body) expect(atom).toContain(text.replaceAll('&', '&amp;'));
  expect([...atom.matchAll(/<entry>.*?<id>([^<]+)<\/id>/gs)].map(([, id]) => id)).toEqual(expected);
  const dates = apiChanges.map(({ date }) => date);
  expect(dates).toEqual(dates.toSorted().toReversed());
});

it('/developers.md has every guide, call, field and problem that the pages have', async () => {
  const text = developersMarkdown(origin);
  const expected = [
    ...guides.map(({ title }) => `## ${title}\n`),
    ...calls.map(({ method, path }) => `### ${method} ${path}\n`),
    ...models.flatMap(({ name, fields }) =>
      fields.length > 0 ? [`#### ${name}\n`, ...fields.map((field) => `| \`${field.name}\` |`)] : [],
    ),
    ...Object.keys(problems).map((code) => `| \`${code}\` |`),
  ];
  expect(expected.filter((part) => !text.includes(part))).toEqual([]);
  expect(text).toMatch(new RegExp(`\\| \`overloaded\` \\| 503 \\| .* \\| ${errors.retryable} \\|`));
  expect(text).not.toMatch(/\{origin\}/);
  // A page fails as a whole if a guide on it has a placeholder that nothing fills.
  expect(JSON.stringify(guides).match(/\{(?!origin\})\w+\}/g)).toBe(null);
});

it('the guides state the limits that the API has', () => {
  for (const limit of [
    `${pageLimit.default} projects per page unless limit says otherwise, and at most ${pageLimit.max}.`,
    `A body may be up to ${limits.bodyLimitBytes / 1_024} KiB, path and query together up to ${formatCount(maxAddressLength)} characters`,
    `they list at most ${maxListed} projects`,
    `"requests";q=${limits.apiRequestsPerMinute};w=60`,
  ])
    expect(developersMarkdown(origin)).toContain(limit);
});

it('the example of every body is JSON that Python reads too, and that a shell takes between apostrophes', () => {
  const bodies = calls.flatMap(({ body }) => body ?? []);
  expect(bodies.length).toBeGreaterThan(10);
  expect(bodies.filter((body) => /'|\b(?:true|false|null)\b/.test(body))).toEqual([]);
});

it('/sitemap.xml lists pages, also those whose addresses vary, each with its last change', async () => {
  const { text } = await read('/sitemap.xml');
  const listed = [...text.matchAll(/<loc>https:\/\/carma\.example(.*)<\/loc>\s*<lastmod>(.*)<\/lastmod>/g)];
  expect(listed.map(([, ...entry]) => entry.join(' '))).toEqual([
    '/ 2026-11-21',
    '/vcs 2026-11-20',
    '/projects/glen-carron 2026-11-01T09:30:00.000Z',
  ]);
});

it('/feed.xml is an Atom feed of whole articles, newest first, dated by the last change, with links that work away from the site', async () => {
  const { answer, text } = await read('/feed.xml');
  expect(answer.headers.get('content-type')).toMatch(/^application\/atom\+xml/);
  expect(text).toContain('<feed xmlns="http://www.w3.org/2005/Atom">');
  const all = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, found]) => found);
  expect(all(/<id>https:\/\/carma\.example(.*?)<\/id>/g)).toEqual(['/blog', '/blog/newer', '/blog/older']);
  expect(all(/<entry>.*?<author>\s*<name>(.*?)<\/name>/gs)).toEqual([post.author, post.author]);
  expect(all(/<updated>(.*?)T.*<\/updated>/g)).toEqual(['2025-06-01', '2025-06-01', '2025-02-04']);
  for (const link of ['carma.example/projects', 'carma.example/blog/older#top', 'ghgprotocol.org/'])
    expect(text).toContain(`<a href="https://${link}">`);
});

it('the feed of projects says what is on sale and what was before, and is never malformed, whatever a registry calls a project', () => {
  const texts = Object.fromEntries(
    ['title', 'category', 'location', 'verificationStandard', 'description'].map((name) => [name, hostileXml]),
  );
  const facts = { id: 7, slug: 'fen', pricePerCredit: 2850, availableCredits: 100, unitsStatus: 'expected', updatedAt: new Date(0) };
  const project = { ...facts, ...texts } as unknown as Project;
  const filters = { ...emptyCatalogueQuery, q: '<oak> & "ash"', country: ['GB', '<'] };
  const former = new Map([[7, { since: new Date(0), status: 'Sold out', pricePerCredit: 100, availableCredits: 5 } as const]]);
  const feed = projectsFeed([project], filters, former);
  const first = (name: string) => parseXml(feed).find((element) => element.name === name);
  expect(first('title')?.text).toBe('Carma: carbon projects (q: <oak> & "ash", country: <, country: GB)');
  expect(first('id')?.text).toMatch(/^https:\/\/carma\.example\/projects\?q=/);
  for (const shown of ['&lt;script&gt;', 'b &amp; "c"', '100 credits available, pending.', 'Before: Sold out, £1.00 a credit, 5 credits.'])
    expect(textOf(feed, 'summary')).toContain(shown);
  expect(first('category')?.attributes.term).toContain('A＜b & "c"');
  const future = projectsFeed([{ ...project, status: 'Not yet on sale' }], emptyCatalogueQuery, new Map());
  expect(textOf(future, 'summary')).toContain('100 credits, pending.');
});
