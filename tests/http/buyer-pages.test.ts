import { parse } from 'node-html-parser';
import { readSheet } from 'read-excel-file/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { xlsxType } from '#server/platform/xlsx.ts';
import { defaultTonnes } from '#shared/lib/shortlist.ts';
import { dayIn } from '#shared/schemas/typed.ts';
import { pounds, projectsOnSale, withVat } from '#tests/support/buyer.ts';
import { has } from '#tests/support/matchers.ts';
import { sharedSite } from '#tests/support/own-site.ts';
import { formatDay } from '#verify/text.ts';

// What a buyer without scripts gets is the page at an address: the journey through such pages is in tests/browser/buyer-journey.test.ts.

const site = sharedSite();
const { sql, url } = site;
const [first, second] = await projectsOnSale(sql);
const [later = { slug: '', title: '', available: 0 }] = await sql<{ slug: string; title: string; available: number }[]>`
  select slug, title, available_credits as available from carbon_projects where sale_status = 'Not yet on sale' limit 1
`;

async function read(address: string, headers: Record<string, string> = {}) {
  const answer = await site.get(address, { headers, redirect: 'follow' });
  const document = parse((await answer.text()).replaceAll('<!-- -->', ''));
  const main = document.querySelector('main');
  return {
    address: answer.url.replace(url, ''),
    main,
    text: main?.structuredText ?? '',
    field: (name: string) => main?.querySelector(`[name="${name}"]`),
    /** Returns the address of the first link whose text begins with this. */
    link: (text: string) =>
      main
        ?.querySelectorAll('a')
        .find(({ textContent }) => textContent.startsWith(text))
        ?.getAttribute('href') ?? '',
  };
}

it('the calculator shows the result by URL, with VAT as a separate line, and says when too few credits are available, or they are pending', async () => {
  const project = `/projects/${first.slug}`;
  const form = (await read(project)).field('tonnes')?.closest('form');
  const calculate = form?.querySelectorAll('button').find(({ text }) => text === 'Calculate');
  expect([form?.getAttribute('method') ?? 'get', calculate?.getAttribute('formaction')]).toEqual(['get', `${project}#cost`]);
  const subtotal = 7 * first.pence;
  const total = withVat(subtotal);
  const { text } = await read(`${project}?tonnes=7`);
  for (const amount of [subtotal, total - subtotal, total]) expect(text).toContain(pounds(amount));
  const tooMany = await read(`${project}?tonnes=999,999`);
  expect(tooMany.text).not.toContain('Total, incl. VAT');
  const { 'aria-invalid': isWrong, 'aria-describedby': hint } = tooMany.field('tonnes')?.attributes ?? {};
  const most = first.available.toLocaleString('en-GB');
  expect([isWrong, tooMany.main?.querySelector(`#${hint}`)?.text]).toEqual(['true', `Whole tonnes, 1 to ${most}.`]);
  const all = await read(tooMany.link(`Calculate for ${most}`));
  expect(all.address).toContain(`tonnes=${first.available}`);
  expect(all.text).toContain(pounds(first.available * first.pence));
  expect((await read(`${project}?tonnes=half`)).text).toContain('Enter whole tonnes');
  const [pending] = await sql`select slug from carbon_projects where units_status = 'expected' and sale_status = 'On sale' limit 1`;
  const { main } = await read(`/projects/${pending?.slug}`);
  expect(main?.querySelector('#cost [role=note]')?.text).toMatch(/^Pending: vintage \d/);
  expect(main?.querySelector('h1 ~ dl div:nth-child(2)')?.structuredText).toMatch(/\nPending$/);
});

it('‘Email Us’ leads from the address of a purchase to its form', async () => {
  const { link, main } = await read(`/contact?project=${first.slug}&tonnes=7`);
  expect([link('Email Us'), main?.querySelector('#quote [name="project"]')?.getAttribute('value')]).toEqual(['#quote', first.slug]);
});

it('a question about a project is all that is offered where nothing can be bought', async () => {
  const project = await read(`/projects/${later.slug}`);
  const { text } = await read(project.link('Ask about it'));
  expect(text).toContain(`Ask about: ${later.title}`);
  expect(text).toContain(`Not yet on sale. Credits: ${later.available.toLocaleString('en-GB')}.`);
  for (const page of [project.text, text]) expect(page).not.toMatch(/Request a Quote|Ask for documents and a quote/);
  const card = (await read('/projects?view=cards&status=Not+yet+on+sale')).link('Ask about it');
  expect(card).toBe(`/contact?project=${later.slug}`);
});

it('a question about a project asks for exactly what the project’s page lacks', async () => {
  const { field, text } = await read((await read(`/projects/${first.slug}`)).link('Ask for it: Boundary of the project'));
  expect(text).toContain(`Ask about: ${first.title}`);
  expect(field('message')?.text.trim()).toBe(`Please send us this evidence on ${first.title}: Boundary of the project.`);
  expect(field('project')?.getAttribute('value')).toBe(first.slug);
});

it('the shortlist explains what has changed since, or cannot be read, and keeps the rest', async () => {
  const { text, link } = await read(`/shortlist?p=gone-project:5&p=${later.slug}:40&p=${first.slug}:999999&p=${second.slug}:2`);
  expect(text).toContain('Not in the catalogue, and left out: gone-project.');
  expect((await read(`/shortlist?p=${first.slug}:ten`)).text).toContain('could not be read and were set to 1');
  expect(text).toContain('Not yet on sale. Not included in the totals or in a quote request.');
  expect(text).toContain('Total tonnes, without lines marked “–”');
  expect(text).not.toContain('of which');
  expect(text).toMatch(new RegExp(`Subtotal.*\\s${pounds(2 * second.pence)}`));
  const available = first.available.toLocaleString('en-GB');
  expect(text).toContain(`At most ${available} credits can be bought.`);
  // Its form is there also if all that is wrong are too many tonnes.
  const hasForm = async (line: string) => (await read(`/shortlist?p=${line}`)).main?.querySelector('#quote form') !== null;
  expect([await hasForm(`${first.slug}:999999`), await hasForm(`${later.slug}:1`)]).toEqual([true, false]);
  const taken = await read(link(`Take ${available}`));
  expect(taken.address).toContain(`${first.slug}:${first.available}`);
  expect(taken.text).toContain(pounds(first.available * first.pence + 2 * second.pence));
});

it('the shortlist offers only what is on sale to be added, and has no day of prices while it is empty', async () => {
  const found = async (path: string, { title }: { title: string }) =>
    (await read(`${path}?find=${encodeURIComponent(title)}`)).main?.querySelector('#find ul')?.text.includes(title) ?? false;
  expect([await found('/projects/compare', later), await found('/shortlist', later)]).toEqual([true, false]);
  expect(await found('/shortlist', first)).toBe(true);
  expect((await read('/shortlist')).main?.querySelectorAll('[data-printed]').at(-1)?.text).toMatch(/\/shortlist$/);
});

it('the shortlist keeps the day by which it is needed through a mix that joins or replaces it, a search, an undo, and in its cookie', async () => {
  const cookie = `shortlist=p%3D${first.slug}%3A12`;
  const { link } = await read(`/shortlist?p=${second.slug}:5&by=2199-12-31&replace=ask`, { cookie });
  expect(link('Replace it with this one')).toBe(`/shortlist?p=${second.slug}:5&replace=yes&by=2199-12-31`);
  const { address } = await read(link('Add these projects to it'), { cookie });
  expect(address).toBe(`/shortlist?p=${first.slug}:12&p=${second.slug}:5&by=2199-12-31`);
  const { link: linkOf } = await read(`/shortlist?p=${first.slug}:999999&by=2199-12-31`);
  for (const text of ['Take', 'Remove', 'Clear']) expect(linkOf(text), text).toMatch(/[?&]by=2199-12-31(#|$)/);
  const searched = await site.page(`/shortlist?p=${first.slug}:12&removed=${second.slug}:5&on=2026-11-01&by=2199-12-31`);
  const sent = searched.querySelectorAll('form[action="/shortlist#find"] input[type=hidden]').map((field) => field.getAttribute('value'));
  expect(sent).toEqual([`${first.slug}:12`, '2026-11-01', '2199-12-31']);
  const undo = searched.querySelector('#removed a')?.getAttribute('href') ?? '';
  const [kept = ''] = (await site.get(undo)).headers.getSetCookie();
  const restored = await site.get('/shortlist', { headers: { cookie: kept.split(';')[0] ?? '' } });
  expect(restored.headers.get('location')).toBe(address);
});

it('the buying terms lead to a message that asks for others', async () => {
  const other = (await read('/how-it-works')).main?.querySelectorAll('#terms dt').find(({ text }) => text.startsWith('Other terms'));
  expect(other?.nextElementSibling?.querySelector('a')?.getAttribute('href')).toBe('/contact?topic=buying-terms');
  expect((await read('/contact?topic=buying-terms')).text).toContain('Buying terms and procurement');
});

it('a comparison keeps tonnes, says how many are pending, adds what is on sale, and leads back to where it was started on this site', async () => {
  const [one, other] = [`${first.slug}:3`, `${second.slug}:4`];
  const compared = (from: string, lines = [one, other]) =>
    read(`/projects/compare?${lines.map((line) => `p=${line}`).join('&')}&from=${encodeURIComponent(from)}`);
  const list = `/shortlist?p=${one}&p=${other}&by=2199-12-31`;
  const back = [
    [list, list],
    ['/portfolio?tonnes=50', '/portfolio?tonnes=50#found'],
    ['?type=Biochar', '/projects?type=Biochar#found'],
    ...['javascript:alert(1)', '//elsewhere.example', 'https://elsewhere.example/shortlist', '/portfolio?tonnes=-1', '/shortlist/../x'].map(
      (from) => [from, '/projects#found'],
    ),
  ] as const;
  for (const [from = '', to] of back) expect((await compared(from)).main?.querySelector('a')?.getAttribute('href')).toBe(to);

  const page = await compared('/shortlist?by=2199-12-31');
  expect(page.text).toContain(pounds(3 * first.pence));
  expect(page.text.replaceAll(/\s+/g, ' ')).toContain(`Your tonnes in all 7 t ${pounds(3 * first.pence + 4 * second.pence)} excl. VAT`);
  expect((await read(page.link('Request a quote'))).address).toBe(list);
  // As the form sends them without scripts; tonnes that cannot be read stay where they are typed.
  const sent = `/projects/compare?p=${first.slug}&p=${second.slug}&t.${first.slug}=3+t&t.${second.slug}=`;
  expect((await read(`${sent}4`)).address).toBe(`/projects/compare?p=${one}&p=${other}`);
  expect((await read(sent)).address).toBe(`/projects/compare?p=${one}&p=${second.slug}`);
  for (const [address, typed] of [
    [`${sent}4,5`, '4,5'],
    [`/projects/compare?p=${one}&p=${second.slug}:0`, '0'],
  ] as const) {
    const unread = await read(address);
    expect(unread.text).toContain('Enter whole tonnes, such as 1,200.');
    expect(unread.main?.querySelector('[aria-invalid="true"]')?.getAttribute('value')).toBe(typed);
  }
  const third = 'copan-shade-coffee';
  const unsummed = await read(`${sent}4&p=${third}&t.${third}=4,5`);
  expect(unsummed.text.replaceAll(/\s+/g, ' ')).toContain('In all, without what cannot be bought or read 7 t');
  const part = await compared('', [one, `${second.slug}:1000000`]);
  expect(part.text.replaceAll(/\s+/g, ' ')).toContain(
    `In all, without what cannot be bought or read 3 t ${pounds(3 * first.pence)} excl. VAT`,
  );
  expect(page.link('Add all')).toContain('&replace=ask');
  expect((await read(page.link('Add all'))).address).toBe(list);
  const pending = 'exmoor-combe-woodland';
  const mixed = await compared('', [one, `${pending}:4`, later.slug]);
  expect(mixed.text.replaceAll(/\s+/g, ' ')).toContain('Your tonnes in all 7 t: 3 issued, 4 pending ');
  expect(mixed.link('Add the 2 on sale to shortlist')).toContain(`=${one}&p=${pending}:4&`);
  expect((await compared('', [one, second.slug])).link('Add all')).toBe(`/shortlist?add=${one}&add=${second.slug}`);
  expect((await read(page.link('Add to shortlist'))).address).toBe(`/shortlist?p=${one}`);
  expect((await read(page.link('Remove'))).link('Back to the shortlist')).toBe(list);
  const four = await compared('', [one, other, third, 'osage-orphan-wells']);
  expect([page, four].map(({ field }) => field('find') !== null)).toEqual([true, false]);
  const notOne = `${first.slug}:3:4`;
  expect((await compared('', [notOne, other])).text).toContain(`Not in the catalogue, and left out: ${notOne}.`);
});

/** Acts as a browser without scripts: follows links and redirects, and returns cookies. */
function plainBrowser() {
  let cookie = '';
  const visit = async (address: string, more: Record<string, string> = {}) => {
    for (let next = address, hops = 0; hops < 4; hops += 1) {
      const answer = await fetch(url + next, { redirect: 'manual', headers: { ...more, ...(cookie && { cookie }) } });
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

const slugs = (await sql<{ slug: string }[]>`select slug from carbon_projects where sale_status = 'On sale' order by id`).map(
  ({ slug }) => slug,
);
const [oak = '', elm = '', ash = ''] = slugs;

it('a shortlist without scripts becomes a mix at once if there is none yet; otherwise it asks first, and keeps, replaces or adds', async () => {
  const mix = `p=${oak}:30&p=${elm}:20`;
  const browser = plainBrowser();
  expect((await browser.visit(`/shortlist?${mix}&replace=ask`)).address).toBe(`/shortlist?${mix}`);
  expect((await browser.visit('/shortlist')).address).toBe(`/shortlist?${mix}`);
  // The same mix again asks nothing.
  expect((await browser.visit(`/shortlist?${mix}&replace=ask`)).address).toBe(`/shortlist?${mix}`);

  const other = `p=${ash}:5`;
  const asked = async () => {
    const { address, html } = await browser.visit(`/shortlist?${other}&replace=ask`);
    expect(address).toBe(`/shortlist?${other}&yours=${oak}:30&yours=${elm}:20`);
    expect((await browser.visit('/shortlist')).address).toBe(`/shortlist?${mix}`);
    return (label: string) =>
      parse(html)
        .querySelectorAll('[role="note"] a')
        .find(({ textContent }) => textContent === label)
        ?.getAttribute('href') ?? '';
  };
  expect((await browser.visit((await asked())('Keep yours'))).address).toBe(`/shortlist?${mix}`);
  const { address } = await browser.visit((await asked())('Add these projects to it'));
  expect(address).toBe(`/shortlist?${mix}&${other}`);
  await browser.visit(`/shortlist?${mix}&replace=yes`);
  await browser.visit((await asked())('Replace it with this one'));
  expect((await browser.visit('/shortlist')).address).toBe(`/shortlist?${other}`);
});

it('a shortlist without scripts is not changed by viewing a shared list or removing a project from it; a link of another site asks first', async () => {
  const browser = plainBrowser();
  const foreign = { 'sec-fetch-site': 'cross-site' };
  await browser.visit(`/shortlist?add=${oak}&tonnes=30`);
  for (const shared of [`p=${elm}:5`, `p=${elm}:5&removed=${oak}:100`]) {
    await browser.visit(`/shortlist?${shared}`);
    expect((await browser.visit('/shortlist')).address).toBe(`/shortlist?p=${oak}:30`);
  }
  const { address } = await browser.visit(`/shortlist?p=${elm}:5&replace=yes`, foreign);
  expect(address).toBe(`/shortlist?p=${elm}:5&yours=${oak}:30`);
  await browser.visit(`/shortlist?p=${elm}:5&t.${elm}=6`, foreign);
  await browser.visit(`/shortlist?add=${elm}`, foreign);
  expect((await browser.visit('/shortlist')).address).toBe(`/shortlist?p=${oak}:30`);
  await browser.visit(`/shortlist?p=${elm}:5&replace=yes`, { 'sec-fetch-site': 'same-origin' });
  expect((await browser.visit('/shortlist')).address).toBe(`/shortlist?p=${elm}:5`);
});

it('a shortlist without scripts gives each visitor who edits at the same address a session cookie for this page only, and says that the page depends on it', async () => {
  const edited = `${url}/shortlist?p=${oak}:100&t.${oak}=9`;
  for (const visitor of ['first', 'second']) {
    const answer = await fetch(edited, { redirect: 'manual' });
    expect(answer.headers.getSetCookie(), visitor).toEqual([expect.stringMatching(/^shortlist=[^;]+; Path=\/shortlist; SameSite=Lax$/)]);
    expect(answer.headers.get('vary'), visitor).toContain('Cookie');
  }
  expect((await fetch(`${url}/shortlist?p=${oak}:9`)).headers.get('vary')).toContain('Cookie');
});

it('a shortlist without scripts grows with each project that is added, stores what its own forms change, and forgets an emptied list', async () => {
  const browser = plainBrowser();
  await browser.visit(`/shortlist?add=${oak}`);
  const both = `/shortlist?p=${oak}:${defaultTonnes}&p=${elm}:250`;
  expect((await browser.visit(`/shortlist?add=${elm}&tonnes=250`)).address).toBe(both);
  await browser.visit(`/shortlist?p=${oak}:100&p=${elm}:100&t.${oak}=7&t.${elm}=100`);
  expect((await browser.visit('/shortlist')).address).toBe(`/shortlist?p=${oak}:7&p=${elm}:100`);
  await browser.visit(`/shortlist?p=${oak}:7&p=${elm}:100&remove=${oak}&remove=${elm}`);
  expect(browser.cookie()).toBe('');
  expect((await browser.visit('/shortlist')).address).toBe('/shortlist');
});

describe('a shortlist that was shared on a day', () => {
  /** Two projects on sale. The price history of the second begins in January while these tests run. */
  const [recent = '', dated = ''] = slugs.slice(-2);
  beforeAll(
    () => sql`
      insert into project_figures_history (project_id, since, price_per_credit, available_credits, status)
      select id, '2026-01-10T09:00Z', 777, 1, 'On sale' from carbon_projects where slug = ${dated}
    `,
  );
  afterAll(() => sql`delete from project_figures_history where since = '2026-01-10T09:00Z'`.then(() => {}));

  it('shows the prices of that day beside today’s, from the history of prices, and says where that begins later', async () => {
    const list = `/shortlist?p=${dated}:10&p=${recent}:3`;
    const plain = await site.page(list);
    expect(plain.querySelector('#then')).toBeNull();
    expect(plain.querySelector('input[readonly]')?.getAttribute('value')).toMatch(new RegExp(`&on=${dayIn()}$`));
    const passedOn = (await site.page(`${list}&on=2026-01-10`)).querySelector('input[readonly]')?.getAttribute('value');
    expect(passedOn).toMatch(/&on=2026-01-10$/);
    const thenAt = async (address: string) => (await site.page(address)).querySelector('section[aria-labelledby=then]')?.structuredText;
    const text = await thenAt(`${list}&on=2026-01-10&price=1`);
    for (const words of ['£7.77', '£77.70', 'Its price history begins on', 'There is no total for 10 January 2026'])
      expect(text).toContain(words);
    const alone = await thenAt(`/shortlist?p=${dated}:10&on=2026-01-11`);
    // Each sum of that day stands before today's.
    expect(alone).toMatch(/£77\.70\D*£.*£15\.54\D*£.*£93\.24\D*£[\d,.]+\s*$/s);
    expect((await site.page(`${list}&on=2026-02-30`)).text).toContain('has to be today or earlier');
    expect((await site.page(`${list}&by=2026-02-30`)).text).toContain('has to be a day such as');
  });

  it('is a workbook with the same figures, as numbers in pounds, and how long each price holds', async () => {
    const [project] = await sql`select title, price_per_credit as pence from carbon_projects where slug = ${dated}`;
    const answer = await fetch(`${url}/shortlist.xlsx?p=${dated}:10&p=${recent}:99999999&on=2026-01-10&by=${dayIn(90)}`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, xlsxType]);
    const [header = [], ...rows] = await readSheet(Buffer.from(await answer.arrayBuffer()));
    const cell = (row: number, name: string) => rows[row]?.[header.findIndex((head) => String(head).startsWith(name))];
    expect([cell(0, 'Project'), cell(0, 'Tonnes'), cell(0, 'Price per credit, GBP'), cell(0, 'Cost, GBP')]).toEqual([
      ...[project?.title, 10, project?.pence / 100, (project?.pence * 10) / 100],
    ]);
    const until = formatDay(String(cell(0, 'Last day of this price')));
    expect((await read(`/shortlist?p=${dated}:10`)).text).toContain(`hold until the end of ${until}, London time`);
    expect([cell(0, 'Price per credit on 10 January 2026'), cell(0, 'Cost on 10 January 2026')]).toEqual([7.77, 77.7]);
    expect(['Cost, GBP', 'Last day', 'Note'].map((name) => cell(1, name))).toEqual([null, null, expect.stringContaining('can be bought')]);
    const total = rows.findIndex(([first]) => first === 'Total, GBP incl. VAT');
    expect([cell(total, 'Cost, GBP'), cell(total, 'Cost on 10 January 2026')]).toEqual([withVat(project?.pence * 10) / 100, 93.24]);
    expect(rows.slice(-3).map((row) => row.slice(0, 2))).toEqual([
      ['Prices as in the catalogue on', dayIn()],
      ['Credits needed by', dayIn(90)],
      ['Address of this shortlist', expect.stringMatching(`/shortlist\\?p=${dated}:10.*&by=${dayIn(90)}$`)],
    ]);
    const unpriced = await readSheet(await site.bytes(`/shortlist.xlsx?p=${recent}:99999999&p=gone-project:5&by=soon`));
    const begins = unpriced.map(([first]) => first);
    expect(begins).not.toContain('Total, GBP incl. VAT');
    // What the page says of its address.
    expect(begins.slice(-2)).toEqual([has('left out: gone-project.'), has('“by” in this address')]);
    expect((await fetch(`${url}/shortlist.xlsx?p=no-such-project:1`)).status).toBe(404);
  });
});
