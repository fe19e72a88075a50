import { parse } from 'node-html-parser';
import { expect, inject, it } from 'vitest';

const base = inject('siteUrl');

it('each page of the sitemap may be indexed, under the address that the sitemap gives', async () => {
  const sitemap = await (await fetch(`${base}/sitemap.xml`)).text();
  const addresses = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => address);
  expect(addresses.length).toBeGreaterThan(60);
  const wrong: string[] = [];
  for (const address of addresses) {
    const page = parse(await (await fetch(base + new URL(address).pathname)).text());
    const robots = page.querySelector('meta[name=robots]')?.getAttribute('content') ?? '';
    const canonical = page.querySelector('link[rel=canonical]')?.getAttribute('href');
    if (!robots.startsWith('index') || canonical !== address) wrong.push(`${address}: ${robots}, ${canonical}`);
  }
  expect(wrong).toEqual([]);
});
