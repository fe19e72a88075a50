import { parse as parseCsv } from 'csv-parse/sync';
import { type HTMLElement, parse } from 'node-html-parser';
import { beforeAll, describe, expect, it } from 'vitest';
import { ownSite } from '#tests/support/own-site.ts';
import { patient } from '#tests/support/site.ts';

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
