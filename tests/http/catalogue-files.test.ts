import { parse as parseCsv } from 'csv-parse/sync';
import { type HTMLElement, parse } from 'node-html-parser';
import { readSheet } from 'read-excel-file/node';
import { expect, it } from 'vitest';
import { cataloguePageSize } from '#shared/schemas/project.ts';
import { sharedSite } from '#tests/support/own-site.ts';

const { sql, get, page, text, json, bytes } = sharedSite();

const types = {
  '/projects.csv': 'text/csv; charset=utf-8; header=present',
  '/projects.xlsx': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  '/projects.json': 'application/json',
  '/projects.xml': 'application/atom+xml; charset=utf-8',
};

it.each(Object.entries(types))('%s states its type, and is revalidated on every request', async (path, type) => {
  const { status, headers } = await get(path);
  expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([200, type, 'public, no-cache']);
  const saved = /csv|xlsx/.test(path) ? `attachment; filename="carma-${path.slice(1)}"` : null;
  expect(headers.get('content-disposition')).toBe(saved);
});

const queries = ['category=Biochar&sort=price', 'q=woodland&max=30', 'available=9999999'];
it.each(queries)(
  'CSV, workbook, JSON and page of "%s" contain the same list in the same order, and its feed the same projects; the page links to all',
  async (query) => {
    const csv: Record<string, string>[] = parseCsv(await text(`/projects.csv?${query}`), { columns: true });
    const [header = [], ...rows] = await readSheet(await bytes(`/projects.xlsx?${query}`));
    const { total, projects } = await json(`/projects.json?${query}`);
    const shown = await page(`/projects?${query}&view=cards`);
    const links = shown.querySelectorAll('article h3 a');
    expect(csv).toHaveLength(total);
    const slugs = projects.map(({ slug }: { slug: string }) => slug);
    expect(csv.map(({ slug }) => slug)).toEqual(slugs);
    expect(rows.map((row) => row[header.indexOf('slug')])).toEqual(slugs);
    // People read pounds.
    expect(header).not.toContain('pricePerCredit');
    expect(rows.map((row) => row[header.indexOf('priceGbp')])).toEqual(csv.map(({ pricePerCredit }) => Number(pricePerCredit) / 100));
    expect(rows.map((row) => row[header.indexOf('title')])).toEqual(projects.map(({ title }: { title: string }) => title));
    expect(links.map((link) => link.getAttribute('href'))).toEqual(
      slugs.slice(0, cataloguePageSize).map((slug: string) => `/projects/${slug}`),
    );
    const ids = parse(await text(`/projects.xml?${query}`)).querySelectorAll('entry > id');
    expect(ids.map(({ textContent }) => slugOf(textContent)).toSorted()).toEqual(slugs.toSorted());
    const hrefs = shown.querySelectorAll('a, link[type="application/atom+xml"]').map((link) => link.getAttribute('href') ?? '');
    const linked = hrefs.flatMap((href) => /\/projects\.(\w+\?.*)/.exec(href)?.[1] ?? []);
    // A feed has an order of its own, and an empty list no files.
    expect(linked).toContain(`xml?${query.replace('&sort=price', '')}`);
    const files = (total > 0 ? ['csv', 'json', 'xlsx'] : []).map((file) => `${file}?${query}`);
    expect(linked.filter((address) => !address.startsWith('xml')).toSorted()).toEqual(files);
  },
);

it.each(['prices', 'map'])('the list shown as its %s has the projects of its file, and no others', async (view) => {
  const query = 'category=Biochar&country=GB';
  const { projects } = (await json(`/projects.json?${query}`)) as { projects: { slug: string }[] };
  const links = (await page(`/projects?view=${view}&${query}`)).querySelectorAll('#found tbody a').map((link) => link.getAttribute('href'));
  const linked = new Set(links.flatMap((href) => /^\/projects\/(.*)/.exec(href ?? '')?.[1] ?? []));
  expect([...linked].toSorted()).toEqual(projects.map(({ slug }) => slug).toSorted());
});

it('a CSV file for people begins with a byte order mark, so that Excel reads its accents; the API’s does not', async () => {
  const firstBytes = async (path: string) => [...(await bytes(path)).subarray(0, 3)];
  for (const path of ['/projects.csv', '/record/retirements.csv']) expect(await firstBytes(path), path).toEqual([0xef, 0xbb, 0xbf]);
  expect(await firstBytes('/api/v1/projects.csv')).toEqual([...Buffer.from('id,')]);
});

it('a comparison of nothing is not found', async () => {
  for (const query of ['', '?p=no-such-project']) expect((await get(`/projects/compare.csv${query}`)).status).toBe(404);
});

/** The prices in the database, in pence, by slug: everything else is compared with these. */
const priced = await sql<{ slug: string; price: number }[]>`select slug, price_per_credit as price from carbon_projects`;
const expectedPrices = new Map(priced.map(({ slug, price }) => [slug, price]));
const received = await sql`select slug from carbon_projects join credit_batches on project_id = carbon_projects.id`;
const onRecord = new Set(received.map(({ slug }) => slug));
/** Returns every amount in the text, in pence. */
const amounts = (words = '') =>
  [...words.matchAll(/£(\d{1,3}(?:,\d{3})*)\.(\d{2})(?!\d)/g)].map(([, pounds = '', pence]) => Number(pounds.replaceAll(',', '') + pence));
const slugOf = (words = '') => /\/projects\/([a-z0-9-]+)/.exec(words)?.[1] ?? '';

type Seen = [slug: string, price: number | undefined];
function expectPrices(seen: Seen[]) {
  for (const [slug, price] of seen) expect(price, slug).toBe(expectedPrices.get(slug));
  expect(new Set(seen.map(([slug]) => slug))).toEqual(new Set(expectedPrices.keys()));
}

it.each([
  ['cards', 'article'],
  ['table', 'tbody tr:has(th)'],
])(
  'every project has its price, in pence, in the catalogue, shown as %s, which say whether it is on the record',
  async (view, selector) => {
    const pages = await Promise.all([1, 2].map((number) => page(`/projects?view=${view}&page=${number}`)));
    const seen = pages
      .flatMap((one) => one.querySelectorAll(selector))
      .map((element): Seen => {
        // Cells stand side by side, with nothing between their texts.
        const prices = amounts(element.innerHTML.replaceAll(/<[^>]*>/g, ' '));
        expect(prices).toHaveLength(1);
        const slug = slugOf(element.querySelector('a[href^="/projects/"]')?.getAttribute('href'));
        expect(/not yet on the record/i.test(element.text), slug).toBe(!onRecord.has(slug));
        return [slug, prices[0]];
      });
    expectPrices(seen);
  },
);

it('every project has its price, in pence, in CSV, in JSON and in the feed', async () => {
  const rows: Record<string, string>[] = parseCsv(await text('/projects.csv'), { columns: true });
  expectPrices(rows.map((row) => [row.slug ?? '', Number(row.pricePerCredit)]));
  const { projects } = (await json('/projects.json')) as { projects: { slug: string; pricePerCredit: number }[] };
  expectPrices(projects.map(({ slug, pricePerCredit }) => [slug, pricePerCredit]));
  const entries = parse(await text('/projects.xml')).querySelectorAll('entry');
  const priceIn = (entry: HTMLElement, part: string): Seen => [slugOf(entry.innerHTML), amounts(entry.querySelector(part)?.textContent)[0]];
  expectPrices(entries.flatMap((entry) => [priceIn(entry, 'summary'), priceIn(entry, 'content')]));
});

it.each([
  ['On sale', 'InStock'],
  ['Sold out', 'OutOfStock'],
  ['Not yet on sale', undefined],
])(
  'a project says that it is %s on its card, in the table, on its page, in CSV, in JSON and in the feed, and has a total only if it can be bought',
  async (status, availability) => {
    const [project] = await sql<{ slug: string; available: number }[]>`
      select slug, available_credits as available from carbon_projects
      where sale_status = ${status} and (sale_status <> 'On sale' or units_status = 'issued')
      order by slug limit 1
    `;
    const { slug = '', available = 0 } = project ?? {};
    // If it is on sale, the amount says so.
    const label = status === 'On sale' ? available.toLocaleString('en-GB') : status.toLowerCase();
    const query = `q=${slug}`;
    const [cards, table, own] = await Promise.all(
      [`?${query}&view=cards`, `?${query}`, `/${slug}`].map((path) => page(`/projects${path}`)),
    );
    const shown = {
      card: cards?.querySelector('article'),
      row: table?.querySelector('tbody tr'),
      page: own?.querySelector('article header'),
    };
    for (const [where, element] of Object.entries(shown)) {
      expect(element?.textContent.toLowerCase(), where).toContain(label);
      for (const other of ['Sold out', 'Not yet on sale']) if (other !== status) expect(element?.textContent, where).not.toContain(other);
    }
    expect(cards?.querySelectorAll('[data-shortlist-add]')).toHaveLength(status === 'On sale' ? 1 : 0);
    const described = own?.querySelectorAll('script[type="application/ld+json"]') ?? [];
    const product = described.map((script) => JSON.parse(script.textContent)).find((data) => data['@type'] === 'Product');
    expect(product?.offers.availability).toBe(availability && `https://schema.org/${availability}`);
    expect(parseCsv(await text(`/projects.csv?${query}`), { columns: true })[0]).toMatchObject({ slug, status });
    expect((await json(`/projects.json?${query}`)).projects[0]).toMatchObject({ slug, status });
    const entry = parse(await text(`/projects.xml?${query}`))
      .querySelectorAll('entry')
      .find((one) => one.querySelector('id')?.textContent.endsWith(slug));
    expect(entry?.querySelector('summary')?.textContent).toContain(`${status}. `);
    const totals = (await page(`/shortlist?p=${slug}:7`)).querySelector('table')?.textContent;
    expect(totals).toContain(status === 'On sale' ? 'Total, incl. VAT' : `${status}.`);
    expect(totals).not.toContain('£0.00');
  },
);

it('what a project does and how it is measured are separate on its page; a card has only the first', async () => {
  const article = (await page('/projects/ravenstone-gill-woodland')).querySelector('article');
  const card = (await page('/projects?q=ravenstone&view=cards')).querySelector('article')?.textContent;
  const titles = article?.querySelectorAll('h2').map(({ textContent }) => textContent);
  expect(titles).toEqual(expect.arrayContaining(['What the project does', 'How it is measured']));
  expect([article?.textContent, card]).toEqual([expect.stringContaining('monitored by eDNA'), expect.stringContaining('Five steep gills')]);
  expect(card).not.toContain('monitored by eDNA');
});
