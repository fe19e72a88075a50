import { createHash, hash, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import type { Page } from 'playwright';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { sitePages } from '#shared/content/navigation.ts';
import { accessibilityViolations } from '#tests/support/accessibility.ts';
import { laptop, phone, testBrowser } from '#tests/support/browser.ts';
import { layoutShift } from '#tests/support/layout-shift.ts';
import { ownSite } from '#tests/support/own-site.ts';
import { changedByAdding, large, overflows, setUserStyle, spaced } from '#tests/support/page-looks.ts';

const browser = testBrowser();
/**
 * A separate site, so that page sizes are the same in every run: other tests change the shared site's catalogue, and pages contain the
 * site's address. What changes it stands last here.
 */
const site = ownSite({ PUBLIC_URL: 'http://localhost:3000', DATABASE_STATEMENT_TIMEOUT_MS: '800', DATABASE_CONNECT_TIMEOUT_MS: '800' });
const openFinished = (address: string) => browser.openFinished(address, { ...phone, baseURL: site.url });
const open = (address: string, options: Parameters<typeof browser.open>[1] = {}) =>
  browser.open(address, { baseURL: site.url, ...options });

/** Bytes with Brotli: of the script in the page, which is all that runs before the first paint. */
const inlineScriptBytes = 5_000;
/** What a server may send before the first acknowledgement: ten segments. */
const firstFlightBytes = 14_336;
/** A page with all its styles; one limit for all. */
const pageBytes = 30_000;
/** Of all scripts, after using everything on a page with islands, and on one without, which never loads React. */
const totalScriptBytes = 110_000;
const plainScriptBytes = 8_000;
/** Browsers call 0.1 good. Most pages have 0; the rest is text that moves as the fonts load. */
const maxShift = 0.05;

const project = '/projects/cwm-ty-coch-hillside-woodland';
const shortlist = '/shortlist?p=cwm-ty-coch-hillside-woodland:10';
/** One page of each kind. These are judged at 1280 px too, for the grounds and columns that only a laptop has, and compared with all styles. */
const kinds = [
  ...['/', '/credits', '/projects', '/projects?view=table', project, shortlist, '/record', '/impact-hub', '/geospatial', '/carbon-credits'],
  ...['/enterprise/compliance', '/enterprise/contact', '/contact', '/book-call', '/blog', '/developers', '/developers/agents', '/terms'],
];
/** Pages on which everything is used after that: their scripts then stay within a second budget. */
const usedPages = new Set([
  ...['/contact', '/enterprise/contact', '/blog', '/credits', '/verify', '/', '/impact-hub', '/geospatial', '/projects'],
  ...[project, '/blog/blockchain-transparency', shortlist],
]);
/** Every page, and each state of one that has others. */
const addresses = [
  ...new Set([
    ...kinds,
    ...usedPages,
    ...sitePages.map(({ path: own }) => own),
    ...['/blog/esg-tnfd-reporting', '/blog/sustainable-business-practices', '/shortlist', '/nowhere'],
    ...['/portfolio?tonnes=900000&max=30', '/portfolio?tonnes=5&budget=4', '/portfolio?tonnes=500&year=2026'],
    '/contact?project=strathnairn-birch-and-rowan&tonnes=9999999',
    '/contact?project=strathnairn-birch-and-rowan&ask=boundary',
    '/projects/compare',
    '/projects/compare?p=strathnairn-birch-and-rowan&p=fenland-straw-biochar',
    '/shortlist?p=strathnairn-birch-and-rowan:250&p=fenland-straw-biochar:999999&p=gone-project:1&removed=weald-coppice-biochar:2',
    '/shortlist?p=strathnairn-birch-and-rowan:250&p=fenland-straw-biochar:7&on=2026-01-10',
  ]),
];
/** With text at 200%, their table is wider than a window of 1280 px. */
const isLong = (address: string) => /^\/shortlist\?.*p=.*p=/.test(address);
const figure = /[£\d][\d.,]+/g;
/** By page: what stays on one line in its tables. A serial number, as on /record, may be split. */
const unsplit: Record<string, RegExp> = {
  '/impact-hub': /[£\d][\d.,]+|CR-\d+/g,
  '/projects?view=table': figure,
  '/geospatial': figure,
  '/record': /CR-\d+/g,
};
const tablet = { viewport: { width: 768, height: 1024 } };
const narrow = { viewport: { width: 320, height: 640 } };

/** Each page is opened once, and looked at in every way: opening takes longer than most looks. */
it.each(addresses)(
  '%s is light, keeps still, fits every window, carries its styles and has no accessibility violations',
  async (address) => {
    const { page, html, requests, networkIdle, problems } = await openFinished(address);
    expectLight(html);
    expect(await page.evaluate(blockingRequests)).toEqual([]);
    if (address !== '/book-call') expect(requests.filter(({ url }) => !url.startsWith('data:') && !url.startsWith(site.url))).toEqual([]);
    // The manifest would block the first paint: it is linked afterwards.
    expect(html).not.toContain('rel="manifest"');
    await page.locator('link[rel="manifest"][href="/site.webmanifest"]').waitFor({ state: 'attached' });
    await page.evaluate(scrollThrough);
    expect(await layoutShift(page)).toBeLessThan(maxShift);
    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
    await page.waitForFunction(() => !document.querySelector('[data-island="waiting"]'));

    expect(await faultsOf(page, address)).toEqual([]);
    // The scheduler cannot be reached. A busy site turns away some of what the browser prefetches.
    expect(problems.filter((text) => !/\/book-call: |\/nowhere: |503/.test(text))).toEqual([]);

    if (!usedPages.has(address)) return;
    await operateEverything(page, networkIdle);
    const budget = html.includes('data-island') ? totalScriptBytes : plainScriptBytes;
    expect(scriptSize(requests), `kB: ${listScripts(requests)}`).toBeLessThanOrEqual(budget);
  },
  120_000,
);

/** What is wrong with how a page looks: what axe objects to, what has no room, what its styles lack. */
async function faultsOf(page: Page, address: string): Promise<string[]> {
  const faults: string[] = [];
  // All questions, and one card of each group.
  await page.evaluate(() => {
    for (const details of document.querySelectorAll<HTMLDetailsElement>('details:not([open])')) details.open = true;
  });
  // Header and footer are the same on every page, except for the ground of the header of /: checking them on two is enough.
  const except = ['/', '/credits'].includes(address) ? [] : ['.site-header', '.site-footer'];
  const judge = async () => {
    faults.push(...(await accessibilityViolations(page, { except })));
    for (const dialog of await page.locator('dialog').all()) {
      await dialog.evaluate((element: HTMLDialogElement) => element.showModal());
      faults.push(...(await accessibilityViolations(page, { parts: ['dialog[open]'] })));
      await dialog.evaluate((element: HTMLDialogElement) => element.close());
    }
  };
  await judge();
  for (const [{ viewport }, style] of [
    [narrow, spaced],
    [laptop, ''],
    [laptop, large],
    [tablet, ''],
  ] as const) {
    if (style === large && isLong(address)) continue;
    await page.setViewportSize(viewport);
    await page.evaluate(setUserStyle, style);
    const { width, thin, split, lone, isCovered } = await page.evaluate(overflows, unsplit[address]);
    const at = ` at ${viewport.width} px${style === large ? ' with text at 200%' : ''}`;
    if (width > viewport.width) faults.push(`scrolls sideways${at}: ${width}`);
    faults.push(...thin.map((text) => `squeezed${at}: ${text}`));
    if (style === large) faults.push(...split.map((text) => `split across lines${at}: ${text}`));
    if (style === '') faults.push(...lone.map((text) => `alone in its row${at}: ${text}`));
    if (isCovered) faults.push(`the header covers the headline${at}`);
  }
  await page.evaluate(setUserStyle, '');
  if (!kinds.includes(address)) return faults;
  await page.setViewportSize(laptop.viewport);
  await judge();
  return [...faults, ...(await changedByAdding(page)).map((element) => `lacks a style: ${element}`)];
}

function expectLight(html: string): void {
  const script = /<script(?: nonce="[^"]*")?>(.*?)<\/script>/s.exec(html)?.[1] ?? '';
  expect(brotliSize(script, inlineScriptBytes)).toBeLessThanOrEqual(inlineScriptBytes);
  expect(brotliSize(withFixedValues(html), pageBytes)).toBeLessThanOrEqual(pageBytes);
  // Its styles, its header and its first heading. Compression of a prefix: what follows does not enlarge it.
  const end = html.indexOf('</h1>');
  expect(end).toBeGreaterThan(0);
  expect(brotliSize(withFixedValues(html.slice(0, end)), firstFlightBytes)).toBeLessThanOrEqual(firstFlightBytes);
}

it('a missing style would be noticed', async () => {
  const { page } = await openFinished('/terms');
  await page.evaluate(() => {
    const sheet = document.querySelector<HTMLStyleElement>('head > style')?.sheet;
    sheet?.deleteRule([...sheet.cssRules].findIndex((rule) => (rule as CSSStyleRule).selectorText === '.font-semibold'));
  });
  expect(await changedByAdding(page)).toContainEqual(expect.stringContaining('<button'));
});

it('a dialog carries all its styles after hydration too', async () => {
  const { page } = await openFinished('/contact');
  await page.getByRole('button', { name: 'Email Us' }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Send Message' }).click();
  await page.locator('[data-island="ready"]').first().waitFor({ state: 'attached' });
  await page.locator('[aria-invalid="true"]').first().waitFor();
  // The button's transition has to end.
  await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState === 'finished'));
  expect(await changedByAdding(page)).toEqual([]);
});

it('the mobile menu has no accessibility violations while open', async () => {
  const { page } = await open('/', { ...phone, reducedMotion: 'reduce' });
  await page.getByRole('button', { name: 'Menu' }).click();
  expect(await accessibilityViolations(page, { parts: ['.site-header'] })).toEqual([]);
});

it('neither the lists nor a form nor a missing page scrolls sideways at 320 px without JavaScript, and each card stands one part below the other', async () => {
  const { page } = await open('/livez', { ...narrow, javaScriptEnabled: false, expectProblems: true });
  for (const [address, least] of [
    ['/', 6],
    ['/credits', 26],
    ['/projects?view=cards', 20],
    ['/contact', 0],
    ['/nowhere', 0],
  ] as const) {
    await page.goto(address);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), address).toBeLessThanOrEqual(320);
    const tops = await page
      .getByRole('article')
      .evaluateAll((cards) =>
        cards.map((card) =>
          [...card.children].filter((part) => part.getClientRects().length > 0).map((part) => part.getBoundingClientRect().top),
        ),
      );
    expect(tops.length, address).toBeGreaterThanOrEqual(least);
    for (const card of tops) expect(card, address).toEqual(card.toSorted((a, b) => a - b));
  }
});

it('a quote’s page, and each page with a name of 300 letters without a blank, is no wider than its window at 320 and 1280 px', async () => {
  const [title, beneficiary] = ['X'.repeat(300), 'W'.repeat(290)];
  const post = (address: string, body: object, headers: Record<string, string> = {}) =>
    site.get(address, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) });
  const quote = await post('/api/v1/quotes', {
    name: 'Ada',
    email: 'ada@axe.example',
    lines: [{ slug: 'fenland-straw-biochar', tonnes: 7 }],
  });
  const quotePage = new URL(((await quote.json()) as { url: string }).url).pathname;
  const retired = async () => (await site.sql()<[{ count: number }]>`select count(*)::int as count from record_certificates`)[0].count;
  await vi.waitUntil(async () => (await retired()) >= 5, { timeout: 60_000 });
  await site.sql()`update carbon_projects set title = ${title} where slug = 'moray-brash-biochar'`;
  const key = createHash('sha256').update('carma_long').digest();
  await site.sql()`insert into record_keys (name, key_hash, scopes) values ('long', ${key}, '{retire}')`;
  const retirement = { project: 'moray-brash-biochar', quantity: 7, beneficiary, purpose: 'V'.repeat(300), reference: 'U'.repeat(900) };
  const answer = await post('/api/v1/record/retire', retirement, { authorization: 'Bearer carma_long', 'idempotency-key': randomUUID() });
  expect(answer.status).toBe(201);
  const { certificate, entry } = (await answer.json()) as { certificate: string; entry: number };
  const { page } = await open('/livez', { expectProblems: true });
  const wide: Record<string, number> = {};
  for (const address of [
    ...['/record', '/record?q=WWWW', '/record?q=xxxx', `/record/entries/${entry}`, `/certificates/${certificate}`, '/record/batches/1'],
    ...[`/record/disclosure?c=${certificate}`, `/record/disclosure?c=${certificate},CR-000001,${'Y'.repeat(200)}`, quotePage],
    ...[`/verify?certificate=${certificate}`, '/', '/credits', '/projects', '/projects/moray-brash-biochar', '/impact-hub'],
  ]) {
    await page.goto(address);
    for (const width of [320, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      const found = await page.evaluate(() => document.documentElement.scrollWidth);
      if (found > width) wide[`${address} at ${width} px`] = found;
    }
    if (address === quotePage) expect(await accessibilityViolations(page)).toEqual([]);
  }
  expect(wide).toEqual({});
});

it('the check for newer figures on /credits reports that nothing has changed, or shows what has without losing the page', async () => {
  // A site that has just started turns away some of what the browser prefetches.
  const { page } = await open('/credits', { ...phone, expectProblems: true });
  await page.getByRole('button', { name: 'Check for updates' }).click();
  await page.getByText(/these are the current figures/).waitFor();
  await site.sql()`update carbon_projects set price_per_credit = 123456 where id = (select min(id) from carbon_projects)`;
  await page.getByRole('button', { name: 'Check for updates' }).click();
  await page.getByRole('button', { name: 'Show the new figures' }).click();
  await page.getByText('£1,234.56').waitFor();
});

describe('the notice of the last known figures, during an outage', () => {
  beforeAll(async () => {
    /** Waits until a response meets the condition. */
    const until = (address: string, condition: (answer: Response) => boolean) =>
      vi.waitFor(async () => expect(condition(await site.get(address))).toBe(true), { timeout: 20_000, interval: 100 });
    // A streamed response, whose policy has a nonce, is not cached.
    for (const address of [project, '/projects'])
      await until(address, ({ headers }) => !headers.get('content-security-policy')?.includes('nonce'));
    await site.dropDatabase();
    // For two seconds the last answer about the version counts.
    await until(project, ({ headers }) => headers.has('carma-last-known'));
  });

  it.each([
    [375, true, project],
    [1280, false, '/projects'],
  ])('is visible at %i px (scripts: %s), and remains after hydration', async (width, javaScriptEnabled, path) => {
    const { page, problems } = await open(path, { viewport: { width, height: 800 }, javaScriptEnabled, expectProblems: true });
    const notice = page.getByRole('status').filter({ hasText: 'Figures as of' });
    const box = await notice.boundingBox();
    expect(box?.y ?? 0).toBeGreaterThan(40);
    expect(box?.y ?? 800).toBeLessThan(200);
    expect(Math.round(box?.width ?? 0)).toBe(width);
    expect(await notice.evaluate((element) => getComputedStyle(element).backgroundColor)).toBe('rgb(21, 33, 27)');
    if (javaScriptEnabled) {
      await page.keyboard.press('Tab');
      await page.mouse.move(100, 300);
      await page.locator('[data-island="ready"]').first().waitFor({ state: 'attached' });
    }
    expect(await notice.innerText()).toMatch(/^Figures as of \d\d:\d\d UTC on /);
    expect(problems.filter((text) => !/404|503|Failed to load resource/.test(text))).toEqual([]);
  });
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
