import { createHash } from 'node:crypto';
import { get as httpGet, type IncomingHttpHeaders } from 'node:http';
import { parse } from 'node-html-parser';
import { describe, expect, inject, it, vi } from 'vitest';

const get = (path: string, init?: RequestInit) => fetch(inject('siteUrl') + path, { redirect: 'manual', ...init });
/** The HTML without the comments that React puts between pieces of text. */
const html = async (path: string) => (await (await get(path)).text()).replaceAll('<!-- -->', '');

describe('the home page as served', () => {
  it.each([
    'Buy Carbon Credits You Can Trust',
    'href="/credits">Browse Verified Projects',
    'href="/how-it-works">How It Works',
    '100% Traceable Credits',
    'Science-Backed Nature Projects',
    'Built for CSOs',
    'href="/blockchain"',
    'href="/projects"',
    'Why other options fail and how we fix it',
    '25+',
    'Active Projects',
    'Project Types',
    'UK+',
    'Regions',
    'eDNA',
    'Verified Impact',
    'Featured Carbon Projects',
    'href="/credits#projects"',
    'View All Projects',
    'href="/contact">Enquire',
    'href="/enterprise">Explore Solutions',
  ])('contains %j', async (part) => {
    expect(await html('/')).toContain(part);
  });

  it('shows six featured projects, none of them sold out', async () => {
    const cards = (await html('/')).match(/<article.*?<\/article>/gs) ?? [];
    expect(cards).toHaveLength(6);
    expect(cards.join('')).not.toContain('Sold out');
  });
});

describe('the prices on the home page', () => {
  const links = async () =>
    parse(await html('/'))
      .querySelectorAll('main a')
      .filter((link) => / from £/.test(link.text));

  it('has one for each product, with its lowest price that can be bought, which leads to its list', async () => {
    // While the sample record is being made, right after the start, availability changes between two requests.
    const compare = async () => {
      const found = await links();
      expect(found.map(({ text }) => text.replace(/ from .*/, ''))).toEqual([
        'UK tree planting',
        'Biochar',
        'Methane avoidance',
        'Biodiversity net gain',
      ]);
      for (const link of found) {
        const [price = ''] = /£[\d.,]+/.exec(link.text) ?? [];
        const list = parse(await html(link.getAttribute('href') ?? ''));
        const first = list.querySelector('main tbody tr')?.text ?? '';
        expect(first).toContain(price);
        expect(/pending/i.test(first)).toBe(link.text.includes('pending'));
        expect(list.querySelector('main')?.text).not.toContain('Ignored');
      }
    };
    await vi.waitFor(compare, { timeout: 15_000, interval: 500 });
  });
});

it('the first screen of the home page has prices, the next step and the proof', async () => {
  const hero = parse(await html('/')).querySelector('main section');
  const links = hero?.querySelectorAll('a').map((link) => link.getAttribute('href'));
  expect(links).toEqual(expect.arrayContaining(['/credits', '/record', expect.stringContaining('/projects?type=')]));
});

describe('the credits page as served', () => {
  it('shows every project with its figures, in pounds, excl. VAT', async () => {
    const [page, list] = await Promise.all([html('/credits'), get('/api/carbon-projects').then((answer) => answer.json())]);
    const cards = page.match(/<article.*?<\/article>/gs) ?? [];
    expect(cards).toHaveLength(list.length);
    const all = (await get('/projects.json').then((answer) => answer.json())).projects as { title: string; unitsStatus: string }[];
    const described = new Map(all.map((project) => [project.title, project]));
    for (const project of list) {
      const card = cards.find((candidate) => candidate.includes(`>${escapeHtml(project.title)}</a></h3>`)) ?? '';
      const pounds = new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'GBP' }).format(project.pricePerCredit / 100);
      expect(card).toContain(`>${pounds} <`);
      expect(card).toContain('excl. VAT');
      expect(card).toContain(`>${project.impactPerYear.toLocaleString('en-GB')} <`);
      expect(card).toContain(escapeHtml(project.location));
      expect(card).toContain(project.verificationStandard);
      expect(card).toContain(project.category);
      if (project.availableCredits > 0) expect(card).toContain(`${project.availableCredits.toLocaleString('en-GB')} `);
      else expect(card).toMatch(/0 <span[^>]*>available, sold out/);
      const canBeBought = project.availableCredits > 0 && !card.includes('not yet on sale');
      const { unitsStatus } = described.get(project.title) ?? {};
      expect(card.includes('Pending')).toBe(canBeBought && unitsStatus === 'expected');
      expect(card).toMatch(
        canBeBought ? /href="\/contact\?project=[a-z0-9-]+"[^>]*>Purchase/ : /href="\/contact\?project=[a-z0-9-]+"[^>]*>Ask about it/,
      );
    }
  });

  it.each(['id="projects"', 'href="/contact">Request Custom Quote', 'Biochar', 'Methane avoidance'])('contains %j', async (part) => {
    expect(await html('/credits')).toContain(part);
  });
});

describe('addresses', () => {
  it('that do not exist return 404 with the specified page inside header and footer', async () => {
    const answer = await get('/no/such/page');
    expect(answer.status).toBe(404);
    const page = await answer.text();
    for (const part of ['404 Page Not Found', 'Did you forget to add the page to the router?', '<header', '<footer', 'Company number']) {
      expect(page).toContain(part);
    }
    expect((await get('/404')).status).toBe(404);
  });

  it.each([
    ['/credits/', '/credits'],
    ['//credits', '/credits'],
    ['/index.html', '/'],
    ['/%61bo%75t', '/about'],
    ['/pictures/%68ero/wide.svg?%61', '/pictures/hero/wide.svg?%61'],
    ['/credits/?a=1', '/credits?a=1'],
  ])('%s redirects permanently to %s', async (from, to) => {
    const answer = await get(from);
    expect(answer.status).toBe(308);
    expect(answer.headers.get('location')).toBe(to);
  });

  it.each(['/.env', '/.git/config', '/%2e%2e/%2e%2e/etc/passwd', '/..%5cwindows', '/%00', `/${'x'.repeat(5_000)}`])(
    'that probe (%s) return a short 4xx',
    async (path) => {
      const { status } = await get(path);
      expect(status).toBeGreaterThanOrEqual(400);
      expect(status).toBeLessThan(500);
    },
  );

  it('of pages accept only GET and HEAD', async () => {
    const answer = await get('/', { method: 'DELETE' });
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toBe('GET, HEAD');
    const head = await get('/credits', { method: 'HEAD' });
    expect(head.status).toBe(200);
    expect(await head.text()).toBe('');
  });
});

describe('responses', () => {
  it('carry their own request id, or the well-formed one in the request', async () => {
    expect((await get('/')).headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect((await get('/', { headers: { 'x-request-id': 'abc-12345678' } })).headers.get('x-request-id')).toBe('abc-12345678');
    expect((await get('/', { headers: { 'x-request-id': 'bad id' } })).headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });

  it.each([
    ['that is streamed, by nonce', '/unsubscribe'],
    ['that is cached, by hash', '/'],
  ])('allow only the scripts of a page %s', async (_kind, path) => {
    const answer = await get(path);
    const policy = answer.headers.get('content-security-policy') ?? '';
    expect(policy).not.toContain('unsafe');
    const nonce = /'nonce-([^']+)'/.exec(policy)?.[1];
    const scripts = [...(await answer.text()).matchAll(/<script(?! type="application\/ld\+json")([^>]*)>(.*?)<\/script>/gs)];
    expect(scripts.length).toBeGreaterThan(0);
    for (const [, attributes, text = ''] of scripts) {
      if (nonce) expect(attributes).toContain(`nonce="${nonce}"`);
      else expect(policy).toContain(`script-src 'self' 'sha256-${createHash('sha256').update(text).digest('base64')}'`);
    }
  });

  it('cache hashed files for ever, and revalidate others by ETag', async () => {
    const script = /name="carma:deferred" content="(\/assets\/[^"]+\.js)"/.exec(await html('/'))?.[1] ?? '';
    const answer = await get(script);
    expect(answer.headers.get('cache-control')).toContain('immutable');
    const revalidated = await get(script, { headers: { 'if-none-match': answer.headers.get('etag') ?? '' } });
    expect(revalidated.status).toBe(304);
  });
});

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll("'", '&#x27;').replaceAll('"', '&quot;');
}

describe('a picture', () => {
  it.each([
    'ground-1/night/tall/uk.svg',
    'plot/30.svg',
    'layers.svg',
    'landscapes/oakwood-1.svg',
    'seals/vcs.svg',
    'token.svg',
    'guilloche.svg',
  ])('is drawn at %s', async (name) => {
    const answer = await get(`/pictures/${name}`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('image/svg+xml; charset=utf-8');
    expect(answer.headers.get('cache-control')).toBe('public, max-age=86400, stale-while-revalidate=604800');
    // The API names pictures for use on other sites.
    expect(answer.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
  });

  it.each(['ground-1/dusk/tall/uk.svg', 'ground-1/night/wide/0_0_400_1.svg', 'biochar/invented.svg', 'plot/31.svg', 'seals/nobody.svg'])(
    'does not exist at %s',
    async (name) => {
      expect((await get(`/pictures/${name}`)).status).toBe(404);
    },
  );
});

describe('compression', () => {
  it.each(['/', '/credits', '/api/carbon-projects', '/pictures/landscapes/straw-char-1.svg', '/feed.xml'])(
    'at least halves %s',
    async (path) => {
      const sizes: number[] = [];
      for (const encoding of ['br', 'gzip', 'identity']) {
        const answer = await raw(path, encoding);
        expect(answer.headers['content-encoding']).toBe(encoding === 'identity' ? undefined : encoding);
        expect(answer.headers.vary).toContain('Accept-Encoding');
        sizes.push(answer.bytes);
      }
      expect(sizes[0]).toBeLessThan((sizes[2] ?? 0) / 2);
      expect(sizes[1]).toBeLessThan((sizes[2] ?? 0) / 2);
    },
  );

  it('leaves alone what is already compressed', async () => {
    expect((await raw('/share/default.png', 'br, gzip')).headers['content-encoding']).toBeUndefined();
  });
});

/** Returns a response's headers and the size of its body on the wire. */
async function raw(path: string, encoding: string) {
  const { promise, resolve, reject } = Promise.withResolvers<{ headers: IncomingHttpHeaders; bytes: number }>();
  httpGet(inject('siteUrl') + path, { headers: { 'accept-encoding': encoding } }, async (answer) => {
    let bytes = 0;
    for await (const chunk of answer) bytes += chunk.length;
    resolve({ headers: answer.headers, bytes });
  }).on('error', reject);
  return promise;
}
