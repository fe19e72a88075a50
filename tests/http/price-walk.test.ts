import { parse as parseCsv } from 'csv-parse/sync';
import { type HTMLElement, parse } from 'node-html-parser';
import { beforeAll, describe, expect, it } from 'vitest';
import { ownSite } from '#tests/support/own-site.ts';
import { patient } from '#tests/support/site.ts';

const site = ownSite(patient);
const { sql, get, page } = site;
/** The prices in the database, in pence, by slug. Everything else is compared with these. */
const expectedPrices = new Map<string, number>();
const slugs = new Map<number, string>();

beforeAll(async () => {
  // Odd amounts that would lose a penny to floats or rounding.
  const odd = [1, 99, 100, 101, 1005, 1115, 2999, 100_000, 99_999_999, 100_000_000];
  const rows = await sql()<{ id: number }[]>`select id from carbon_projects order by id`;
  for (const [i, price] of odd.entries())
    await sql()`update carbon_projects set price_per_credit = ${price} where id = ${rows[i]?.id ?? 0}`;
  for (const { id, slug, price } of await sql()<{ id: number; slug: string; price: number }[]>`
    select id, slug, price_per_credit as price from carbon_projects
  `) {
    expectedPrices.set(slug, price);
    slugs.set(id, slug);
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
    for (const slug of expectedPrices.keys()) {
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
  const person = { name: 'Grace Hopper', message: 'For our report in April.' };
  const stored = (email: string) => sql()`
    select line_number from messages join message_lines as line on message_id = messages.id where email = ${email}
  `;
  const inOrder = async (condition: ReturnType<ReturnType<typeof sql>>) => {
    const [row] = await sql()<{ slug: string; available: number; vintageEnd: number }[]>`
      select slug, available_credits as available, vintage_end as "vintageEnd" from carbon_projects where ${condition} order by slug limit 1
    `;
    return row ?? { slug: '', available: 0, vintageEnd: 0 };
  };
  const ask = async (path: string, fields: object) => {
    const answer = await site.post(path, fields);
    return { status: answer.status, json: await answer.json() };
  };

  it('are in no total and no mail, and say why, on the shortlist, in a basket and in a quote alike', async () => {
    const [first, soldOut, later, some] = await Promise.all([
      inOrder(sql()`sale_status = 'On sale' and category = 'Biochar' and available_credits > 7`),
      inOrder(sql()`sale_status = 'Sold out'`),
      inOrder(sql()`sale_status = 'Not yet on sale' and price_per_credit is not null`),
      inOrder(sql()`sale_status = 'On sale' and units_status = 'issued' and category <> 'Biochar'`),
    ]);
    const lines = [
      { slug: first.slug, tonnes: 7 },
      { slug: soldOut.slug, tonnes: 1 },
      { slug: some.slug, tonnes: some.available + 1 },
      { slug: later.slug, tonnes: 2 },
    ];
    const subtotal = 7 * (expectedPrices.get(first.slug) ?? 0);
    const reasons = [
      { field: 'lines.1.tonnes', reason: 'sold_out' },
      { field: 'lines.2.tonnes', reason: 'too_many', available: some.available },
      { field: 'lines.3.tonnes', reason: 'not_yet_on_sale' },
    ];
    const { json: basket } = await ask('/api/v1/baskets', { lines });
    expect(basket).toMatchObject({
      lines: [{ refusal: null }, ...reasons.map(({ field: _, ...refusal }) => ({ refusal, cost: null }))],
      subtotal,
      tonnes: { total: 7 },
    });

    const email = 'refused@quote.example';
    const { status, json: problem } = await ask('/api/v1/quotes', { ...person, email, lines });
    expect([status, problem]).toMatchObject([422, { code: 'lines_refused', errors: reasons }]);
    expect(await stored(email)).toEqual([]);

    const list = lines.map(({ slug, tonnes }) => `p=${slug}:${tonnes}`).join('&');
    const page = parse(await (await fetch(`${site.url}/shortlist?${list}`)).text());
    const pounds = new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'GBP' });
    expect(page.querySelector('tfoot')?.textContent).toContain(pounds.format(basket.total / 100));
    expect(page.querySelectorAll('form[action^="/api/quote-request"] input[name="p"]').map((line) => line.getAttribute('value'))).toEqual([
      `${first.slug}:7:${expectedPrices.get(first.slug)}`,
    ]);
    expect(page.querySelectorAll(`a[href*="t.${some.slug}=${some.available}"]`)).toHaveLength(1);

    const body = new URLSearchParams({ ...person, email, p: `${some.slug}:${some.available + 1}` });
    const posted = await fetch(`${site.url}/api/quote-request`, { method: 'POST', body, redirect: 'manual' });
    expect([posted.status, await posted.text()]).toEqual([
      422,
      expect.stringContaining(`At most ${some.available.toLocaleString('en-GB')}`),
    ]);
    expect(await stored(email)).toEqual([]);

    const calculated = parse(await (await fetch(`${site.url}/projects/${some.slug}?tonnes=${some.available + 1}`)).text());
    expect(calculated.querySelector('#cost')?.textContent).not.toContain('Total, incl. VAT');
  });
});
