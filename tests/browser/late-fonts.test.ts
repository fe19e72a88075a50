import { describe, expect, it } from 'vitest';
import { phone, testBrowser } from '../support/browser.ts';

const { open } = testBrowser();

/** Places where a text on the screen would take a line more, or less, in the brand's fonts than in their fallbacks. */
const places: [address: string, partOfTheWay: number][] = [
  ['/cookies', 0.5],
  ['/projects/fenland-straw-biochar', 0.75],
];

describe.each(places)('%s, its fonts coming while it is read', (address, partOfTheWay) => {
  it('has its letters in them, and nothing on the screen moves', async () => {
    const { page } = await open('/livez', { ...phone, reducedMotion: 'reduce', expectProblems: true });
    const fonts = Promise.withResolvers<void>();
    await page.route('**/*.woff2', async (route) => {
      await fonts.promise;
      await route.continue();
    });
    await page.goto(address);
    await page.evaluate((part) => scrollTo({ top: (document.body.scrollHeight - innerHeight) * part, behavior: 'instant' }), partOfTheWay);
    await page.evaluate(() => {
      const shifts: number[] = [];
      Object.assign(window, { shifts });
      const note = (list: PerformanceObserverEntryList) => {
        for (const entry of list.getEntries()) shifts.push(Reflect.get(entry, 'value'));
      };
      new PerformanceObserver(note).observe({ type: 'layout-shift' });
    });
    const loaded = () => page.evaluate(() => [...document.fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family));
    const hasFraunces = async () => (await loaded()).includes('Fraunces');
    expect(await hasFraunces()).toBe(false);
    fonts.resolve();
    await expect.poll(hasFraunces).toBe(true);
    expect(await loaded()).not.toContain('Fraunces Fallback Large');
    // Moves are told of once they have been painted.
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 200))));
    const shifts: number[] = await page.evaluate(() => Reflect.get(window, 'shifts'));
    expect(shifts.reduce((sum, shift) => sum + shift, 0)).toBeLessThan(0.01);
  });
});
