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
