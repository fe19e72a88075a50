import { parse } from 'node-html-parser';
import { describe, expect, it } from 'vitest';
import { sharedSite } from '#tests/support/own-site.ts';

const { url } = sharedSite();

const get = async (address: string) => {
  const answer = await fetch(url + address, { redirect: 'manual' });
  return { status: answer.status, html: await answer.text() };
};
const head = async (address: string) => {
  const document = parse((await get(address)).html);
  const link = (rel: string) => {
    const href = document.querySelector(`head link[rel="${rel}"]`)?.getAttribute('href')?.replaceAll('&amp;', '&');
    return href && new URL(href).pathname + new URL(href).search;
  };
  return {
    title: document.querySelector('title')?.textContent,
    robots: document.querySelector('meta[name="robots"]')?.getAttribute('content')?.split(',')[0],
    canonical: link('canonical'),
    prev: link('prev'),
    next: link('next'),
  };
};

describe('what search engines see of the catalogue', () => {
  it.each([
    ['/projects', '/projects', undefined, '/projects?page=2'],
    ['/projects?page=1&utm_source=mail&view=cards', '/projects', undefined, '/projects?page=2'],
    ['/projects?page=2', '/projects?page=2', '/projects', undefined],
    ['/projects?view=cards&page=2', '/projects?page=2', '/projects', undefined],
  ])('%s is indexed as %s', async (address, canonical, prev, next) => {
    // A late page, as the first one on a busy machine, doesn't know its next page yet.
    await expect.poll(() => head(address), { timeout: 10_000 }).toMatchObject({ robots: 'index', canonical, prev, next });
  });

  it.each([
    ['/projects?sort=price&category=Biochar', '/projects?category=Biochar&sort=price'],
    [
      '/projects?status=On+sale&category=Reforestation&category=Biochar&x=y&category=Nonsense',
      '/projects?category=Biochar&category=Reforestation&status=On+sale',
    ],
    ['/projects?q=oak&view=cards', '/projects?q=oak'],
    ['/projects?available=1,000', '/projects?available=1000'],
    ['/projects?page=400', '/projects?page=400'],
    ['/projects?unanswered=rating', '/projects?unanswered=rating'],
  ])('%s is not indexed, with the canonical address %s', async (address, canonical) => {
    expect(await head(address)).toMatchObject({ robots: 'noindex', canonical });
  });
});

describe('a form whose fields were left empty', () => {
  it.each([
    ['/projects?view=&q=&min=&max=&available=&impact=&sort=', '/projects'],
    ['/projects?q=oak+wood&type=UK+tree+planting&min=&max=20&country=&sort=', '/projects?q=oak+wood&type=UK+tree+planting&max=20'],
    ['/projects?q=++&units=issued', '/projects?units=issued'],
    ['/projects/compare?p=fenland-straw-biochar&find=', '/projects/compare?p=fenland-straw-biochar'],
  ])('leaves nothing in the address: %s', async (address, clean) => {
    const { status, headers } = await fetch(url + address, { redirect: 'manual' });
    expect([status, headers.get('location')]).toEqual([303, clean]);
  });

  it('can only be one whose other fields have names: the forms of the list and of /credits lead to clean addresses', async () => {
    for (const path of ['/projects', '/credits']) {
      const fields = parse((await get(path)).html).querySelectorAll('form[action="/projects#found"] [name]');
      const query = new URLSearchParams(fields.map((field) => [field.getAttribute('name') ?? '', '']));
      expect(fields.length, path).toBeGreaterThan(4);
      const { status, headers } = await fetch(`${url}/projects?${query}`, { redirect: 'manual' });
      expect([status, headers.get('location')], path).toEqual([303, '/projects']);
    }
  });
});

describe('a list without projects', () => {
  it('offers the removal of each filter, with as many projects as that finds', async () => {
    const page = parse((await get('/projects?q=oak&type=Biochar&country=GB')).html);
    const offers = page.querySelectorAll('#found a[data-filter]').filter(({ textContent }) => textContent.startsWith('Without'));
    expect(offers.length).toBeGreaterThan(0);
    for (const offer of offers) {
      const [, count] = /: (\d+) projects?$/.exec(offer.textContent) ?? [];
      const found = parse((await get(offer.getAttribute('href')?.replaceAll('&amp;', '&') ?? '')).html);
      expect(found.querySelector('#found [role="status"]')?.textContent, offer.textContent).toContain(` of ${count}.`);
    }
  });
});

describe('a page past the end', () => {
  it('explains itself and links back, keeping the filters', async () => {
    const { status, html } = await get('/projects?page=9&sort=price&available=100');
    const text = parse(html);
    expect(status).toBe(200);
    expect(text.textContent).toContain('There is no page 9: the last page of this list is 2.');
    const links = text.querySelectorAll('a').map((link) => [link.textContent, link.getAttribute('href')?.replaceAll('&amp;', '&')]);
    expect(links).toContainEqual(['Go to the last page', '/projects?available=100&sort=price&page=2#found']);
    expect(links).toContainEqual(['Go to the first page', '/projects?available=100&sort=price#found']);
  });
});
