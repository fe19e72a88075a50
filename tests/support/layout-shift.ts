import type { Page } from 'playwright';

/** Returns the layout shift since the page was opened, excluding shifts that follow user input. */
export function layoutShift(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let total = 0;
        const add = (entries: PerformanceEntryList) => {
          for (const entry of entries as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) {
            if (!entry.hadRecentInput) total += entry.value;
          }
        };
        const observer = new PerformanceObserver((list) => add(list.getEntries()));
        observer.observe({ type: 'layout-shift', buffered: true });
        // What came before the observer is reported in a task of its own.
        setTimeout(() => {
          add(observer.takeRecords());
          resolve(total);
        }, 100);
      }),
  );
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
