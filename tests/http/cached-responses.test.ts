import { parse } from 'node-html-parser';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { ownSite } from '#tests/support/own-site.ts';
import { lockProjects } from '#tests/support/projects.ts';

const slug = 'cwm-ty-coch-hillside-woodland';
const project = `/projects/${slug}`;
/** A site of its own, because its projects change and its database goes in the end. */
const site = ownSite({ DATABASE_CONNECT_TIMEOUT_MS: '800' });
const get = (path: string) => fetch(site.url + path);
const setPrice = (pence: number) => site.sql()`update carbon_projects set price_per_credit = ${pence} where slug = ${slug}`;
const pounds = (pence: number) => `£${(pence / 100).toFixed(2)}`;
/** Reads the project's price, in pence, from a response. */
const priceAt: Record<string, () => Promise<number>> = {
  [project]: async () => Math.round(Number(/£([\d,]+\.\d\d)/.exec(await (await get(project)).text())?.[1]?.replace(',', '')) * 100),
  '/api/carbon-projects': async () => {
    const list = (await (await get('/api/carbon-projects')).json()) as { title: string; pricePerCredit: number }[];
    return list.find(({ title }) => title.startsWith('Cwm Tŷ-coch'))?.pricePerCredit ?? 0;
  },
  '/projects.json': async () => {
    const { projects } = (await (await get('/projects.json')).json()) as { projects: { slug: string; pricePerCredit: number }[] };
    return projects.find((found) => found.slug === slug)?.pricePerCredit ?? 0;
  },
};

describe('a cached response', () => {
  it.each([
    ['/projects', false],
    ['/credits', true],
  ])('%s carries its styles and one script, and names neither nonce nor generator', async (path, hasIslands) => {
    // A busy machine streams it first.
    await expect.poll(async () => (await get(path)).headers.get('etag')).not.toBeNull();
    const answer = await get(path);
    const page = await answer.text();
    expect(page.match(/<style/g)).toHaveLength(1);
    expect(page.match(/<script(?! type="application\/(?:ld\+)?json")/g)).toHaveLength(1);
    // From which React hydrates its islands.
    expect(page.includes('id="payload"')).toBe(hasIslands);
    expect(page).not.toMatch(/ nonce=|rel="stylesheet"|rel="modulepreload"|__FLIGHT_DATA/);
    const policy = answer.headers.get('content-security-policy') ?? '';
    // The hashes of the script and of the speculation rules.
    expect(policy).toMatch(/script-src 'self'(?: 'sha256-[\w+/]{43}='){2}; style-src 'self' 'sha256-[\w+/]{43}='/);
  });
});

it('a parameter that a page does not read is in neither the page nor the addresses its scripts request', async () => {
  for (const path of ['/how-it-works?', '/blog?', '/projects?q=not-asked-yet&', '/projects.json?', '/contact?', '/invented-page?'])
    expect(await (await get(`${path}x=one-visitor-said&query=one-visitor-said`)).text(), path).not.toContain('one-visitor-said');
});

it('an incomplete response is not cached: a sitemap without projects', async () => {
  const lock = await lockProjects(site.sql());
  const without = await get('/sitemap.xml');
  lock.release();
  await lock.ended;
  expect([without.status, without.headers.get('cache-control')]).toEqual([200, 'no-store']);
  expect(await (await get('/sitemap.xml')).text()).toContain(project);
});

it('an incomplete response is not cached: a former slug that could not be looked up', async () => {
  await site.sql()`update carbon_projects set slug = 'karoo-ridge' where slug = 'karoo-ridge-wind'`;
  const lock = await lockProjects(site.sql(), 'former_slugs');
  const without = await get('/projects/karoo-ridge-wind');
  lock.release();
  await lock.ended;
  expect([without.status, without.headers.get('cache-control')]).toEqual([404, 'no-store']);
  const redirect = await site.get('/projects/karoo-ridge-wind');
  expect([redirect.status, redirect.headers.get('location')]).toEqual([301, '/projects/karoo-ridge']);
});

describe('a committed change', () => {
  it('appears, and is never followed by an older one, even with concurrent reads while prices rise', async () => {
    // The sample's own price is higher.
    await setPrice(3_000);
    for (const read of Object.values(priceAt)) await expect.poll(read).toBe(3_000);
    let isRunning = true;
    const seen = { highest: 0 };
    const readers = Array.from({ length: 4 }, async (_, index) => {
      const reads = Object.values(priceAt);
      for (let count = index; isRunning; count += 1) {
        const highestBefore = seen.highest;
        const price = (await reads[count % reads.length]?.()) ?? 0;
        expect(price).toBeGreaterThanOrEqual(highestBefore);
        seen.highest = Math.max(seen.highest, price);
      }
    });
    for (let pence = 3_000; pence < 3_050; pence += 1) await setPrice(pence);
    await expect.poll(() => seen.highest).toBe(3_049);
    isRunning = false;
    await Promise.all(readers);
  });

  it.each(['cards', 'table'])(
    'is in a list of %s; a list is the same whether its projects are rendered for it or were for another',
    async (view) => {
      const list = async (max: number) =>
        (await (await get(`/projects?max=${max}&view=${view}`)).text())
          .replaceAll(String(max), '')
          .replaceAll(max.toLocaleString('en-GB'), '');
      for (const pence of [4_500, 4_600]) {
        await site.sql()`update carbon_projects set price_per_credit = ${pence} where price_per_credit > 0`;
        await expect.poll(async () => await priceAt[project]?.()).toBe(pence);
        const [first, second] = [await list(90_000 + pence), await list(190_000 + pence)];
        expect(first.split(pounds(pence)).length).toBeGreaterThan(20);
        expect(second).toBe(first);
      }
    },
  );
});

describe('during an outage', () => {
  const home = ['/', '#last-known-home', 'Error loading projects. Please try again later.', undefined] as const;
  const credits = ['/credits', '#last-known-credits', 'Error loading projects', 'Try Again'] as const;

  beforeAll(async () => {
    const has = (path: string, header: string) =>
      vi.waitUntil(async () => (await get(path)).headers.has(header), { timeout: 20_000, interval: 100 });
    for (const [path] of [home, credits]) await has(path, 'etag');
    await site.dropDatabase();
    await has('/credits', 'carma-last-known');
  });

  it.each([
    ['/projects?q=never-asked', ['Error loading projects', 'Try Again', 'Every project']],
    ['/record', ['unavailable']],
  ])('a page that was not kept says at %s what it cannot show', async (path, texts) => {
    const answer = await get(path);
    const text = await answer.text();
    expect([answer.status, answer.headers.has('carma-last-known')]).toEqual([200, false]);
    for (const words of texts) expect(text).toContain(words);
    // The next visitor gets a fresh attempt.
    expect(answer.headers.get('etag') && answer.headers.get('cache-control')).not.toBe('public, no-cache');
  });

  it.each([home, credits])(
    'the kept %s begins its list with the specified words, and says of when it is',
    async (path, place, words, button) => {
      const said = (await site.page(path)).querySelector(place);
      expect(said?.querySelector('[role="alert"]')?.text).toBe(words);
      expect(said?.text).toMatch(/This is the list of \d\d:\d\d UTC on/);
      expect(said?.querySelector('form[action="/credits"] button')?.text).toBe(button);
    },
  );

  it('a certificate that cannot be looked up is not called bad', async () => {
    const answer = await fetch(`${site.url}/api/verify`, { method: 'POST', body: new URLSearchParams({ record: 'CR-000001' }) });
    const main = parse(await answer.text()).querySelector('main')?.structuredText;
    expect(main).toContain('The check could not be finished');
    expect(main).not.toContain('There is no certificate');
  });
});
