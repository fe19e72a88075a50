// npm run bench:paint [address of a running site]: when a visitor on a slow phone with an empty cache sees a page. Uses Lighthouse's
// throttling for phones, applied rather than simulated: 562.5 ms a round trip, 1,474.56 kbit/s down, 675 up, a processor four times slower.
import { type Browser, chromium } from 'playwright';
import { chromiumArguments, findChromium } from '#tests/support/chromium.ts';

const runs = 5;
const phone = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
};
const network = { offline: false, latency: 562.5, downloadThroughput: (1474.56 * 1024) / 8, uploadThroughput: (675 * 1024) / 8 };
const pages = ['/', '/credits', '/projects', '/projects/cwm-ty-coch-hillside-woodland', '/blog/blockchain-transparency'];

type Paint = { firstPaint: number; largestPaint: number; shift: number };

const site = process.argv[2] ?? 'http://127.0.0.1:3000';
const browser = await chromium.launch({ executablePath: findChromium().full, args: chromiumArguments });
try {
  const table: Record<string, Record<string, string>> = {};
  for (const page of pages) {
    const paints: Paint[] = [];
    // The first visit warms the site's cache and is not counted.
    for (let run = -1; run < runs; run++) {
      const paint = await measure(browser, new URL(page, site).href);
      if (run >= 0) paints.push(paint);
    }
    table[page] = {
      'first paint (ms)': medianOf(paints, 'firstPaint'),
      'largest paint (ms)': medianOf(paints, 'largestPaint'),
      'layout shift': Math.max(...paints.map(({ shift }) => shift)).toFixed(3),
    };
  }
  console.table(table);
} finally {
  await browser.close();
}

async function measure(from: Browser, address: string): Promise<Paint> {
  const context = await from.newContext(phone);
  try {
    const page = await context.newPage();
    const cdp = await context.newCDPSession(page);
    await cdp.send('Network.enable');
    await cdp.send('Network.emulateNetworkConditions', network);
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    await page.goto(address, { waitUntil: 'load' });
    await page.waitForTimeout(1_000);
    return await page.evaluate(readPaint);
  } finally {
    await context.close();
  }
}

/** Runs in the page: reads its timeline, in ms from the start of the navigation. */
function readPaint(): Promise<Paint> {
  const firstPaint = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN;
  const paint = { firstPaint, largestPaint: 0, shift: 0 };
  for (const type of ['largest-contentful-paint', 'layout-shift']) {
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if ('value' in entry) paint.shift += Number(entry.value);
        else paint.largestPaint = entry.startTime;
      }
    }).observe({ type, buffered: true });
  }
  return new Promise((resolve) => setTimeout(() => resolve(paint), 200));
}

function medianOf(paints: Paint[], name: keyof Paint): string {
  const sorted = paints.map((paint) => paint[name]).sort((a, b) => a - b);
  return Math.round(sorted[Math.floor(sorted.length / 2)] ?? Number.NaN).toString();
}
