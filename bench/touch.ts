// `npm run bench:touch [-- ADDRESS]`: when a visitor on a slow phone sees a page, and what the first touch of it does. Measures a site of
// its own, or the one at ADDRESS. The phone is Lighthouse's: 562.5 ms a round trip, 1,474.56 kbit/s down, 675 up, a processor four times
// slower, applied by Chromium rather than simulated.
import { setTimeout as sleep } from 'node:timers/promises';
import { type Browser, chromium, type Locator, type Page } from 'playwright';
import { chromiumArguments, findChromium } from '#tests/support/chromium.ts';
import { layoutShift } from '#tests/support/layout-shift.ts';
import { buildIfStale } from '../scripts/build.ts';
import { fetchKept } from './requests.ts';
import { formatRow, holds, median, type Row } from './row.ts';
import { setStage, startSite } from './stage.ts';

const runs = 5;
const afterLoadMs = 4_000;
const phone = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true };
const network = { offline: false, latency: 562.5, downloadThroughput: (1474.56 * 1024) / 8, uploadThroughput: (675 * 1024) / 8 };
const project = '/projects/cwm-ty-coch-hillside-woodland';
const paintedPages = ['/', '/credits', '/projects', project];

/** What is touched on which page, what then appears, and within how many ms. */
type Touch = {
  path: string;
  target: (page: Page) => Locator;
  appears: (page: Page) => Locator;
  bar: number;
  before?: (page: Page) => Promise<void>;
};
const button = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true }).first();
const touches: Record<string, Touch> = {
  menu: { path: '/', target: button('Menu'), appears: (page) => page.getByRole('navigation', { name: 'Menu' }), bar: 1_000 },
  'contact dialog': {
    path: '/contact',
    target: button('Email Us'),
    appears: (page) => page.getByRole('dialog', { name: 'Email Us' }),
    bar: 1_000,
  },
  'empty "Send Message"': {
    path: '/contact',
    before: (page) => page.evaluate(() => document.querySelector('dialog')?.showModal()),
    target: button('Send Message'),
    appears: (page) => page.getByText('Name must be at least 2 characters').first(),
    bar: 1_000,
  },
  '"Read More"': {
    path: '/carbon-credits',
    target: (page) => page.getByText('Read More').first(),
    appears: (page) => page.getByText('Show Less').first(),
    bar: 1_000,
  },
  '"Shortlist"': {
    path: '/projects',
    target: (page) => page.locator('a[data-shortlist-add]:visible').first(),
    appears: (page) => page.getByText('is on your shortlist').first(),
    bar: 1_000,
  },
  '"Check for updates"': {
    path: '/impact-hub',
    target: button('Check for updates'),
    appears: (page) => page.getByRole('status').filter({ hasText: 'current figures' }),
    bar: 1_400,
  },
};

const inOrder = (times: number[]) => `${Math.round(Math.min(...times))} to ${Math.round(Math.max(...times))} ms`;

const stage = process.argv[2] ? undefined : await startOwn();
const site = process.argv[2] ?? stage?.url ?? '';
const browser = await chromium.launch({ executablePath: findChromium().full, args: chromiumArguments });
const rows: Row[] = [];
try {
  for (const [name, touch] of Object.entries(touches)) {
    const times = await repeat(() => measureTouch(browser, touch));
    print({ measure: `first touch: ${name}, ${touch.path}`, value: median(times), unit: 'ms', bar: touch.bar, note: inOrder(times) });
  }
  for (const path of paintedPages) {
    const shifts: number[] = [];
    const times = await repeat(async () => {
      const { largestPaint, shift } = await measurePaint(browser, path);
      shifts.push(shift);
      return largestPaint;
    });
    print({ measure: `largest paint: ${path}`, value: median(times), unit: 'ms', bar: 1_100, note: inOrder(times) });
    print({ measure: `layout shift: ${path}`, value: Math.max(...shifts), unit: '', bar: 0.05 });
  }
} finally {
  await browser.close();
  await stage?.close();
}
console.log(`${rows.filter(holds).length} of ${rows.length} bars hold`);

async function startOwn() {
  await buildIfStale();
  const own = await setStage();
  const { url, stop } = await startSite(own, own.small);
  const close = async () => {
    await stop();
    await own.close();
  };
  return { url, close };
}

function print(row: Row): void {
  rows.push(row);
  console.log(formatRow(row));
}

async function repeat(measure: () => Promise<number>): Promise<number[]> {
  const values: number[] = [];
  for (let run = 0; run < runs; run += 1) values.push(await measure());
  return values;
}

/** Returns the time (ms) from a touch, some seconds after the load, until its effect is visible. */
async function measureTouch(from: Browser, { path, target, appears, before }: Touch): Promise<number> {
  return onPhone(from, path, async (page) => {
    await sleep(afterLoadMs);
    await before?.(page);
    const touched = target(page);
    await touched.scrollIntoViewIfNeeded();
    const box = await touched.boundingBox();
    if (!box) throw new Error(`${path}: there is nothing to touch`);
    const began = performance.now();
    await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
    await appears(page).waitFor({ timeout: 15_000 });
    return performance.now() - began;
  });
}

/** Returns when (ms after the navigation) the largest element was painted, and how far the page shifted. */
function measurePaint(from: Browser, path: string): Promise<{ largestPaint: number; shift: number }> {
  return onPhone(from, path, async (page) => {
    await sleep(1_000);
    return { shift: await layoutShift(page), largestPaint: await page.evaluate(readLargestPaint) };
  });
}

/** Opens a page, which the site has kept, with an empty cache of the browser. */
async function onPhone<T>(from: Browser, path: string, work: (page: Page) => Promise<T>): Promise<T> {
  await fetchKept(site + path, { 'accept-encoding': 'br' });
  const context = await from.newContext(phone);
  try {
    const page = await context.newPage();
    const cdp = await context.newCDPSession(page);
    await cdp.send('Network.enable');
    await cdp.send('Network.emulateNetworkConditions', network);
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    await page.goto(site + path, { waitUntil: 'load' });
    return await work(page);
  } finally {
    await context.close();
  }
}

/** Runs in the page. */
function readLargestPaint(): Promise<number> {
  return new Promise((resolve) => {
    new PerformanceObserver((list) => resolve(list.getEntries().at(-1)?.startTime ?? Number.NaN)).observe({
      type: 'largest-contentful-paint',
      buffered: true,
    });
  });
}
