import { parse } from 'node-html-parser';
import { describe, expect, inject, it } from 'vitest';
import { defaultTonnes } from '#src/lib/shortlist/shortlist-address.ts';

/** Acts as a browser without scripts: follows links and redirects, and returns cookies. */
function plainBrowser() {
  let cookie = '';
  const visit = async (address: string) => {
    for (let next = address, hops = 0; hops < 4; hops += 1) {
      const answer = await fetch(inject('siteUrl') + next, { redirect: 'manual', headers: cookie ? { cookie } : {} });
      for (const set of answer.headers.getSetCookie()) cookie = set.includes('Max-Age=0') ? '' : (set.split(';')[0] ?? '');
      const location = answer.headers.get('location');
      if (!location) return { address: next, answer, html: await answer.text() };
      expect(answer.status).toBe(303);
      expect(answer.headers.get('cache-control')).toContain('no-store');
      next = location;
    }
    throw new Error(`${address} redirects endlessly`);
  };
  return { visit, cookie: () => cookie };
}

const linkTo = (html: string, part: string) => {
  const links = parse(html).querySelectorAll('a[data-shortlist-edit]');
  const addresses = links.map((link) => (link.getAttribute('href') ?? '').split('#')[0] ?? '');
  return addresses.find((address) => address.endsWith(part) || address.includes(`${part}&`)) ?? '';
};

const names = async (count: number) => {
  const answer = await fetch(`${inject('siteUrl')}/api/v1/projects?status=On+sale`);
  const { projects } = (await answer.json()) as { projects: { slug: string }[] };
  return projects.slice(0, count).map(({ slug }) => slug);
};

describe('a shortlist without scripts', () => {
  it('grows with each project that is added, and is restored from its plain address', async () => {
    const [first = '', second = ''] = await names(2);
    const browser = plainBrowser();
    await browser.visit(`/shortlist?add=${first}`);
    const both = `/shortlist?p=${first}:${defaultTonnes}&p=${second}:250`;
    expect((await browser.visit(`/shortlist?add=${second}&tonnes=250`)).address).toBe(both);
    const { address, html } = await browser.visit('/shortlist');
    expect(address).toBe(both);
    expect(parse(html).querySelectorAll('main table tbody tr').length).toBeGreaterThanOrEqual(2);
  });

  it('takes every project of a comparison at once, beside those that are on it', async () => {
    const [first = '', second = '', third = ''] = await names(3);
    const browser = plainBrowser();
    await browser.visit(`/shortlist?add=${first}&tonnes=7`);
    const { html } = await browser.visit(`/projects/compare?p=${first}&p=${second}&p=${third}`);
    const link = parse(html)
      .querySelectorAll('a')
      .find(({ textContent }) => textContent === 'Add all to shortlist');
    const { address } = await browser.visit((link?.getAttribute('href') ?? '').replaceAll('&amp;', '&'));
    expect(address).toBe(`/shortlist?p=${first}:7&p=${second}:${defaultTonnes}&p=${third}:${defaultTonnes}`);
  });

  it('gives each visitor who edits at the same address a cookie, and says that the page depends on it', async () => {
    const [first = ''] = await names(1);
    const edited = `${inject('siteUrl')}/shortlist?p=${first}:100&t.${first}=9`;
    for (const visitor of ['first', 'second']) {
      const answer = await fetch(edited, { redirect: 'manual' });
      expect(answer.headers.getSetCookie(), visitor).toHaveLength(1);
      expect(answer.headers.get('vary'), visitor).toContain('Cookie');
    }
    expect((await fetch(`${inject('siteUrl')}/shortlist?p=${first}:9`)).headers.get('vary')).toContain('Cookie');
  });

  it('stores what its own forms change, and forgets an emptied list', async () => {
    const [first = '', second = ''] = await names(2);
    const browser = plainBrowser();
    await browser.visit(`/shortlist?add=${first}`);
    await browser.visit(`/shortlist?add=${second}`);
    await browser.visit(`/shortlist?p=${first}:100&p=${second}:100&t.${first}=7&t.${second}=100`);
    expect((await browser.visit('/shortlist')).address).toBe(`/shortlist?p=${first}:7&p=${second}:100`);
    await browser.visit(`/shortlist?p=${first}:7&p=${second}:100&remove=${first}&remove=${second}`);
    expect(browser.cookie()).toBe('');
    expect((await browser.visit('/shortlist')).address).toBe('/shortlist');
  });

  it('forgets a project that is removed, and gets it back when that is undone', async () => {
    const [first = '', second = ''] = await names(2);
    const browser = plainBrowser();
    await browser.visit(`/shortlist?add=${first}`);
    const both = await browser.visit(`/shortlist?add=${second}&tonnes=250`);
    const removal = linkTo(both.html, `removed=${second}:250`);
    const without = await browser.visit(removal);
    expect(without.answer.headers.get('cache-control')).toBe('private, no-store');
    expect((await browser.visit('/shortlist')).address).toBe(`/shortlist?p=${first}:${defaultTonnes}`);
    const undone = await browser.visit(linkTo(without.html, `t.${second}=250`));
    expect(undone.address).toBe(both.address);
    expect((await browser.visit('/shortlist')).address).toBe(both.address);
    const emptied = await browser.visit(linkTo(both.html, `removed=${first}:${defaultTonnes}&removed=${second}:250`));
    expect(browser.cookie()).toBe('');
    expect((await browser.visit('/shortlist')).address).toBe('/shortlist');
    await browser.visit(linkTo(emptied.html, `t.${first}=${defaultTonnes}`));
    expect((await browser.visit('/shortlist')).address).toBe(both.address);
  });

  it('is not changed by removing a project from a shared list', async () => {
    const [first = '', second = ''] = await names(2);
    const browser = plainBrowser();
    await browser.visit(`/shortlist?add=${first}`);
    await browser.visit(`/shortlist?p=${second}:5&removed=${first}:100`);
    expect((await browser.visit('/shortlist')).address).toBe(`/shortlist?p=${first}:${defaultTonnes}`);
  });

  it('is not changed by viewing a shared list', async () => {
    const [first = '', second = ''] = await names(2);
    const browser = plainBrowser();
    await browser.visit(`/shortlist?add=${first}`);
    await browser.visit(`/shortlist?p=${second}:5`);
    expect((await browser.visit('/shortlist')).address).toBe(`/shortlist?p=${first}:${defaultTonnes}`);
  });

  it('is stored in a session cookie for this page only', async () => {
    const [first = ''] = await names(1);
    const answer = await fetch(`${inject('siteUrl')}/shortlist?add=${first}`, { redirect: 'manual' });
    const [cookie = ''] = answer.headers.getSetCookie();
    expect(cookie).toMatch(/^shortlist=[^;]+; Path=\/shortlist; SameSite=Lax$/);
  });

  it('treats a forged cookie as an empty list, or uses its valid lines', async () => {
    const [first = ''] = await names(1);
    const ask = (cookie: string) => fetch(`${inject('siteUrl')}/shortlist`, { redirect: 'manual', headers: { cookie } });
    expect((await ask('shortlist=%00%ff<script>')).status).toBe(200);
    expect((await ask(`shortlist=p%3D${first}%3A12%26p%3D..%2F`)).headers.get('location')).toBe(`/shortlist?p=${first}:12`);
  });
});
