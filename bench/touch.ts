// `npm run bench:touch [-- ADDRESS]`: when a visitor on a slow phone sees a page, and what the first touch of it does. Measures a site of
// its own, or the one at ADDRESS. The phone is Lighthouse's: 562.5 ms a round trip, 1,474.56 kbit/s down, 675 up, a processor four times
// slower, applied by Chromium rather than simulated.
import { setTimeout as sleep } from 'node:timers/promises';
import { type Browser, chromium, type Page } from 'playwright';
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
const paintedPages = ['/', '/credits', '/projects', '/projects/cwm-ty-coch-hillside-woodland'];

/** `target` is touched on the page, after `before`; then something `appears`, within `bar` ms. */
type Touch = { path: string; before?: () => void; target: string; appears: string; bar?: number };
const touches: Record<string, Touch> = {
  menu: { path: '/', target: 'role=button[name="Menu"]', appears: 'role=navigation[name="Menu"]' },
  'contact dialog': { path: '/contact', target: 'role=button[name="Email Us"]', appears: 'role=dialog[name="Email Us"]' },
  'empty "Send Message"': {
    path: '/contact',
    before: () => document.querySelector('dialog')?.showModal(),
    target: 'role=dialog >> role=button[name="Send Message"]',
    appears: 'text=Name must be at least 2 characters',
  },
  '"Read More"': { path: '/carbon-credits', target: 'text="Read More"', appears: 'text="Show Less"' },
  '"Shortlist"': { path: '/projects', target: 'a[data-shortlist-add]:visible', appears: '.shortlist-note' },
  '"Check for updates"': {
    path: '/credits',
    target: 'role=button[name="Check for updates"]',
    appears: '[role=status]:has-text("current figures")',
    bar: 1_400,
  },
};

const inOrder = (times: number[]) => `${Math.round(Math.min(...times))} to ${Math.round(Math.max(...times))} ms`;

const { url: site, close } = process.argv[2] ? { url: process.argv[2], close: async () => {} } : await startOwn();
const browser = await chromium.launch({ executablePath: findChromium().full, args: chromiumArguments });
const rows: Row[] = [];
try {
  for (const [name, touch] of Object.entries(touches)) {
    const times = await repeat(() => measureTouch(browser, touch));
    print({
      measure: `first touch: ${name}, ${touch.path}`,
      value: median(times),
      unit: 'ms',
      bar: touch.bar ?? 1_000,
      note: inOrder(times),
    });
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
  await close();
}
console.log(`${rows.filter(holds).length} of ${rows.length} bars hold`);

async function startOwn() {
  await buildIfStale();
  const stage = await setStage();
  const { url } = await startSite(stage, stage.small);
  return { url, close: stage.close };
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
function measureTouch(from: Browser, { path, before, target, appears }: Touch): Promise<number> {
  return onPhone(from, path, async (page) => {
    await sleep(afterLoadMs);
    if (before) await page.evaluate(before);
    const touched = page.locator(target).first();
    await touched.scrollIntoViewIfNeeded();
    const { x, y, width, height } = (await touched.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    const began = performance.now();
    await page.touchscreen.tap(x + width / 2, y + height / 2);
    const effect = page.locator(appears).first().waitFor({ timeout: 15_000 });
    return effect.then(
      () => performance.now() - began,
      () => Number.POSITIVE_INFINITY,
    );
  });
}

/** Returns when (ms after the navigation) the largest element was painted, and how far the page shifted. */
function measurePaint(from: Browser, path: string): Promise<{ largestPaint: number; shift: number }> {
  return onPhone(from, path, async (page) => {
    await sleep(1_000);
    return { shift: await layoutShift(page), largestPaint: await page.evaluate(readLargestPaint) };
  });
}

/** Opens a page, which the site has cached, with an empty cache of the browser. */
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
  const { promise, resolve } = Promise.withResolvers<number>();
  const observer = new PerformanceObserver((list) => resolve(list.getEntries().at(-1)?.startTime ?? Number.NaN));
  observer.observe({ type: 'largest-contentful-paint', buffered: true });
  return promise;
}
