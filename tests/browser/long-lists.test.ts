import type { BrowserContextOptions, Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { laptop, phone, testBrowser } from '../support/browser.ts';
import { shiftSince, watchShifts } from '../support/layout-shift.ts';

const { openFinished } = testBrowser();

/** How many cards are left to be laid out later: src/styles/base.css. */
const left = (page: Page) =>
  page
    .locator('[data-card-list] > li')
    .evaluateAll((cards) => cards.filter((card) => getComputedStyle(card).contentVisibility === 'auto').length);

/** /credits, without what comes after the first paint until `go`. */
async function openHeld(size: BrowserContextOptions) {
  const { page } = await openFinished('/credits', size);
  const held = Promise.withResolvers<void>();
  await page.route(/\/assets\/after-view-/, async (route) => {
    await held.promise;
    await route.continue().catch(() => {});
  });
  return { page, go: held.resolve };
}

describe('the cards of /credits on a phone', () => {
  it('are left at first and laid out once the page is there, and never widen it', async () => {
    const { page, go } = await openHeld(phone);
    await page.goto('/credits');
    const cards = await page.locator('[data-card-list] > li').count();
    expect(cards).toBeGreaterThan(20);
    expect(await left(page)).toBe(cards - 3);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.viewport.width);

    go();
    await expect.poll(() => left(page)).toBe(0);
    // Said once the last of them has been laid out.
    await expect.poll(() => page.locator('html[data-laid-out]').count()).toBe(1);
    await expect.poll(() => page.locator('[data-card-list] > li[style*=content]').count()).toBe(0);
  });

  it('are where they were after the page was loaded anew, also before anything else has come', async () => {
    const { page, go } = await openHeld(phone);
    go();
    await page.goto('/credits');
    await expect.poll(() => left(page)).toBe(0);
    const card = page.locator('[data-card-list] > li').nth(20);
    const top = () => card.evaluate((element) => Math.round(element.getBoundingClientRect().top));
    await card.evaluate((element) => scrollBy({ top: element.getBoundingClientRect().top - 100, behavior: 'instant' }));
    expect(await top()).toBe(100);
    await page.unroute(/\/assets\/after-view-/);
    await page.route(/\/assets\/after-view-/, (route) => route.abort());
    await page.reload();
    expect(await left(page)).toBe(0);
    // In other fonts, which have not come this time.
    await expect.poll(async () => Math.abs((await top()) - 100)).toBeLessThan(30);
  });

  it('are all laid out when somebody scrolls, and stay where they are as the fonts come', async () => {
    const { page, go } = await openHeld(phone);
    await page.goto('/credits');
    await watchShifts(page);
    await page.evaluate(() => scrollTo({ top: document.body.scrollHeight / 2, behavior: 'instant' }));
    await expect.poll(() => left(page)).toBe(0);
    go();
    const hasFonts = () =>
      page.evaluate(() => [...document.fonts].some(({ family, status }) => family === 'Fraunces' && status === 'loaded'));
    await expect.poll(hasFonts).toBe(true);
    // Without this 0.08; a single line that wraps otherwise is 0.013.
    expect(await shiftSince(page)).toBeLessThan(0.03);
  });

  it('are all laid out where a part of the page is asked for', async () => {
    const { page } = await openHeld(phone);
    await page.goto('/livez');
    await page.goto('/credits#projects');
    expect(await left(page)).toBe(0);
  });
});

it.each([
  ['on a laptop', laptop],
  ['without scripts', { ...phone, javaScriptEnabled: false }],
])('all cards are laid out at once %s', async (_, size) => {
  const { page } = await openHeld(size);
  await page.goto('/credits');
  expect(await left(page)).toBe(0);
});
