import { parse } from 'node-html-parser';
import { beforeAll, describe, expect, it } from 'vitest';
import { type ProjectOnSale, pounds, projectsOnSale } from '#tests/support/buyer.ts';
import { sharedSite } from '#tests/support/own-site.ts';

// What a buyer without scripts gets is the page at an address: the journey through them is in tests/browser/buyer-journey.test.ts.

const site = sharedSite();
let first: ProjectOnSale;
let second: ProjectOnSale;
let later: { slug: string; title: string };
beforeAll(async () => {
  [first, second] = await projectsOnSale(site.sql);
  const [found] = await site.sql`select slug, title from carbon_projects where sale_status = 'Not yet on sale' limit 1`;
  later = found as typeof later;
});

async function read(address: string, headers: Record<string, string> = {}) {
  const answer = await site.get(address, { headers, redirect: 'follow' });
  const document = parse((await answer.text()).replaceAll('<!-- -->', ''));
  const main = document.querySelector('main');
  return {
    address: answer.url.replace(site.url, ''),
    main,
    text: main?.structuredText ?? '',
    field: (name: string) => main?.querySelector(`[name="${name}"]`),
    /** Returns where the link whose text begins so leads. */
    link: (text: string) =>
      main
        ?.querySelectorAll('a')
        .find(({ textContent }) => textContent.startsWith(text))
        ?.getAttribute('href')
        ?.replaceAll('&amp;', '&') ?? '',
  };
}

describe('the calculator', () => {
  it('shows the result by URL, with VAT as a separate line, and reports when too few credits are available', async () => {
    const project = `/projects/${first.slug}`;
    const form = (await read(project)).field('tonnes')?.closest('form');
    const calculate = form?.querySelectorAll('button').find(({ text }) => text === 'Calculate');
    expect([form?.getAttribute('method') ?? 'get', calculate?.getAttribute('formaction')]).toEqual(['get', `${project}#cost`]);
    const subtotal = 7 * first.pence;
    const vat = Math.floor((subtotal * 20 + 50) / 100);
    const { text } = await read(`${project}?tonnes=7`);
    for (const amount of [subtotal, vat, subtotal + vat]) expect(text).toContain(pounds(amount));
    const tooMany = await read(`${project}?tonnes=999,999`);
    expect(tooMany.text).not.toContain('Total, incl. VAT');
    const all = await read(tooMany.link(`Calculate for ${first.available.toLocaleString('en-GB')}`));
    expect(all.address).toContain(`tonnes=${first.available}`);
    expect(all.text).toContain(pounds(first.available * first.pence));
    expect((await read(`${project}?tonnes=half`)).text).toContain('Enter whole tonnes');
  });
});

describe('a question about a project', () => {
  it('is all that is offered where nothing can be bought', async () => {
    const { text } = await read((await read(`/projects/${later.slug}`)).link('Ask about it'));
    expect(text).toContain(`Ask about: ${later.title}`);
    expect(text).not.toContain('Request a Quote');
  });

  it('asks for exactly what the project’s page lacks', async () => {
    const { field, text } = await read((await read(`/projects/${first.slug}`)).link('Ask for it: Boundary of the project'));
    expect(text).toContain(`Ask about: ${first.title}`);
    expect(field('message')?.text.trim()).toBe(`Please send us this evidence on ${first.title}: Boundary of the project.`);
    expect(field('project')?.getAttribute('value')).toBe(first.slug);
  });
});

describe('the shortlist', () => {
  it('explains what has changed since, and keeps the rest', async () => {
    const { text, link } = await read(`/shortlist?p=gone-project:5&p=${later.slug}:40&p=${first.slug}:999999&p=${second.slug}:2`);
    expect(text).toContain('No longer in the catalogue, and left out: gone-project.');
    expect(text).toContain('Not yet on sale. Not included in the totals or in a quote request.');
    expect(text).toMatch(new RegExp(`Subtotal.*\\s${pounds(2 * second.pence)}`));
    const available = first.available.toLocaleString('en-GB');
    expect(text).toContain(`At most ${available} credits can be bought.`);
    const taken = await read(link(`Take ${available}`));
    expect(taken.address).toContain(`${first.slug}:${first.available}`);
    expect(taken.text).toContain(pounds(first.available * first.pence + 2 * second.pence));
  });

  it('keeps the day by which it is needed through a mix that joins it, a search, an undo, and in its cookie', async () => {
    const cookie = `shortlist=p%3D${first.slug}%3A12`;
    const { link } = await read(`/shortlist?p=${second.slug}:5&by=2199-12-31&replace=ask`, { cookie });
    const { address } = await read(link('Add these projects to it'), { cookie });
    expect(address).toBe(`/shortlist?p=${first.slug}:12&p=${second.slug}:5&by=2199-12-31`);
    const searched = await site.page(`/shortlist?p=${first.slug}:12&removed=${second.slug}:5&by=2199-12-31`);
    const sent = searched.querySelectorAll('form[action="/shortlist#find"] input[type=hidden]').map((field) => field.getAttribute('value'));
    expect(sent).toEqual([`${first.slug}:12`, '2199-12-31']);
    const undo = searched.querySelector('#removed a')?.getAttribute('href')?.replaceAll('&amp;', '&') ?? '';
    const [kept = ''] = (await site.get(undo)).headers.getSetCookie();
    const restored = await site.get('/shortlist', { headers: { cookie: kept.split(';')[0] ?? '' } });
    expect(restored.headers.get('location')).toBe(address);
  });
});

it('a comparison says what it leaves out', async () => {
  const { text } = await read(`/projects/compare?p=${first.slug}&p=nothing-like-it`);
  expect(text).toContain('Not in the catalogue, and left out: nothing-like-it.');
  expect(text).toContain('One project so far.');
});
