import { parse } from 'node-html-parser';
import { describe, expect, it, vi } from 'vitest';
import { sharedSite } from '#tests/support/own-site.ts';

const { get } = sharedSite();

/** The HTML without the comments that React puts between pieces of text. */
const html = async (path: string) => (await (await get(path)).text()).replaceAll('<!-- -->', '');

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

describe('addresses', () => {
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
  it('cache hashed files for ever, and revalidate others by ETag', async () => {
    const script = /name="carma:deferred" content="(\/assets\/[^"]+\.js)"/.exec(await html('/'))?.[1] ?? '';
    const answer = await get(script);
    expect(answer.headers.get('cache-control')).toContain('immutable');
    const revalidated = await get(script, { headers: { 'if-none-match': answer.headers.get('etag') ?? '' } });
    expect(revalidated.status).toBe(304);
  });
});

describe('a picture', () => {
  it.each(['ground-1/night/tall/uk.svg', 'plot/30.svg'])('is drawn at %s', async (name) => {
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
