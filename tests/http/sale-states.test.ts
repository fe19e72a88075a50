import { parse as parseCsv } from 'csv-parse/sync';
import { parse } from 'node-html-parser';
import { beforeAll, describe, expect, it } from 'vitest';
import { ownSite } from '#tests/support/own-site.ts';
import { projectRow } from '#tests/support/projects.ts';
import { patient } from '#tests/support/site.ts';

const { sql, get, page } = ownSite(patient);
/** The site caches responses until it is notified of a change, which on a busy machine takes a moment. */
const patience = { timeout: 10_000 };
const onHome = async () =>
  (await page('/')).querySelectorAll('article h3 a').map((link) => link.getAttribute('href')?.slice('/projects/'.length) ?? '');

beforeAll(async () => {
  // Units on the record determine what a project has for sale, and keep it from being deleted. These have none, and stand first by title.
  const rows = ['aa-own-wood', 'aa-second-wood', 'aa-third-wood'].map((slug) => ({ ...projectRow(slug), units_status: 'issued' }));
  await sql()`insert into carbon_projects ${sql()(rows)}`;
});

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
  beforeAll(() => sql()`update carbon_projects set ${sql()(values)} where slug = ${slug}`);

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
  it('has maps that count projects by country, on base maps that exist', async () => {
    await sql()`update carbon_projects set latitude = null, longitude = null`;
    for (const path of ['/geospatial', '/impact-hub']) {
      const main = async () => (await page(path)).querySelector('main');
      await expect.poll(async () => (await main())?.innerHTML, patience).toContain('/projects?country=KE');
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
