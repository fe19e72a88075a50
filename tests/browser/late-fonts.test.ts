import { describe, expect, it } from 'vitest';
import { phone, testBrowser } from '../support/browser.ts';

const { open } = testBrowser();

/** Texts on these would take a line more, or less, in the brand's fonts than in their fallbacks. */
const addresses = ['/standards', '/privacy'];

describe.each(addresses)('%s, its fonts coming while it is read', (address) => {
  it('has its letters in them, and nothing moves', async () => {
    const { page } = await open('/livez', { ...phone, reducedMotion: 'reduce', expectProblems: true });
    const fonts = Promise.withResolvers<void>();
    await page.route('**/*.woff2', async (route) => {
      await fonts.promise;
      await route.continue();
    });
    await page.goto(address);
    const heights = () => page.locator('main').evaluate((main) => main.scrollHeight);
    const hasFraunces = () =>
      page.evaluate(() => [...document.fonts].some(({ family, status }) => family === 'Fraunces' && status === 'loaded'));
    const before = await heights();
    expect(await hasFraunces()).toBe(false);
    fonts.resolve();
    await expect.poll(hasFraunces).toBe(true);
    expect(await heights()).toBe(before);
  });
});
