import { type HTMLElement, parse } from 'node-html-parser';
import { expect, inject, it } from 'vitest';
import { availabilities, breachesIn } from '#tests/support/search-engine-rules.ts';

const base = inject('siteUrl');

it('every page in the sitemap is indexable, under its address in the sitemap, and its structured data keeps the rules and says what the page says', async () => {
  const sitemap = await (await fetch(`${base}/sitemap.xml`)).text();
  const addresses = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => address);
  expect(addresses.length).toBeGreaterThan(60);
  const mismatches: string[] = [];
  for (const address of addresses) {
    const page = parse(await (await fetch(base + new URL(address).pathname)).text());
    const robots = page.querySelector('meta[name=robots]')?.getAttribute('content') ?? '';
    const canonical = page.querySelector('link[rel=canonical]')?.getAttribute('href');
    if (!robots.startsWith('index') || canonical !== address) mismatches.push(`${address}: ${robots}, ${canonical}`);
    for (const script of page.querySelectorAll('script[type="application/ld+json"]')) {
      const description = JSON.parse(script.textContent);
      mismatches.push(...breachesIn(description).map((breach) => `${address}: ${breach}`));
      if (description['@type'] === 'Product') mismatches.push(...contradictions(description, page).map((text) => `${address}: ${text}`));
    }
  }
  expect(mismatches).toEqual([]);
});

type Described = {
  name: string;
  offers: { availability: string; priceSpecification: { price: string }; inventoryLevel?: { value: number } };
};

/** Lists what a product's description says and its page does not. */
function contradictions({ name, offers }: Described, page: HTMLElement): string[] {
  const text = page.querySelector('article header')?.textContent ?? '';
  const price = Number(offers.priceSpecification.price).toLocaleString('en-GB', { style: 'currency', currency: 'GBP' });
  const soldOut = offers.availability.endsWith('/OutOfStock');
  const left = soldOut ? 'Sold out' : (offers.inventoryLevel?.value.toLocaleString('en-GB') ?? '');
  return [
    ...[name, price, left].filter((fact) => !text.includes(fact)).map((fact) => `the page does not say ${fact}`),
    ...(availabilities.includes(offers.availability) ? [] : [`${offers.availability} is unknown`]),
  ];
}
