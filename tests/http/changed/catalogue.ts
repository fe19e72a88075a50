import { parse as parseCsv } from 'csv-parse/sync';
import { parse } from 'node-html-parser';
import { readSheet } from 'read-excel-file/node';
import { expect, it, vi } from 'vitest';
import { products } from '#shared/content/credits.ts';
import { demo } from '#shared/content/impact-hub.ts';
import { head } from '#shared/content/projects/index.ts';
import { site as texts } from '#shared/content/site.ts';
import { like } from '#tests/support/matchers.ts';
import { halfMinute } from '#tests/support/own-site.ts';
import { lockTable, projectRow } from '#tests/support/projects.ts';
import { site } from './site.ts';

const { sql, get, page, text, json, bytes } = site;

/** Reads on, to the end or to a part with this text. */
async function read(stream: ReadableStream<string>, text?: string): Promise<string> {
  let words = '';
  for await (const chunk of stream.values({ preventCancel: true })) {
    words += chunk;
    if (text !== undefined && words.includes(text)) break;
  }
  return words;
}

it('while a query is held back pages send header, hero and loading text; one whose status depends on the query waits for it', async () => {
  const unlock = await lockTable(sql);
  const waiting = Promise.all(['cwm-ty-coch-hillside-woodland', 'no-such-project'].map((slug) => get(`/projects/${slug}`)));
  const pages: [path: string, hero: string, loading: string][] = [
    ['/', 'Buy Carbon Credits You Can Trust', 'Loading projects...'],
    ['/credits', 'Carbon credits, project by project', 'Loading carbon projects...'],
    ['/projects?view=cards', head.title, 'Loading carbon projects...'],
  ];
  const begun = await Promise.all(
    pages.map(async ([path, hero, loading]) => {
      const { headers, body } = await get(path);
      const stream = (body ?? new ReadableStream()).pipeThrough(new TextDecoderStream());
      // Were the first part to wait for the query, it would never come.
      return { path, hero, loading, headers, stream, firstPart: await read(stream, loading) };
    }),
  );
  // The first parts came when their pages had to begin (`pageBeginsWithinMs` in ./site.ts): what still waits does so for longer.
  await new Promise((end) => setTimeout(end, 500));
  await unlock();
  for (const { path, hero, loading, headers, stream, firstPart } of begun) {
    const names = ['content-length', 'cache-control', 'content-security-policy'];
    const policy = like(/'nonce-[^']+' 'strict-dynamic'/);
    expect(
      names.map((name) => headers.get(name)),
      path,
    ).toEqual([null, 'no-store', policy]);
    for (const words of ['<header', hero, loading]) expect(firstPart).toContain(words);
    expect(firstPart, path).not.toContain('<article');
    // The home page is painted with the end of its hero, however late that is, so that nothing moves.
    const painted = /<link rel="expect" href="#hero-end" blocking="render"\/>.*<\/h1>.*<span id="hero-end">/s;
    expect(painted.test(firstPart), path).toBe(path === '/');
    const whole = firstPart + (await read(stream));
    expect(whole, path).toMatch(/<article.*<\/body><\/html>$/s);
    for (const words of ['<link rel="next"', 'name="static"']) expect(whole, path).not.toContain(words);
    const payload = /<script type="application\/json" id="payload">[^<]+<\/script><\/body><\/html>$/;
    expect(payload.test(whole), path).toBe(path === '/credits');
  }
  const answers = await waiting;
  expect(answers.map(({ status }) => status)).toEqual([200, 404]);
  for (const { headers } of answers) {
    expect(headers.get('content-length') ?? headers.get('content-encoding')).not.toBeNull();
    expect(headers.get('content-security-policy')).not.toContain('nonce');
  }
}, 60_000);

const priced = 'cwm-ty-coch-hillside-woodland';
const setPrice = (pence: number) => sql`update carbon_projects set price_per_credit = ${pence} where slug = ${priced}`;
/** What reads the project's price, in pence, on its page and in the lists. */
const priceReaders = [
  async () => Math.round(Number(/£([\d,]+\.\d\d)/.exec(await text(`/projects/${priced}`))?.[1]?.replace(',', '')) * 100),
  async () => (await json('/api/carbon-projects')).find(({ title }: { title: string }) => title.startsWith('Cwm Tŷ-coch')).pricePerCredit,
  async () => (await json('/projects.json')).projects.find(({ slug }: { slug: string }) => slug === priced).pricePerCredit,
];

it('a committed change appears, and is never followed by an older one, even with concurrent reads while prices rise', async () => {
  // The sample's own price is higher.
  await setPrice(3_000);
  for (const read of priceReaders) await expect.poll(read).toBe(3_000);
  let isRunning = true;
  const seen = { highest: 0 };
  const readers = Array.from({ length: 4 }, async (_, index) => {
    for (let count = index; isRunning; count += 1) {
      const highestBefore = seen.highest;
      const price = (await priceReaders[count % priceReaders.length]?.()) ?? 0;
      expect(price).toBeGreaterThanOrEqual(highestBefore);
      seen.highest = Math.max(seen.highest, price);
    }
  });
  for (let pence = 3_000; pence < 3_050; pence += 1) await setPrice(pence);
  await expect.poll(() => seen.highest).toBe(3_049);
  isRunning = false;
  await Promise.all(readers);
});

const onHome = async () =>
  (await page('/')).querySelectorAll('article h3 a').map((link) => link.getAttribute('href')?.slice('/projects/'.length) ?? '');

it('the projects of the home page are the featured ones, by title, at most twelve, otherwise those with the most credits on sale', async () => {
  await sql`update carbon_projects set featured = false`;
  const largest =
    await sql`select slug from carbon_projects where sale_status = 'On sale' order by available_credits desc, id desc limit 12`;
  await expect.poll(onHome, halfMinute).toEqual(largest.map(({ slug }) => slug));

  await sql`update carbon_projects set featured = true where slug in ('wear-valley-mine-gas', 'argyll-atlantic-oakwood')`;
  await expect.poll(onHome, halfMinute).toEqual(['argyll-atlantic-oakwood', 'wear-valley-mine-gas']);

  await sql`update carbon_projects set title = 'Zenith Oakwood' where slug = 'argyll-atlantic-oakwood'`;
  await expect.poll(onHome, halfMinute).toEqual(['wear-valley-mine-gas', 'argyll-atlantic-oakwood']);

  await sql`update carbon_projects set featured = true`;
  await expect.poll(onHome, halfMinute).toHaveLength(12);
});

/** What answers each part of each question of an auditor. */
const complete = {
  ...{ external_id: 'X-1', registry_url: 'https://registry.example/1', methodology: 'VM0047', unit_type: 'Removal - nature' },
  ...{ units_status: 'issued', vintage_start: 2024, verification_report: 'Report 4', permanence_years: 100, buffer_share: 0.2 },
  ...{ shortfall_terms: 'The developer', serials: 'S-1 to S-9', retirement_place: 'The registry' },
  ratings: [{ agency: 'BeZero', rating: 'A', date: '2026-03-31' }],
  labels: [{ label: 'Corresponding adjustment applied', vintageStart: null, vintageEnd: null, source: 'Register', asOf: '2026-03-31' }],
};
const slugWithout = (column?: string) => `zz-asked-${column?.replaceAll('_', '-') ?? 'whole'}`;
/** What each of these projects lacks: one of them nothing, each other one of the columns. */
const lacking = [undefined, ...Object.keys(complete)];
/** How many questions are open without a column. The type of the units is a part of two answers. */
const openOf = (column?: string) => (column === undefined ? 0 : column === 'unit_type' ? 2 : 1);
const { ratings, labels } = complete;
for (const column of lacking) {
  const slug = slugWithout(column);
  const row = { ...projectRow(slug), ...complete, external_id: slug, ratings: sql.json(ratings), labels: sql.json(labels) };
  await sql`insert into carbon_projects ${sql({ ...row, ...(column && { [column]: null }) } as never)}`;
}

it('the questions of an auditor are open exactly where a part of the answer is missing, on the page and in the lists of /qms', async () => {
  for (const column of lacking) {
    const items = (await page(`/projects/${slugWithout(column)}`)).querySelectorAll('#audit ol > li');
    const asks = items.map(({ text }) => text.includes('Ask for it'));
    expect(asks, column).toHaveLength(8);
    expect(asks.filter(Boolean), column).toHaveLength(openOf(column));
    expect(asks, column).toEqual(items.map(({ text }) => text.includes('Not stated')));
  }
  // The lists to which /qms leads.
  const links = (await page('/qms')).querySelectorAll('#gaps li a').map((link) => link.getAttribute('href') ?? '');
  const lists = await Promise.all(links.map((link) => page(`${link}&q=zz-asked`)));
  for (const column of lacking) {
    const listed = lists.filter((list) => list.querySelector(`a[href="/projects/${slugWithout(column)}"]`));
    expect(listed, column).toHaveLength(openOf(column));
  }
  const card = (await page(`/projects?view=cards&q=${slugWithout('units_status')}`)).querySelector('main article');
  expect(card?.text).toContain('Issuance not stated');
});

it("a project's labels are on its page with source, date and vintages, and in a comparison only if its vintage has them", async () => {
  const labelled = 'wylye-chalk-grassland';
  const label = { source: 'https://icao.example/units', asOf: '2026-03-31', vintageStart: null, vintageEnd: null };
  const labels = [
    { ...label, label: 'CORSIA from 2027', vintageStart: 2024, vintageEnd: 2024 },
    { ...label, label: 'CCP-eligible programme', source: 'Letter of the programme' },
    { ...label, label: 'CCP-labelled', vintageStart: 1995, vintageEnd: 1996 },
    ...['SDG 13', 'SDG 15'].map((goal) => ({ ...label, label: goal })),
  ];
  await sql`update carbon_projects set labels = ${sql.json(labels)}, vintage_start = 2024, vintage_end = 2024 where slug = ${labelled}`;
  const shown = [
    like(/^CCP-labelledVintages 1995 to 1996The credits offered here are of other vintages/),
    like(/^Programme is CCP-eligibleAll credits offered here.*Source: Letter of the programme, 31 March 2026$/),
    like(/^CORSIA, from 2027.*Source: icao\.example, 31 March 2026$/),
    // What two labels have in common is shown once.
    like(/^SDG 13.*to which the source states a contribution/),
    expect.not.stringContaining('states a contribution'),
  ];
  const items = async () => (await page(`/projects/${labelled}`)).querySelectorAll('#labels li').map(({ textContent }) => textContent);
  await expect.poll(items, halfMinute).toEqual(shown);
  const rows = (await page(`/projects/compare?p=${labelled}`)).querySelectorAll('tr').map(({ textContent }) => textContent);
  const inComparison = rows.find((row) => row.startsWith('Labels'));
  expect(inComparison).toContain('Programme is CCP-eligible; CORSIA, from 2027, vintage 2024; SDG 13');
  expect(inComparison).not.toContain('CCP-labelled');
});

const idOf = async (slug: string) => (await sql`select id from carbon_projects where slug = ${slug}`)[0]?.id as number;

const compared = 'p=fenland-straw-biochar:30&p=karoo-ridge-wind:20';

it('a comparison has the rows of its page as CSV and as a workbook, with figures as numbers in a stated unit', async () => {
  await sql`
    update carbon_projects set title = '=1+1', methodology = 'VM9', methodology_version = '1.2' where slug = 'karoo-ridge-wind'
  `;
  const shown = await vi.waitFor(async () => {
    const document = await page(`/projects/compare?${compared}`);
    const links = document.querySelectorAll('a').map((link) => link.getAttribute('href'));
    expect(links).toEqual(expect.arrayContaining([`/projects/compare.csv?${compared}`, `/projects/compare.xlsx?${compared}`]));
    const rows = document
      .querySelectorAll('main table tr')
      .map((row) => row.querySelectorAll('th, td').map(({ textContent }) => textContent));
    for (const row of document.querySelectorAll('main dl > div')) {
      const [name, same] = row.querySelectorAll('dt, dd').map(({ textContent }) => textContent);
      rows.push([name ?? '', same ?? '', same ?? '']);
    }
    expect(rows[0]?.[2]).toContain('=1+1');
    return rows;
  }, halfMinute);
  const csv: string[][] = parseCsv(await text(`/projects/compare.csv?${compared}`));
  const sheet = await readSheet(await bytes(`/projects/compare.xlsx?${compared}`));
  expect(sheet.map((row) => row[0])).toEqual(csv.map(([name]) => name));
  const names = ['Country', 'Who bears a shortfall or a reversal', 'Serial numbers', 'Corresponding adjustment', 'How it is measured'];
  for (const name of [...names, 'Methodology']) {
    const onPage = shown.find(([first]) => first?.startsWith(name))?.slice(1);
    expect(onPage, name).toHaveLength(2);
    expect(sheet.find(([first]) => first === name)?.slice(1, 3), name).toEqual(onPage);
  }
  const onPageOnly = ['Project', 'Update the totals', 'Next step', 'Price', 'What you buy', 'Evidence', 'Storage and risk'];
  const inFile = sheet.map(([name]) => String(name).replace(/, in .*/, ''));
  expect(shown.map(([name = '']) => name).filter((name) => ![...onPageOnly, ...inFile].includes(name))).toEqual([]);
  expect([csv[0]?.[2], sheet[0]?.slice(2)]).toEqual(["'=1+1", ['=1+1', 'Your tonnes in all']]);
  const [price] = await sql`select price_per_credit / 100.0 as pounds from carbon_projects where slug = 'karoo-ridge-wind'`;
  expect(sheet.find(([name]) => name === 'Price per credit, excl. VAT, in pounds')?.[2]).toBe(Number(price?.pounds));
  expect(shown.find(([name]) => name?.startsWith('Price per credit, excl. VAT'))?.[2]).toBe(`£${Number(price?.pounds).toFixed(2)}`);
  const row = (name: string) => sheet.find(([first]) => first === name)?.slice(1);
  const [first, second, sum] = (row('Their cost, excl. VAT, in pounds') ?? []).map(Number);
  expect([row('Your tonnes, in t'), second, sum]).toEqual([[30, 20, 50], Number(price?.pounds) * 20, (first ?? 0) + (second ?? 0)]);
  expect(Number(row('Cost in all, incl. VAT, in pounds')?.[2])).toBeCloseTo((sum ?? 0) * 1.2, 1);
  // The button is there also where two projects differ in none of the facts that decide.
  const alike = await page(`/projects/compare?p=${slugWithout()}&p=${slugWithout('registry_url')}`);
  expect(alike.querySelectorAll('button[form=tonnes]')).toHaveLength(1);
});

it('the feed has the latest change first, with a stable id and the time of the change', async () => {
  await sql`update carbon_projects set price_per_credit = 3333 where slug = 'karoo-ridge-wind'`;
  const feed = await vi.waitFor(async () => {
    const document = parse(await text('/projects.xml'));
    expect(document.querySelector('entry id')?.textContent).toMatch(/\/projects\/karoo-ridge-wind$/);
    expect(document.querySelector('entry summary')?.textContent).toContain('£33.33');
    return document;
  }, halfMinute);
  const first = feed.querySelector('entry');
  const [row] = await sql`select updated_at from carbon_projects where slug = 'karoo-ridge-wind'`;
  expect(first?.querySelector('updated')?.textContent).toBe(row?.updated_at.toISOString());
  expect(feed.querySelector('feed > updated')?.textContent).toBe(row?.updated_at.toISOString());
});

it.each(['GET', 'HEAD'])('the former addresses of a project redirect permanently, keeping the query, for %s', async (method) => {
  await sql`update carbon_projects set slug = 'redesdale-wood' where slug = 'redesdale-edge-native-wood'`;
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

it('a project that is taken out of the catalogue is on no list, and answers 410 at each of its addresses', async () => {
  const slug = 'strathnairn-birch-and-rowan';
  const lists = ['/projects.csv', '/sitemap.xml', '/projects.xml', `/projects?q=${slug}&view=cards`];
  await sql`update carbon_projects set withdrawn_at = now(), withdrawn_reason = 'It was there twice' where slug = ${slug}`;
  // A kept page may be sent until the site has asked for the version of the data again.
  for (const list of lists) await expect.poll(() => text(list), halfMinute).not.toContain(`/projects/${slug}`);
  const gone = await get(`/projects/${slug}`);
  expect(gone.status).toBe(410);
  const explanation = await gone.text();
  for (const words of ['The reason: It was there twice', 'href="/projects"']) expect(explanation).toContain(words);
  const byId = await get(`/projects/${await idOf(slug)}`);
  expect([byId.status, byId.headers.get('location')]).toEqual([301, `/projects/${slug}`]);
  const answer = await get(`/api/v1/projects/${slug}`);
  expect([answer.status, (await answer.json()).code]).toEqual([410, 'project_withdrawn']);
  expect((await get('/projects/no-such-project')).status).toBe(404);
});

const setId = (slug: string, id: string) => sql`update carbon_projects set external_id = ${id} where slug = ${slug}`;
const both = '/projects/compare?p=argyll-atlantic-oakwood&p=ravenstone-gill-woodland';

it("a registry's id leads to its project; where two have it, the page offers both and the API finds none, unless it is our own id", async () => {
  const there = '/projects/argyll-atlantic-oakwood';
  await setId('argyll-atlantic-oakwood', 'VCS9001');
  const led = await get('/projects/verra-9001?tonnes=5');
  expect([led.status, led.headers.get('location')]).toEqual([301, `${there}?tonnes=5`]);
  const answer = await get('/api/v1/projects/verra-9001');
  expect([answer.status, answer.headers.get('content-location')]).toEqual([200, `/api/v1${there}`]);
  for (const address of ['/projects/GS9001', '/api/v1/projects/GS9001']) expect((await get(address)).status, address).toBe(404);

  await setId('argyll-atlantic-oakwood', 'WCC-77');
  await setId('ravenstone-gill-woodland', 'PC 77');
  const offer = await get('/projects/UKLCR77');
  expect([offer.status, offer.headers.get('location')]).toEqual([302, both]);
  expect((await get('/api/v1/projects/UKLCR77')).status).toBe(404);

  const id = await idOf('ravenstone-gill-woodland');
  await setId('argyll-atlantic-oakwood', `CDC-${id}`);
  expect((await get(`/projects/${id}`)).headers.get('location')).toBe(both);
  expect((await get(`/api/v1/projects/${id}`)).headers.get('content-location')).toBe('/api/v1/projects/ravenstone-gill-woodland');
});

it('a whole catalogue without coordinates has maps with the projects in the middle of their countries, on base maps that exist; an impact of 0 is not stated', async () => {
  const paths = ['/geospatial', '/impact-hub'];
  // A mark of several projects leads to the list's map: here of all those of a country.
  const shared = await sql`select country from carbon_projects where country is not null group by country having count(*) > 1`;
  await sql`update carbon_projects set impact_per_year = 0`;
  await expect.poll(async () => (await page('/geospatial')).querySelector('#metadata')?.text, halfMinute).toContain('impactNot stated');
  // So that both have to follow a change.
  for (const path of paths) await text(path);
  await sql`update carbon_projects set latitude = null, longitude = null`;
  for (const path of paths) {
    const main = async () => (await page(path)).querySelector('main');
    await expect.poll(async () => (await main())?.querySelectorAll('a[href*="#mark-"]'), halfMinute).toHaveLength(shared.length);
    const pictures =
      (await main())
        ?.querySelectorAll('img, image')
        .flatMap((picture) => picture.getAttribute('src') ?? picture.getAttribute('href') ?? []) ?? [];
    expect(pictures.length).toBeGreaterThan(1);
    for (const picture of pictures) expect((await get(picture)).status, `${path}: ${picture}`).toBe(200);
  }
});

it('a whole catalogue with a single sample project left says so, in the API and on every page, until that is gone, too', async () => {
  const pages = ['/contact', '/', '/projects/karoo-ridge-wind'];
  expect(await json('/api/v1/projects/karoo-ridge-wind')).toMatchObject({ isSample: true });
  await sql`update carbon_projects set figures_source = 'Our own' where slug <> 'karoo-ridge-wind'`;
  await expect.poll(() => json('/api/v1/projects/fenland-straw-biochar'), halfMinute).toMatchObject({ isSample: false });
  for (const path of pages) await expect.poll(() => text(path), halfMinute).toContain(texts.samples.text);
  await sql`update carbon_projects set figures_source = 'Our own'`;
  // /contact shows no data, and comes from the cache.
  for (const path of pages) await expect.poll(() => text(path), halfMinute).not.toContain(texts.samples.text);
});

it('a whole catalogue without prices is listed on /credits all the same, and only products without any are not on sale while others are', async () => {
  const named = async () => (await page('/credits')).querySelectorAll('[aria-labelledby=portfolio-title] li').map(({ text }) => text);
  const without = async () => (await named()).map((text) => text.includes(products.none));
  await sql`update carbon_projects set price_per_credit = null where project_type <> 'Biochar'`;
  await expect.poll(without, halfMinute).toEqual(products.kinds.map(({ type }) => type !== 'Biochar'));
  await sql`update carbon_projects set price_per_credit = null`;
  const cards = async () => (await page('/credits')).querySelectorAll('#projects article').map(({ textContent }) => textContent);
  await expect.poll(async () => (await cards()).every((text) => text.includes('Not set yet')), halfMinute).toBe(true);
  expect((await cards()).length).toBeGreaterThan(30);
  // Its demo of the API, which has priced projects alone, has none to show.
  expect(await text('/impact-hub')).toContain(demo.empty);
  // For the suite that follows, which buys.
  await sql`update carbon_projects set price_per_credit = 2500`;
});
