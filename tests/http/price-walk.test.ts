import { createTRPCClient, httpBatchLink } from '@trpc/client';
import { parse as parseCsv } from 'csv-parse/sync';
import { type HTMLElement, parse } from 'node-html-parser';
import superjson from 'superjson';
import { beforeAll, describe, expect, it } from 'vitest';
import type { AppRouter } from '#server/api/rpc/router.ts';
import { ownSite } from '#tests/support/own-site.ts';

const { sql, get, page, url } = ownSite();
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
    const found = amounts(element.textContent);
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

  it('in REST and in RPC', async () => {
    const list: { id: number; pricePerCredit: number }[] = await (await get('/api/carbon-projects')).json();
    expectPrices(
      list.map(({ id, pricePerCredit }) => [slugs.get(id) ?? '', pricePerCredit]),
      { all: true },
    );

    const client = createTRPCClient<AppRouter>({ links: [httpBatchLink({ url: `${url()}/api/rpc`, transformer: superjson })] });
    const { projects } = await client.projects.list.query();
    expectPrices(
      projects.map(({ slug, pricePerCredit }) => [slug, pricePerCredit ?? undefined]),
      { all: true },
    );
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
