import { describe, expect, it } from 'vitest';
import { laptop, testBrowser } from '#tests/support/browser.ts';

const { open } = testBrowser();
const scriptAddress = 'https://scheduler.carma.example/embed.js';
const widget = `document.querySelector('[data-url]').append(Object.assign(document.createElement('p'), { textContent: 'A calendar' }))`;

/** Opens the page with a stubbed scheduling service. These tests provoke failures. */
async function openWith(serve: (() => string) | 'never' | 'refused', options: { viewport: { width: number; height: number } } = laptop) {
  const { page } = await open('/livez', { ...options, expectProblems: true, fresh: true });
  await page.clock.install();
  await page.route(scriptAddress, async (route) => {
    if (serve === 'refused') return route.abort();
    if (serve === 'never') return;
    await route.fulfill({ contentType: 'text/javascript', body: serve() });
  });
  await page.goto('/book-call');
  return page;
}

describe('the calendar on /book-call', () => {
  it('is loaded without interaction, into an area of at least 320 by 700 px', async () => {
    const page = await openWith(() => widget, { viewport: { width: 320, height: 700 } });
    await page.getByText('A calendar').waitFor();
    expect(await page.getByText('Loading the calendar').isVisible()).toBe(false);
    const box = await page.locator('#scheduler').boundingBox();
    expect(box?.width).toBeGreaterThanOrEqual(320);
    expect(box?.height).toBeGreaterThanOrEqual(700);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  });

  it('is abandoned after 8 s: the page says so, with a link and the email address, without layout shift', async () => {
    const page = await openWith('never');
    await page.getByText('Loading the calendar').waitFor();
    const before = await page.locator('#scheduler').boundingBox();
    await page.clock.fastForward(7_000);
    expect(await page.getByText('The calendar didn’t load.').isVisible()).toBe(false);
    await page.clock.fastForward(1_500);
    await page.getByRole('status').getByText('The calendar didn’t load.').waitFor();
    expect(await page.getByRole('link', { name: /Open the Calendar/ }).getAttribute('href')).toContain('https://scheduler.carma.example/');
    expect(await page.getByRole('link', { name: /^Email / }).getAttribute('href')).toMatch(/^mailto:/);
    expect(await page.locator('#scheduler').boundingBox()).toEqual(before);
  });

  it('is abandoned at once if its script is refused', async () => {
    const page = await openWith('refused');
    await page.getByText('The calendar didn’t load.').waitFor();
  });

  it('says what is needed without scripts', async () => {
    const { page } = await open('/book-call', { ...laptop, javaScriptEnabled: false });
    expect(await page.getByText('The calendar needs JavaScript.').first().isVisible()).toBe(true);
    expect(await page.getByText('Loading the calendar').isVisible()).toBe(false);
    expect(
      await page
        .getByRole('link', { name: /Open the Calendar/ })
        .first()
        .isVisible(),
    ).toBe(true);
  });
});
