import type { Page } from 'playwright';

/**
 * Returns the layout shift since the page was opened, excluding shifts that follow user input. If asked to, it scrolls through the page
 * meanwhile, and back to its top.
 */
export function layoutShift(page: Page, { scrollsThrough = false } = {}): Promise<number> {
  return page.evaluate(async (scrolls) => {
    // A visitor scrolls later than the fonts arrive.
    if (scrolls) await document.fonts.ready;
    let total = 0;
    const add = (entries: PerformanceEntryList) => {
      for (const entry of entries as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) {
        if (!entry.hadRecentInput) total += entry.value;
      }
    };
    const observer = new PerformanceObserver((list) => add(list.getEntries()));
    observer.observe({ type: 'layout-shift', buffered: true });
    // What came before the observer is reported in a task of its own.
    const reported = new Promise((resolve) => setTimeout(resolve, 100));
    for (let y = 0; scrolls && y < document.body.scrollHeight; y += 2 * innerHeight) {
      scrollTo({ top: y, behavior: 'instant' });
      await new Promise((resolve) => setTimeout(resolve, 15));
    }
    await reported;
    add(observer.takeRecords());
    if (scrolls) scrollTo({ top: 0, behavior: 'instant' });
    return total;
  }, scrollsThrough);
}

/** Returns when (ms after the navigation) the largest element so far was painted. */
export function largestPaint(page: Page): Promise<number> {
  return page.evaluate(() => {
    const { promise, resolve } = Promise.withResolvers<number>();
    const observer = new PerformanceObserver((list) => resolve(list.getEntries().at(-1)?.startTime ?? Number.NaN));
    observer.observe({ type: 'largest-contentful-paint', buffered: true });
    return promise;
  });
}
