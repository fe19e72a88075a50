import { parse as parseCsv } from 'csv-parse/sync';
import { type HTMLElement, parse } from 'node-html-parser';
import { beforeAll, describe, expect, it } from 'vitest';
import { ownSite } from '#tests/support/own-site.ts';
import { projectRow } from '#tests/support/projects.ts';
import { patient } from '#tests/support/site.ts';

/** A site of its own, because its projects change. */
const site = ownSite(patient);
const { sql, get, page } = site;
/** The prices in the database, in pence, by slug. Everything else is compared with these. */
const expectedPrices = new Map<string, number>();

beforeAll(async () => {
  // Odd amounts that would lose a penny to floats or rounding.
  const odd = [1, 99, 100, 101, 1005, 1115, 2999, 100_000, 99_999_999, 100_000_000];
  const rows = await sql()<{ id: number }[]>`select id from carbon_projects order by id`;
  for (const [i, price] of odd.entries())
    await sql()`update carbon_projects set price_per_credit = ${price} where id = ${rows[i]?.id ?? 0}`;
  for (const { slug, price } of await sql()<{ slug: string; price: number }[]>`
    select slug, price_per_credit as price from carbon_projects order by id
  `) {
    expectedPrices.set(slug, price);
  }
});

const pence = (pounds: string) => {
  const [whole = '', fraction = ''] = pounds.split('.');
  return Number(whole.replaceAll(',', '')) * 100 + Number(fraction);
};
/** Returns every amount in the text, in pence. */
const amounts = (text: string) => [...text.matchAll(/£(\d{1,3}(?:,\d{3})*\.\d{2})(?!\d)/g)].map(([, pounds = '']) => pence(pounds));
const slugOf = (element: HTMLElement) =>
  element.querySelector('a[href^="/projects/"]')?.getAttribute('href')?.slice('/projects/'.length) ?? '';

function expectPrices(seen: [slug: string, price: number | undefined][], { all }: { all: boolean }) {
  expect(seen.length).toBeGreaterThan(0);
  for (const [slug, price] of seen) expect(price, slug).toBe(expectedPrices.get(slug));
  if (all) expect(new Set(seen.map(([slug]) => slug))).toEqual(new Set(expectedPrices.keys()));
}
const pricesIn = (elements: HTMLElement[]) =>
  elements.map((element): [string, number | undefined] => {
    // Cells stand side by side, with nothing between their texts.
    const found = amounts(element.innerHTML.replaceAll(/<[^>]*>/g, ' '));
    expect(found).toHaveLength(1);
    return [slugOf(element), found[0]];
  });

describe('the price of every project is the same number of pence', () => {
  it.each([
    ['/', false],
    ['/credits', true],
  ])('on the cards of %s', async (path, all) => {
    expectPrices(pricesIn((await page(path)).querySelectorAll('article')), { all });
  });

  it.each([
    ['cards', 'article'],
    ['table', 'tbody tr'],
  ])('in the catalogue, as %s, across all pages', async (view, selector) => {
    const pages = await Promise.all([1, 2].map((number) => page(`/projects?view=${view}&page=${number}`)));
    expectPrices(pricesIn(pages.flatMap((one) => one.querySelectorAll(selector))), { all: true });
  });

  it("on the project's page, in its figures, in its JSON-LD, and on the cards of related projects", async () => {
    // Those with an odd price, and some more.
    for (const slug of [...expectedPrices.keys()].slice(0, 14)) {
      const document = await page(`/projects/${slug}`);
      const header = document.querySelector('article header')?.textContent ?? '';
      const [price] = amounts(header);
      const product = document
        .querySelectorAll('script[type="application/ld+json"]')
        .map((script) => JSON.parse(script.textContent))
        .find((data) => data['@type'] === 'Product');
      // Nothing is offered of a project that is not on sale yet.
      expect(product === undefined, slug).toBe(header.includes('Not yet on sale'));
      const offered = product?.offers.priceSpecification;
      if (offered) expect(offered.priceCurrency).toBe('GBP');
      const described: [string, number][] = offered ? [[slug, pence(offered.price)]] : [];
      expectPrices([[slug, price], ...described, ...pricesIn(document.querySelectorAll('li article'))], { all: false });
    }
  });

  it('in CSV, in JSON and in the feed', async () => {
    const rows: Record<string, string>[] = parseCsv(await (await get('/projects.csv')).text(), { columns: true });
    expectPrices(
      rows.map((row) => [row.slug ?? '', Number(row.pricePerCredit)]),
      { all: true },
    );

    const { projects }: { projects: { slug: string; pricePerCredit: number }[] } = await (await get('/projects.json')).json();
    expectPrices(
      projects.map(({ slug, pricePerCredit }) => [slug, pricePerCredit ?? undefined]),
      { all: true },
    );

    const entries = parse(await (await get('/projects.xml')).text()).querySelectorAll('entry');
    const prices = entries.flatMap((entry) => {
      const slug = entry.querySelector('id')?.textContent.split('/projects/')[1] ?? '';
      return ['summary', 'content'].map((part): [string, number | undefined] => [
        slug,
        amounts(entry.querySelector(part)?.textContent ?? '')[0],
      ]);
    });
    expectPrices(prices, { all: true });
  });
});

describe('credits that cannot be bought as asked', () => {
  it('are in no total, no offer and no mail, and say why, in a basket, on the shortlist and in a quote alike', async () => {
    const slugOf = async (condition: ReturnType<ReturnType<typeof sql>>) =>
      (await sql()<{ slug: string }[]>`select slug from carbon_projects where ${condition} order by slug limit 1`)[0]?.slug ?? '';
    const [first, soldOut, later, some] = await Promise.all([
      slugOf(sql()`sale_status = 'On sale' and category = 'Biochar' and available_credits > 7`),
      slugOf(sql()`sale_status = 'Sold out'`),
      slugOf(sql()`sale_status = 'Not yet on sale' and price_per_credit is not null`),
      slugOf(sql()`sale_status = 'On sale' and units_status = 'issued' and category <> 'Biochar'`),
    ]);
    const lines = Object.entries({ [first]: 7, [soldOut]: 1, [some]: 999_999, [later]: 2 }).map(([slug, tonnes]) => ({ slug, tonnes }));
    const reasons = ['sold_out', 'too_many', 'not_yet_on_sale'];
    const basket = await (await site.post('/api/v1/baskets', { lines })).json();
    const refused = reasons.map((reason) => ({ refusal: { reason }, cost: null }));
    const subtotal = 7 * (expectedPrices.get(first) ?? 0);
    expect(basket).toMatchObject({ lines: [{ refusal: null }, ...refused], subtotal, tonnes: { total: 7 } });

    const email = 'refused@quote.example';
    const quote = await site.post('/api/v1/quotes', { name: 'Grace Hopper', email, lines });
    expect([quote.status, await quote.json()]).toMatchObject([
      422,
      { code: 'lines_refused', errors: reasons.map((reason) => ({ reason })) },
    ]);
    expect(await sql()`select from messages where email = ${email}`).toEqual([]);

    const shortlist = await page(`/shortlist?${lines.map(({ slug, tonnes }) => `p=${slug}:${tonnes}`).join('&')}`);
    expect(amounts(shortlist.querySelector('tfoot')?.textContent ?? '')).toContain(basket.total);
    expect(
      shortlist.querySelectorAll('form[action^="/api/quote-request"] input[name="p"]').map((line) => line.getAttribute('value')),
    ).toEqual([`${first}:7:${expectedPrices.get(first)}`]);
  });
});

/** The site caches responses until it is notified of a change, which on a busy machine takes a moment. */
const patience = { timeout: 10_000 };
const onHome = async () =>
  (await page('/')).querySelectorAll('article h3 a').map((link) => link.getAttribute('href')?.slice('/projects/'.length) ?? '');

describe("the home page's projects", () => {
  it('are the featured ones, by title, at most twelve, otherwise those with the most credits on sale', async () => {
    await sql()`update carbon_projects set featured = false`;
    const largest =
      await sql()`select slug from carbon_projects where sale_status = 'On sale' order by available_credits desc, id desc limit 12`;
    await expect.poll(onHome, patience).toEqual(largest.map(({ slug }) => slug));

    await sql()`update carbon_projects set featured = true where slug in ('wear-valley-mine-gas', 'argyll-atlantic-oakwood')`;
    await expect.poll(onHome, patience).toEqual(['argyll-atlantic-oakwood', 'wear-valley-mine-gas']);

    await sql()`update carbon_projects set title = 'Zenith Oakwood' where slug = 'argyll-atlantic-oakwood'`;
    await expect.poll(onHome, patience).toEqual(['wear-valley-mine-gas', 'argyll-atlantic-oakwood']);

    await sql()`update carbon_projects set featured = true`;
    await expect.poll(onHome, patience).toHaveLength(12);
  });
});

describe('the questions of an auditor', () => {
  /** What answers each part of each question. */
  const whole = {
    external_id: 'X-1',
    registry_url: 'https://registry.example/1',
    methodology: 'VM0047',
    unit_type: 'Removal - nature',
    units_status: 'issued',
    vintage_start: 2024,
    verification_report: 'Report 4',
    permanence_years: 100,
    buffer_share: 0.2,
    shortfall_terms: 'The developer',
    ratings: [{ agency: 'BeZero', rating: 'A', date: '2026-03-31' }],
    serials: 'S-1 to S-9',
    retirement_place: 'The registry',
    labels: [{ label: 'Corresponding adjustment applied', vintageStart: null, vintageEnd: null, source: 'Register', asOf: '2026-03-31' }],
  };
  const slugWithout = (column?: string) => `zz-asked-${column?.replaceAll('_', '-') ?? 'whole'}`;
  /** The project that has all of it, and for each part one that lacks it. */
  const asked = [undefined, ...Object.keys(whole)];
  /** A permanence that is not stated, of a project that stores carbon, and so on: one question each, two for the type of the units. */
  const openOf = (column?: string) => (column === undefined ? 0 : column === 'unit_type' ? 2 : 1);
  beforeAll(async () => {
    const { ratings, labels } = whole;
    for (const column of asked) {
      const slug = slugWithout(column);
      const row = { ...projectRow(slug), ...whole, external_id: slug, ratings: sql().json(ratings), labels: sql().json(labels) };
      await sql()`insert into carbon_projects ${sql()({ ...row, ...(column && { [column]: null }) } as never)}`;
    }
  });

  it('are open exactly where a part of the answer is missing, on the page and in the lists of /qms', async () => {
    for (const column of asked) {
      const items = (await page(`/projects/${slugWithout(column)}`)).querySelectorAll('#audit ol > li');
      const asks = items.map(({ text }) => text.includes('Ask for it'));
      expect(asks, column).toHaveLength(8);
      expect(asks.filter(Boolean), column).toHaveLength(openOf(column));
      expect(asks, column).toEqual(items.map(({ text }) => text.includes('Not stated')));
    }
    // The lists to which /qms leads.
    const links = (await page('/qms')).querySelectorAll('#gaps li a').map((link) => link.getAttribute('href') ?? '');
    const lists = await Promise.all(links.map((link) => page(`${link}&q=zz-asked`)));
    for (const column of asked) {
      const listed = lists.filter((list) => list.querySelector(`a[href="/projects/${slugWithout(column)}"]`));
      expect(listed, column).toHaveLength(openOf(column));
    }
  });
});

describe("a project's labels", () => {
  const slug = 'wylye-chalk-grassland';
  const project = async () => (await get(`/api/v1/projects/${slug}`)).json() as Promise<{ updatedAt: string; labels: unknown[] }>;
  const found = async (query: string) =>
    ((await (await get(`/api/v1/projects?${query}`)).json()) as { projects: { slug: string }[] }).projects.map((listed) => listed.slug);
  const label = { source: 'https://icao.example/units', asOf: '2026-03-31', vintageStart: null, vintageEnd: null };
  const labels = [
    { ...label, label: 'CORSIA from 2027' },
    { ...label, label: 'CCP-eligible programme', source: 'Letter of the programme' },
    { ...label, label: 'CCP-labelled', vintageStart: 1995, vintageEnd: 1996 },
  ];

  it('are on its page with source, date and vintages, in a comparison, and found by the filter only if its vintage has them', async () => {
    const before = await project();
    await sql()`update carbon_projects set labels = ${sql().json(labels)}, vintage_start = 2024, vintage_end = 2024 where slug = ${slug}`;
    await expect.poll(async () => (await project()).labels, patience).toEqual(labels);
    expect((await project()).updatedAt > before.updatedAt).toBe(true);

    const section = (await page(`/projects/${slug}`)).querySelector('#labels');
    const items = (section?.querySelectorAll('li') ?? []).map(({ textContent }) => textContent);
    expect(items).toEqual([
      expect.stringMatching(/^CCP-labelledVintages 1995 to 1996The credits offered here are of other vintages/),
      expect.stringMatching(/^Programme is CCP-eligibleAll credits offered here.*Source: Letter of the programme, 31 March 2026$/),
      expect.stringMatching(/^CORSIA, from 2027.*Source: icao\.example, 31 March 2026$/),
    ]);
    const compared = (await page(`/projects/compare?p=${slug}`))
      .querySelectorAll('tr')
      .find(({ textContent }) => textContent.startsWith('Labels'));
    expect(compared?.textContent).toContain('Programme is CCP-eligible; CORSIA, from 2027');
    expect(compared?.textContent).not.toContain('CCP-labelled');

    expect(await found('label=CORSIA+from+2027')).toEqual([slug]);
    expect(await found('label=CORSIA+from+2027&label=CCP-labelled')).toEqual([]);
  });
});

it('what a project does and how it is measured are separate on its page; a card has only the first', async () => {
  const article = (await page('/projects/ravenstone-gill-woodland')).querySelector('article');
  const card = (await page('/projects?q=ravenstone&view=cards')).querySelector('article')?.textContent;
  const titles = article?.querySelectorAll('h2').map(({ textContent }) => textContent);
  expect(titles).toEqual(expect.arrayContaining(['What the project does', 'How it is measured']));
  expect([article?.textContent, card]).toEqual([expect.stringContaining('monitored by eDNA'), expect.stringContaining('Five steep gills')]);
  expect(card).not.toContain('monitored by eDNA');
});

describe.each([
  ['On sale', 'InStock', { available_credits: 1234, status: 'On sale' }],
  ['Sold out', 'OutOfStock', { available_credits: 0, status: 'On sale' }],
  ['Not yet on sale', undefined, { available_credits: 1234, status: 'Not yet on sale' }],
])('a project that is: %s', (words, availability, values) => {
  const slug = 'aa-own-wood';
  const address = '/projects?q=aa-own-wood';
  beforeAll(async () => {
    // Units on the record determine what a project has for sale, and keep it from being deleted. This has none, and stands first by title.
    await sql()`insert into carbon_projects ${sql()({ ...projectRow(slug), units_status: 'issued' })} on conflict do nothing`;
    await sql()`update carbon_projects set ${sql()(values)} where slug = ${slug}`;
  });

  /** If it is on sale, the amount says so. */
  const label = words === 'On sale' ? '1,234' : words;

  it.each([
    ['its card', `${address}&view=cards`, 'article'],
    ['the table', address, 'tbody tr'],
    ['its page', `/projects/${slug}`, 'article header'],
  ])('shows this on %s', async (_, path, selector) => {
    const read = async () => {
      const document = await page(path);
      // Earlier figures are in a collapsed section of its page.
      for (const earlier of document.querySelectorAll('details')) earlier.remove();
      return document.querySelector(selector)?.textContent ?? '';
    };
    await expect.poll(async () => (await read()).toLowerCase(), patience).toContain(label.toLowerCase());
    const text = await read();
    for (const other of ['Sold out', 'Not yet on sale']) if (other !== words) expect(text).not.toContain(other);
  });

  it('shows this in JSON-LD, CSV, JSON and the feed', async () => {
    const scripts = (await page(`/projects/${slug}`)).querySelectorAll('script[type="application/ld+json"]');
    const product = scripts.map((script) => JSON.parse(script.textContent)).find((data) => data['@type'] === 'Product');
    // Nothing is offered of a project that is not on sale yet.
    expect(product?.offers.availability).toBe(availability && `https://schema.org/${availability}`);
    expect(parseCsv(await (await get('/projects.csv?q=aa-own-wood')).text(), { columns: true })[0]).toMatchObject({
      slug,
      status: words,
    });
    expect((await (await get('/projects.json?q=aa-own-wood')).json()).projects[0]).toMatchObject({ slug, status: words });
    const entry = parse(await (await get('/projects.xml')).text())
      .querySelectorAll('entry')
      .find((one) => one.querySelector('id')?.textContent.endsWith(slug));
    expect(entry?.querySelector('summary')?.textContent).toContain(`${words}. `);
  });

  it('has totals on the shortlist only if it can be bought, and never £0.00', async () => {
    const read = async () => (await page(`/shortlist?p=${slug}:7`)).querySelector('table')?.textContent ?? '';
    await expect.poll(read, patience).toContain(words === 'On sale' ? 'Total, incl. VAT' : `${words}.`);
    expect(await read()).not.toContain('£0.00');
  });
});

describe('a catalogue without coordinates', () => {
  it('has maps with the projects in the middle of their countries, on base maps that exist', async () => {
    await sql()`update carbon_projects set latitude = null, longitude = null`;
    for (const path of ['/geospatial', '/impact-hub']) {
      const main = async () => (await page(path)).querySelector('main');
      await expect.poll(async () => (await main())?.innerHTML, patience).toContain('/projects?country=GB&amp;view=map#found');
      const pictures =
        (await main())
          ?.querySelectorAll('img, image')
          .flatMap((picture) => picture.getAttribute('src') ?? picture.getAttribute('href') ?? []) ?? [];
      expect(pictures.length).toBeGreaterThan(1);
      for (const picture of pictures) expect((await get(picture)).status, `${path}: ${picture}`).toBe(200);
    }
  });
});

describe('a catalogue without prices', () => {
  it('is listed on /credits all the same', async () => {
    await sql()`update carbon_projects set price_per_credit = null`;
    const cards = async () => (await page('/credits')).querySelectorAll('#projects article').map(({ textContent }) => textContent);
    await expect.poll(async () => (await cards()).every((text) => text.includes('Not set yet')), patience).toBe(true);
    expect((await cards()).length).toBeGreaterThan(30);
  });
});
