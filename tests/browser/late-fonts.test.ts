import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { laptop, phone, testBrowser } from '../support/browser.ts';
import { shiftSince, watchShifts } from '../support/layout-shift.ts';

/** What pages are shown in until the brand's fonts are there: as wide as Arial and Times, which most systems have, or wider. */
const fallbacks: [name: string, folder: string][] = [
  ['Liberation', '/usr/share/fonts/truetype/liberation'],
  ['DejaVu', '/usr/share/fonts/truetype/dejavu'],
];
const screens = { phone, laptop };
type Place = { address: string; partOfTheWay: number; screen: keyof typeof screens };
/** Places where a text on the screen would take a line more, or less, in the brand's fonts than in their fallbacks. */
const places: Place[] = [
  { address: '/cookies', partOfTheWay: 0.5, screen: 'phone' },
  { address: '/projects/fenland-straw-biochar', partOfTheWay: 0.75, screen: 'phone' },
  { address: '/standards', partOfTheWay: 0, screen: 'laptop' },
];

describe.each(fallbacks)('where there is %s only', (_, folder) => {
  const { open } = testBrowser({ fonts: folder });

  it.skipIf(!existsSync(folder)).each(places)('nothing on $address moves as the fonts come on a $screen', async (place) => {
    const { address, partOfTheWay, screen } = place;
    const { page } = await open('/livez', { ...screens[screen], reducedMotion: 'reduce', expectProblems: true });
    const fonts = Promise.withResolvers<void>();
    await page.route('**/*.woff2', async (route) => {
      await fonts.promise;
      await route.continue();
    });
    // Fonts that a wide page preloads hold its load event.
    await page.goto(address, { waitUntil: 'domcontentloaded' });
    await page.evaluate((part) => scrollTo({ top: (document.body.scrollHeight - innerHeight) * part, behavior: 'instant' }), partOfTheWay);
    await watchShifts(page);
    const loaded = () => page.evaluate(() => [...document.fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family));
    const hasFraunces = async () => (await loaded()).includes('Fraunces');
    expect(await hasFraunces()).toBe(false);
    fonts.resolve();
    await expect.poll(hasFraunces).toBe(true);
    if (screen === 'phone') expect(await loaded()).not.toContain('Fraunces Fallback Large');
    expect(await shiftSince(page)).toBeLessThan(0.01);
  });
});
