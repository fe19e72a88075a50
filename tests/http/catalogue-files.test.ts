import { parse as parseCsv } from 'csv-parse/sync';
import { parse } from 'node-html-parser';
import { readSheet } from 'read-excel-file/node';
import { describe, expect, it, vi } from 'vitest';
import { ownSite } from '#tests/support/own-site.ts';

/** A site of its own, because its projects change. */
const { sql, get } = ownSite();
const idOf = async (slug: string) => (await sql()`select id from carbon_projects where slug = ${slug}`)[0]?.id as number;
const files = ['/projects.csv', '/projects.xlsx', '/projects.json', '/projects.xml'];
const types: Record<string, string> = {
  '/projects.csv': 'text/csv; charset=utf-8; header=present',
  '/projects.xlsx': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  '/projects.json': 'application/json',
  '/projects.xml': 'application/atom+xml; charset=utf-8',
};

describe.each(files)('%s', (path) => {
  it('states its type, and is revalidated on every request', async () => {
    const answer = await get(path);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe(types[path]);
    expect(answer.headers.get('cache-control')).toBe('public, no-cache');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    const [, ending = ''] = path.split('.');
    if (ending === 'csv' || ending === 'xlsx')
      expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="carma-projects.${ending}"`);
  });

  it('answers 304 until a project changes', async () => {
    const tag = (await get(path)).headers.get('etag') ?? '';
    const revalidated = await get(path, { headers: { 'if-none-match': tag } });
    expect([revalidated.status, await revalidated.text()]).toEqual([304, '']);
    await sql()`update carbon_projects set available_credits = available_credits + 1 where slug = 'exmoor-combe-woodland'`;
    await vi.waitFor(async () => {
      const changed = await get(path, { headers: { 'if-none-match': tag } });
      expect(changed.status).toBe(200);
      expect(changed.headers.get('etag')).not.toBe(tag);
    });
  });
});

it.each(['available=20000', 'category=Biochar&sort=price', 'q=woodland&max=30', 'available=9999999'])(
  'CSV, workbook, JSON and page of "%s" contain the same list in the same order',
  async (query) => {
    const csv: Record<string, string>[] = parseCsv(await (await get(`/projects.csv?${query}`)).text(), { columns: true });
    const [header = [], ...rows] = await readSheet(Buffer.from(await (await get(`/projects.xlsx?${query}`)).arrayBuffer()));
    const { total, projects } = await (await get(`/projects.json?${query}`)).json();
    const links = parse(await (await get(`/projects?${query}&view=cards`)).text()).querySelectorAll('article h3 a');
    expect(csv).toHaveLength(total);
    const slugs = projects.map(({ slug }: { slug: string }) => slug);
    expect(csv.map(({ slug }) => slug)).toEqual(slugs);
    expect(rows.map((row) => row[header.indexOf('slug')])).toEqual(slugs);
    expect(rows.map((row) => row[header.indexOf('title')])).toEqual(projects.map(({ title }: { title: string }) => title));
    expect(links.map((link) => link.getAttribute('href'))).toEqual(slugs.slice(0, 24).map((slug: string) => `/projects/${slug}`));
  },
);

it.each(['', 'category=Biochar&country=GB', 'q=woodland&max=30'])('the pictures of "%s" have the projects of that list', async (query) => {
  const { projects } = await (await get(`/projects.json?${query}`)).json();
  for (const [view, known] of [
    ['prices', 'pricePerCredit'],
    ['map', 'latitude'],
  ] as const) {
    const slugs: string[] = projects
      .filter((project: Record<string, unknown>) => project[known] !== null)
      .map(({ slug }: { slug: string }) => slug);
    const page = parse(await (await get(`/projects?view=${view}&${query}`)).text()).querySelector('#found');
    const counts = page?.querySelectorAll('figure a').map((mark) => Number(mark.querySelector('text')?.text ?? 1));
    expect(
      counts?.reduce((sum, count) => sum + count, 0),
      view,
    ).toBe(slugs.length);
    const links = page?.querySelectorAll('figure a, tbody a').map((link) => link.getAttribute('href') ?? '');
    for (const slug of links?.flatMap((href) => /^\/projects\/(.*)/.exec(href)?.[1] ?? []) ?? []) expect(slugs, view).toContain(slug);
  }
});

it('a CSV file for people begins with a byte order mark, so that Excel reads its accents; the API’s does not', async () => {
  const firstBytes = async (path: string) => [...new Uint8Array(await (await get(path)).arrayBuffer()).slice(0, 3)];
  for (const path of ['/projects.csv', '/record/retirements.csv']) expect(await firstBytes(path), path).toEqual([0xef, 0xbb, 0xbf]);
  expect(await firstBytes('/api/v1/projects.csv')).toEqual([...Buffer.from('id,')]);
});

it('the files and the feed of a filtered list have that list, and the page links to them', async () => {
  const filter = '?category=Biochar&country=GB';
  const page = parse(await (await get(`/projects${filter}&sort=price`)).text());
  const links = page.querySelectorAll('a, link').map((link) => link.getAttribute('href') ?? '');
  for (const file of files)
    expect(
      links.some((href) => href.startsWith(`${file}${filter}`)),
      file,
    ).toBe(true);
  const { projects } = await (await get(`/projects.json${filter}`)).json();
  const feed = parse(await (await get(`/projects.xml${filter}`)).text());
  expect(feed.querySelectorAll('entry > id').map((id) => id.textContent.split('/').at(-1))).toHaveLength(projects.length);
  expect(feed.querySelector('feed > title')?.textContent).toBe('Carma: carbon projects (category: Biochar, country: GB)');
  expect(feed.querySelector('feed > id')?.textContent).toMatch(/\/projects\?category=Biochar(?:&amp;|&)country=GB$/);
  expect(parse(await (await get('/projects.xml')).text()).querySelectorAll('entry').length).toBeGreaterThan(projects.length);
});

describe('a comparison', () => {
  const address = 'p=fenland-straw-biochar&p=karoo-ridge-wind';
  const read = async (ending: string) => Buffer.from(await (await get(`/projects/compare.${ending}?${address}`)).arrayBuffer());

  it('has the rows of its page as CSV and as a workbook, with figures as numbers in a stated unit', async () => {
    await sql()`update carbon_projects set title = '=1+1', serials = '＝A1' where slug = 'karoo-ridge-wind'`;
    const shown = await vi.waitFor(async () => {
      const page = parse(await (await get(`/projects/compare?${address}`)).text());
      // A phone folds long texts under the projects' names.
      for (const summary of page.querySelectorAll('main summary')) summary.remove();
      const links = page.querySelectorAll('a').map((link) => link.getAttribute('href')?.replaceAll('&amp;', '&'));
      expect(links).toEqual(expect.arrayContaining([`/projects/compare.csv?${address}`, `/projects/compare.xlsx?${address}`]));
      const rows = page
        .querySelectorAll('main table tr')
        .map((row) => row.querySelectorAll('th, td').map(({ textContent }) => textContent));
      for (const row of page.querySelectorAll('main dl > div')) {
        const [name, same] = row.querySelectorAll('dt, dd').map(({ textContent }) => textContent);
        rows.push([name ?? '', same ?? '', same ?? '']);
      }
      // Once as a link, and once as text where a phone has no link.
      expect(rows[0]).toContain('=1+1=1+1');
      return rows;
    });
    const csv: string[][] = parseCsv(await read('csv'), { bom: true });
    const sheet = await readSheet(await read('xlsx'));
    expect(sheet.map((row) => row[0])).toEqual(csv.map(([name]) => name));
    const names = [
      'Country',
      'Verification report',
      'Who bears a shortfall or a reversal',
      'Serial numbers',
      'Corresponding adjustment',
      'How it is measured',
    ];
    for (const name of names) {
      const onPage = shown.find(([first]) => first?.startsWith(name))?.slice(1);
      expect(onPage, name).toHaveLength(2);
      expect(sheet.find(([first]) => first === name)?.slice(1), name).toEqual(onPage);
    }
    expect(sheet[0]?.[2]).toBe('=1+1');
    expect(csv[0]?.[2]).toBe("'=1+1");
    expect(csv.find(([name]) => name === 'Serial numbers')?.[2]).toBe("'＝A1");
    const [price] = await sql()`select price_per_credit / 100.0 as pounds from carbon_projects where slug = 'karoo-ridge-wind'`;
    expect(sheet.find(([name]) => name === 'Price per credit, excl. VAT, in pounds')?.[2]).toBe(Number(price?.pounds));
  });

  it('of nothing is not found', async () => {
    for (const query of ['', '?p=no-such-project']) expect((await get(`/projects/compare.csv${query}`)).status).toBe(404);
  });
});

it('the feed has the latest change first, with a stable id and the time of the change', async () => {
  await sql()`update carbon_projects set price_per_credit = 3333 where slug = 'karoo-ridge-wind'`;
  const feed = await vi.waitFor(async () => {
    const document = parse(await (await get('/projects.xml')).text());
    expect(document.querySelector('entry id')?.textContent).toMatch(/\/projects\/karoo-ridge-wind$/);
    return document;
  });
  const first = feed.querySelector('entry');
  expect(first?.querySelector('summary')?.textContent).toContain('£33.33');
  const [row] = await sql()`select updated_at from carbon_projects where slug = 'karoo-ridge-wind'`;
  expect(first?.querySelector('updated')?.textContent).toBe(row?.updated_at.toISOString());
  expect(feed.querySelector('feed > updated')?.textContent).toBe(row?.updated_at.toISOString());
});

describe("a project's former addresses", () => {
  it.each(['GET', 'HEAD'])('redirect permanently to its address, keeping the query, for %s', async (method) => {
    await sql()`update carbon_projects set slug = 'redesdale-wood' where slug = 'redesdale-edge-native-wood'`;
    const byId = await get(`/projects/${await idOf('redesdale-wood')}?from=mail&x=%20a`, { method });
    const byName = await get('/projects/redesdale-edge-native-wood?from=mail', { method });

    expect([byId.status, byId.headers.get('location')]).toEqual([301, '/projects/redesdale-wood?from=mail&x=%20a']);
    expect([byName.status, byName.headers.get('location')]).toEqual([301, '/projects/redesdale-wood?from=mail']);
    // Must be revalidated: the project may get its old name back.
    expect(byName.headers.get('cache-control')).toBe('no-cache');
    expect(byName.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(await byName.text()).toBe('');
    expect((await get('/projects/redesdale-wood', { method })).status).toBe(200);
  });
});

describe('a project that is taken out of the catalogue', () => {
  it('answers 410 at each of its addresses and nowhere else, and is back when it is restored', async () => {
    const slug = 'strathnairn-birch-and-rowan';
    const listed = async () =>
      Promise.all(
        ['/projects?view=cards', `/projects.csv`, '/sitemap.xml', '/projects.xml', `/projects?q=${slug}&view=cards`].map(async (address) =>
          (await (await get(address)).text()).includes(`/projects/${slug}`),
        ),
      );
    const before = await listed();
    await sql()`update carbon_projects set withdrawn_at = now(), withdrawn_reason = 'It was there twice' where slug = ${slug}`;
    // A kept page may be sent until the site has asked for the version of the data again.
    await vi.waitFor(async () => expect((await listed()).slice(0, 4)).toEqual([false, false, false, false]), 5_000);
    const page = await get(`/projects/${slug}`);
    expect(page.status).toBe(410);
    const text = await page.text();
    expect(text).toContain('The reason: It was there twice');
    expect(text).toContain('href="/projects"');
    expect((await get(`/projects/${await idOf(slug)}`)).headers.get('location') ?? `/projects/${slug}`).toBe(`/projects/${slug}`);
    const answer = await get(`/api/v1/projects/${slug}`);
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([410, 'project_withdrawn']);
    expect((await get('/projects/no-such-project')).status).toBe(404);

    await sql()`update carbon_projects set withdrawn_at = null, withdrawn_reason = null where slug = ${slug}`;
    await vi.waitFor(async () => expect([(await get(`/projects/${slug}`)).status, await listed()]).toEqual([200, before]), 5_000);
  });
});

describe("a registry's id", () => {
  const setId = (slug: string, id: string) => sql()`update carbon_projects set external_id = ${id} where slug = ${slug}`;

  it('leads to its project in any spelling, on the page and in the API', async () => {
    await setId('argyll-atlantic-oakwood', 'VCS9001');
    for (const id of ['VCS9001', 'vcs9001', 'vcs-9001', 'VCS%209001', 'Verra-9001']) {
      const page = await get(`/projects/${id}?tonnes=5`);
      expect([page.status, page.headers.get('location')], id).toEqual([301, '/projects/argyll-atlantic-oakwood?tonnes=5']);
      const answer = await get(`/api/v1/projects/${id}`);
      expect([answer.status, answer.headers.get('content-location')], id).toEqual([200, '/api/v1/projects/argyll-atlantic-oakwood']);
      expect(await answer.json(), id).toMatchObject({ slug: 'argyll-atlantic-oakwood', externalId: 'VCS9001' });
    }
    for (const address of ['/projects/VCS900', '/projects/GS9001', '/projects/9001', '/api/v1/projects/GS9001'])
      expect((await get(address)).status, address).toBe(404);
  });

  it('that two programmes of a registry have is never guessed: the page offers both, the API finds none', async () => {
    await setId('argyll-atlantic-oakwood', 'WCC-77');
    await setId('ravenstone-gill-woodland', 'PC 77');
    const page = await get('/projects/UKLCR77');
    expect([page.status, page.headers.get('location')]).toEqual([302, '/projects?q=UKLCR77']);
    const list = await (await get('/projects?q=UKLCR77&view=cards')).text();
    for (const slug of ['argyll-atlantic-oakwood', 'ravenstone-gill-woodland']) expect(list).toContain(`href="/projects/${slug}"`);
    expect((await get('/api/v1/projects/UKLCR77')).status).toBe(404);
  });
});
