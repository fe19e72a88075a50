import { parse } from 'node-html-parser';
import { expect, inject, it } from 'vitest';

const base = inject('siteUrl');

it('every page in the sitemap is indexable, under its address in the sitemap', async () => {
  const sitemap = await (await fetch(`${base}/sitemap.xml`)).text();
  const addresses = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => address);
  expect(addresses.length).toBeGreaterThan(60);
  const mismatches: string[] = [];
  for (const address of addresses) {
    const page = parse(await (await fetch(base + new URL(address).pathname)).text());
    const robots = page.querySelector('meta[name=robots]')?.getAttribute('content') ?? '';
    const canonical = page.querySelector('link[rel=canonical]')?.getAttribute('href');
    if (!robots.startsWith('index') || canonical !== address) mismatches.push(`${address}: ${robots}, ${canonical}`);
  }
  expect(mismatches).toEqual([]);
});
