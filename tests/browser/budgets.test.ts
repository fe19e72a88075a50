import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { laptop, phone, testBrowser } from '#tests/support/browser.ts';
import { layoutShift } from '#tests/support/layout-shift.ts';
import { ownSite } from '#tests/support/own-site.ts';

const browser = testBrowser();
/**
 * A separate site, so that page sizes are the same in every run: other tests change the shared site's catalogue, and pages contain the
 * site's address.
 */
const site = ownSite({ PUBLIC_URL: 'http://localhost:3000' });

const open = (address: string, viewport = phone) => browser.open(address, { ...viewport, baseURL: site.url() });
const openFinished = (address: string) => browser.openFinished(address, { ...phone, baseURL: site.url() });

/** Bytes with Brotli: of the script in the page, which is all that runs before the first paint. */
const inlineScriptBytes = 5_000;
/** What a server may send before the first acknowledgement: ten segments. */
const firstFlightBytes = 14_336;
/** A page with all its styles; one limit for all. */
const pageBytes = 30_000;
/** Of all scripts, after using everything on a page with islands, and on one without, which never loads React. */
const totalScriptBytes = 110_000;
const plainScriptBytes = 8_000;

const project = '/projects/cwm-ty-coch-hillside-woodland';
const shortlist = '/shortlist?p=cwm-ty-coch-hillside-woodland:10';
/** One page of each kind, and the longest. */
const addresses = [
  ...new Set([
    ...['/', '/about', '/how-it-works', '/contact', '/book-call', '/enterprise', '/enterprise/contact', '/blog', '/vcs', '/terms'],
    ...['/blockchain', '/carbon-credits', '/carbon-standards', '/standards', '/geospatial'],
    ...['/developers', '/developers/catalogue', '/impact-hub'],
    ...['/credits', '/projects', '/blog/esg-tnfd-reporting', '/blog/sustainable-business-practices'],
    ...[project, shortlist, '/projects/compare?p=cwm-ty-coch-hillside-woodland'],
  ]),
];
/** Browsers call 0.1 good. Most pages have 0; the rest is text that moves as the fonts load. */
const maxShift = 0.05;

/** Pages on which everything is used after that: their scripts then stay within a second budget. */
const usedPages = new Set([
  ...['/contact', '/enterprise/contact', '/blog', '/credits', '/verify', '/', '/impact-hub', '/geospatial', '/projects'],
  ...[project, '/blog/blockchain-transparency', shortlist],
]);

describe.each([...new Set([...addresses, ...usedPages])])('%s', (address) => {
  it('is small, starts within the first 14 kB, does not shift, and stays small when everything is used', async () => {
    const { page, html, requests, networkIdle } = await openFinished(address);
    const script = /<script(?: nonce="[^"]*")?>(.*?)<\/script>/s.exec(html)?.[1] ?? '';
    expect(brotliSize(script, inlineScriptBytes)).toBeLessThanOrEqual(inlineScriptBytes);
    expect(brotliSize(withFixedValues(html), pageBytes)).toBeLessThanOrEqual(pageBytes);
    // Its styles, its header and its first heading. Compression of a prefix: what follows does not enlarge it.
    const end = html.indexOf('</h1>');
    expect(end).toBeGreaterThan(0);
    expect(brotliSize(withFixedValues(html.slice(0, end)), firstFlightBytes)).toBeLessThanOrEqual(firstFlightBytes);
    expect(await page.evaluate(blockingRequests)).toEqual([]);
    const origin = new URL(site.url()).origin;
    const foreign = requests.filter(({ url }) => !url.startsWith('data:') && new URL(url).origin !== origin);
    if (address !== '/book-call') expect(foreign).toEqual([]);
    // The manifest would block the first paint: it is linked afterwards.
    expect(html).not.toContain('rel="manifest"');
    await page.locator('link[rel="manifest"][href="/site.webmanifest"]').waitFor({ state: 'attached' });
    await page.evaluate(scrollThrough);
    expect(await layoutShift(page)).toBeLessThan(maxShift);

    if (!usedPages.has(address)) return;
    await operateEverything(page, networkIdle);
    const budget = html.includes('data-island') ? totalScriptBytes : plainScriptBytes;
    expect(scriptSize(requests), `kB: ${listScripts(requests)}`).toBeLessThanOrEqual(budget);
  }, 120_000);
});

it('prefetches a page while the pointer rests on its link, and shows the prefetched page', async () => {
  const { page } = await open('/how-it-works', laptop);
  const session = await page.context().newCDPSession(page);
  const isPrefetched = new Promise<void>((resolve) =>
    session.on('Preload.prefetchStatusUpdated', ({ prefetchUrl, status }) => {
      if (prefetchUrl.endsWith('/about') && status === 'Ready') resolve();
    }),
  );
  await session.send('Preload.enable');
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'About Us' });
  await link.hover();
  await isPrefetched;
  await link.click();
  await page.waitForURL('**/about');
  const delivery = await page.evaluate(() => {
    const [entry] = performance.getEntriesByType('navigation') as (PerformanceNavigationTiming & { deliveryType?: string })[];
    return entry?.deliveryType;
  });
  expect(delivery).toBe('navigational-prefetch');
});

/** Opens, presses, fills in and submits everything there is. */
async function operateEverything(page: Page, networkIdle: () => Promise<void>): Promise<void> {
  await page.keyboard.press('Shift');
  for (const term of await page.locator('ul[data-island] a, g[data-island] a').all()) {
    if (!(await term.isVisible())) continue;
    await term.focus();
    await term.hover();
    break;
  }
  for (const opener of await page.locator('button[aria-haspopup="dialog"]').all()) {
    await opener.click();
    await sendForms(page, 'dialog[open] form', networkIdle);
    await page.keyboard.press('Escape');
    break;
  }
  await sendForms(page, 'main [data-island] form:not(dialog form), main form[data-island]', networkIdle);
  for (const button of await page.locator('main [data-island] > button[type="button"]').all()) {
    if (await button.isVisible()) await button.click();
  }
  await networkIdle();
}

async function sendForms(page: Page, selector: string, networkIdle: () => Promise<void>): Promise<void> {
  for (const form of await page.locator(selector).all()) {
    const send = form.locator('[type="submit"]:not([formaction])').first();
    if (!(await send.isVisible())) continue;
    await send.click();
    await networkIdle();
    for (const [name, value] of Object.entries(typed)) {
      const field = form.locator(`[name="${name}"]`);
      if ((await field.count()) === 1 && (await field.isVisible())) await field.fill(value);
    }
    const sector = form.locator('select[name="sector"]');
    if (await sector.count()) await sector.selectOption('Retail');
    await send.click();
    await networkIdle();
  }
}

const typed = {
  name: 'Ada Lovelace',
  email: 'budget@browser.example',
  organisation: 'Analytical Engines',
  message: 'How many tonnes are left of it?',
};

/** Returns the size with Brotli of the distinct scripts among the requests. */
function scriptSize(requests: { type: string; url: string }[]): number {
  return scriptsOf(requests).reduce((total, { size }) => total + size, 0);
}

function listScripts(requests: { type: string; url: string }[]): string {
  return scriptsOf(requests)
    .map(({ name, size }) => `${name} ${size}`)
    .join(', ');
}

function scriptsOf(requests: { type: string; url: string }[]): { name: string; size: number }[] {
  const names = new Set(
    requests.map(({ url }) => new URL(url).pathname).filter((name) => name.startsWith('/assets/') && name.endsWith('.js')),
  );
  return [...names].map((name) => ({ name: path.basename(name), size: sizeOfScript(name) }));
}

const scriptSizes = new Map<string, number>();

function sizeOfScript(name: string): number {
  const size = scriptSizes.get(name) ?? brotliSize(withFixedHashes(readFileSync(path.join('dist/public', name), 'utf8')));
  scriptSizes.set(name, size);
  return size;
}

// Brotli compresses other hashes and times differently: the same page by up to 90 bytes. So that its size depends on its content only,
// they are replaced with fixed ones that look like them.

/** Replaces the hashes in the names of files, and the dates and times of the database's rows. */
function withFixedValues(html: string): string {
  const times = new Map<string, string>();
  return withFixedHashes(html)
    .replaceAll(/\d+ [A-Z][a-z]+ 20\d\d, \d\d:\d\d GMT/g, '25 November 2026, 16:41 GMT')
    .replaceAll(/20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, (time) => {
      if (!times.has(time)) times.set(time, `2026-11-25T14:5${times.size}:08.47${times.size}Z`);
      return times.get(time) as string;
    });
}

/** Replaces the hash in the name of each built file with one of the rest of its name. */
function withFixedHashes(text: string): string {
  return text.replaceAll(
    /([\w.]+)-[\w-]{8}(?=\.(?:js|css|woff2)\b)/g,
    (_, name) => `${name}-${hash('sha256', name, 'base64url').slice(0, 8)}`,
  );
}

/**
 * Returns the size at the quality that a cached response eventually reaches, or at a lower one where that is within the limit already:
 * the best takes a third of a second a page.
 */
function brotliSize(text: string, limit = 0): number {
  const sizeAt = (quality: number) => brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }).length;
  const quick = sizeAt(5);
  return quick <= limit ? quick : sizeAt(11);
}

function blockingRequests(): string[] {
  const entries = performance.getEntriesByType('resource') as (PerformanceResourceTiming & { renderBlockingStatus?: string })[];
  return entries.filter(({ renderBlockingStatus }) => renderBlockingStatus === 'blocking').map(({ name }) => name);
}

async function scrollThrough(): Promise<void> {
  // A visitor scrolls later than the fonts arrive.
  await document.fonts.ready;
  for (let y = 0; y < document.body.scrollHeight; y += innerHeight) {
    scrollTo({ top: y, behavior: 'instant' });
    await new Promise((resolve) => setTimeout(resolve, 15));
  }
}
