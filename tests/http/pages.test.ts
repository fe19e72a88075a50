import { parse } from 'node-html-parser';
import { expect, it } from 'vitest';
import { like } from '#tests/support/matchers.ts';
import { sharedSite } from '#tests/support/own-site.ts';

const { get, sql, text, page: pageAt } = sharedSite();

it('the home page has a price for each product, the lowest that can be bought, which leads to its list and stands on /credits too', async () => {
  const products = ['UK tree planting', 'Biochar', 'Methane avoidance', 'Biodiversity net gain'];
  const links = (await pageAt('/')).querySelectorAll('main a').filter((link) => / from £/.test(link.text));
  expect(links.map(({ text }) => text.replace(/ from .*/, ''))).toEqual(products);
  const priceIn = (text: string) => [/£[\d.,]+/.exec(text)?.[0], /pending/i.test(text)];
  const onCredits = (await pageAt('/credits')).querySelectorAll('[aria-labelledby=portfolio-title] h3 + p');
  expect(onCredits.map(({ text }) => priceIn(text))).toEqual(links.map(({ text }) => priceIn(text)));
  for (const link of links) {
    const [price = ''] = /£[\d.,]+/.exec(link.text) ?? [];
    const list = await pageAt(link.getAttribute('href') ?? '');
    const first = list.querySelector('main tbody tr')?.text ?? '';
    expect(first).toContain(price);
    expect(/pending/i.test(first)).toBe(link.text.includes('pending'));
    expect(list.querySelector('main')?.text, 'nothing in the address').not.toContain('Ignored');
  }
});

it('each filter finds projects by the first and the last of the values that it offers to be typed', async () => {
  const lists = (await pageAt('/projects')).querySelectorAll('datalist');
  expect(lists).not.toEqual([]);
  for (const list of lists) {
    const name = list.id.split('-')[1] ?? '';
    const values = list.querySelectorAll('option').map((option) => option.getAttribute('value') ?? '');
    for (const value of [values[0] ?? '', values.at(-1) ?? '']) {
      const main = (await pageAt(`/projects?${new URLSearchParams({ [name]: value })}`)).querySelector('main');
      expect([main?.querySelector('tbody a') === null, main?.text.includes('Ignored')], value).toEqual([false, false]);
    }
  }
});

it('the impact hub shows the API verbatim, and the latest certificate, marked as a sample', async () => {
  const hub = await pageAt('/impact-hub');
  const answer: unknown[] = await (await get('/api/carbon-projects')).json();
  // Within `pre` tags are not parsed.
  const shown = hub.querySelector('#demo-integrations pre')?.rawText.replaceAll(/<[^>]+>/g, '') ?? '';
  expect(JSON.parse(parse(shown).text)).toEqual(answer[0]);
  const [{ number }] = await sql<[{ number: string }]>`select number from record_certificates order by entry_index desc limit 1`;
  const certificate = hub.querySelector('#demo-certificate');
  for (const text of ['Sample', number]) expect(certificate?.querySelectorAll('*').map((part) => part.text.trim())).toContain(text);
  const links = certificate?.querySelectorAll('a').map((link) => `${link.text} ${link.getAttribute('href')}`);
  expect(links).toEqual(
    expect.arrayContaining([`Open this certificate /certificates/${number}`, `Check it /verify?certificate=${number}`]),
  );
  // What a blockchain would say.
  expect(certificate?.text).not.toMatch(/0x[0-9a-f]{4,}/i);
});

it.each([
  ['//credits', '/credits'],
  ['/index.html', '/'],
  ['/%61bo%75t', '/about'],
  ['/pictures/%68ero/wide.svg?%61', '/pictures/hero/wide.svg?%61'],
  ['/credits/?a=1', '/credits?a=1'],
])('%s redirects permanently to %s', async (from, to) => {
  const { status, headers } = await get(from);
  expect([status, headers.get('location')]).toEqual([308, to]);
});

it('a hashed file is cached for ever, in each encoding by itself', async () => {
  const script = /name="carma:deferred" content="(\/assets\/[^"]+\.js)"/.exec(await text('/'))?.[1] ?? '';
  const { headers } = await get(script);
  expect([headers.get('cache-control'), headers.get('vary')]).toEqual([like(/immutable/), 'Accept-Encoding']);
});

it.each(['ground-1/night/tall/uk.svg', 'plot/30.svg'])('a picture is served at %s, for use on other sites, too', async (name) => {
  const { status, headers } = await get(`/pictures/${name}`);
  expect([status, headers.get('content-type')]).toEqual([200, 'image/svg+xml; charset=utf-8']);
  expect(headers.get('cache-control')).toBe('public, max-age=86400, stale-while-revalidate=604800');
  expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin');
});

it.each(['ground-1/dusk/tall/uk.svg', 'ground-2/night/tall/uk.svg', 'biochar/invented.svg', 'plot/31.svg', 'seals/nobody.svg'])(
  'no picture is at %s',
  async (name) => expect((await get(`/pictures/${name}`)).status).toBe(404),
);

const head = async (address: string) => {
  const document = await pageAt(address);
  const link = (rel: string) => {
    const href = document.querySelector(`head link[rel="${rel}"]`)?.getAttribute('href');
    return href && new URL(href).pathname + new URL(href).search;
  };
  return {
    robots: document.querySelector('meta[name="robots"]')?.getAttribute('content')?.split(',')[0],
    canonical: link('canonical'),
    prev: link('prev'),
    next: link('next'),
  };
};

const unlisted = { robots: 'noindex' };
it.each<[address: string, told: Partial<Awaited<ReturnType<typeof head>>>]>([
  ['/projects', { robots: 'index', canonical: '/projects', prev: undefined, next: '/projects?page=2' }],
  ['/projects?page=1&utm_source=mail&view=cards', { robots: 'index', canonical: '/projects', next: '/projects?page=2' }],
  ['/projects?view=cards&page=2', { robots: 'index', canonical: '/projects?page=2', prev: '/projects', next: undefined }],
  // A page past the end follows the last one.
  ['/projects?page=400', { ...unlisted, canonical: '/projects?page=400', prev: '/projects?page=2', next: undefined }],
  [
    '/projects?status=On+sale&sort=price&category=Reforestation&category=Biochar&x=y&category=Nonsense',
    { ...unlisted, canonical: '/projects?category=Biochar&category=Reforestation&status=On+sale&sort=price' },
  ],
  ['/projects?q=oak&view=cards', { ...unlisted, canonical: '/projects?q=oak' }],
  ['/projects?unanswered=rating', { ...unlisted, canonical: '/projects?unanswered=rating' }],
  ...['/record?q=Ada', '/record?before=3', '/record/disclosure?c=CR-000001', '/verify?entry=1'].map((one): [string, typeof unlisted] => [
    one,
    unlisted,
  ]),
])('search engines are told of %s: %o', async (address, told) => {
  expect(await head(address)).toMatchObject(told);
});

it('the list says what of its address it ignored', async () => {
  expect((await pageAt('/projects?min=12x')).querySelector('[role=note]')?.text).toContain('“12x” can’t be read');
});

it.each([
  ['/projects?q=oak+wood&type=UK+tree+planting&min=&max=20&country=&sort=', '/projects?q=oak+wood&type=UK+tree+planting&max=20'],
  ['/projects?q=++&units=issued', '/projects?units=issued'],
  ['/projects/compare?p=fenland-straw-biochar&find=', '/projects/compare?p=fenland-straw-biochar'],
])('a form whose fields were left empty leaves nothing in the address: %s', async (address, clean) => {
  const { status, headers } = await get(address);
  expect([status, headers.get('location')]).toEqual([303, clean]);
});

it('a form whose fields were left empty leads to a clean address: the form of the list as it is served', async () => {
  const fields = (await pageAt('/projects')).querySelectorAll('form[action="/projects#found"] [name]');
  const query = new URLSearchParams(fields.map((field) => [field.getAttribute('name') ?? '', '']));
  expect(fields.length).toBeGreaterThan(4);
  const list = await pageAt('/projects?view=cards&unanswered=rating');
  const kept = list.querySelectorAll('form[action="/projects#found"] [type=hidden]').map((field) => field.getAttribute('value'));
  expect(kept).toEqual(['cards', 'rating']);
  const { status, headers } = await get(`/projects?${query}`);
  expect([status, headers.get('location')]).toEqual([303, '/projects']);
});

it.each([
  ['/projects', false],
  ['/credits', true],
])('%s, which is sent whole, carries its styles and one script, no nonce, and a payload only for islands', async (path, hasIslands) => {
  const answer = await get(path);
  const page = await answer.text();
  expect(page.match(/<style/g)).toHaveLength(1);
  expect(page.match(/<script(?! type="application\/(?:ld\+)?json")/g)).toHaveLength(1);
  // From which React hydrates its islands.
  expect(page.includes('id="payload"')).toBe(hasIslands);
  expect(page).not.toMatch(/ nonce=|rel="stylesheet"|rel="modulepreload"|__FLIGHT_DATA/);
  const policy = answer.headers.get('content-security-policy') ?? '';
  expect([policy.split('; ')[0], answer.headers.get('referrer-policy')]).toEqual(["default-src 'none'", 'strict-origin-when-cross-origin']);
  // The one other origin is the marketplace's, to which a button leads.
  expect(policy.split(/form-action 'self' https:\S+/).map((part) => /unsafe-|https?:|\*/.test(part))).toEqual([false, false]);
  // The hashes of the script and of the speculation rules.
  expect(policy).toMatch(/script-src 'self'(?: 'sha256-[\w+/]{43}='){2}; style-src 'self' 'sha256-[\w+/]{43}='/);
});

it('a parameter that an address does not read is nowhere in the answer', async () => {
  for (const path of ['/how-it-works?', '/blog?', '/projects?q=not-asked-yet&', '/projects.json?', '/contact?', '/invented-page?'])
    expect(await text(`${path}x=one-visitor-said&query=one-visitor-said`), path).not.toContain('one-visitor-said');
});
