import type { Page } from 'playwright';

/** Notes from now on what moves in the page. */
export async function watchShifts(page: Page): Promise<void> {
  await page.evaluate(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    const note = (list: PerformanceObserverEntryList) => {
      for (const entry of list.getEntries()) shifts.push(Reflect.get(entry, 'value'));
    };
    new PerformanceObserver(note).observe({ type: 'layout-shift' });
  });
}

/** The sum of what has moved since, as layout shift is counted. */
export async function shiftSince(page: Page): Promise<number> {
  // Moves are told of once they have been painted.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 200))));
  const shifts: number[] = await page.evaluate(() => Reflect.get(window, 'shifts'));
  return shifts.reduce((sum, shift) => sum + shift, 0);
}

/** The sum of what has moved since the page was opened, without anybody having pressed something just before. */
export function shiftOf(page: Page): Promise<number> {
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
        setTimeout(() => {
          add(observer.takeRecords());
          resolve(total);
        }, 300);
      }),
  );
}
