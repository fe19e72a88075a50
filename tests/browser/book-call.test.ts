import { expect, it } from 'vitest';
import { laptop, testBrowser } from '#tests/support/browser.ts';

const { open } = testBrowser();

const scriptAddress = 'https://scheduler.carma.example/embed.js';
const widget = `document.querySelector('[data-url]').append(Object.assign(document.createElement('p'), { textContent: 'A calendar' }))`;

/** Opens the page with a stubbed scheduling service. Only the test moves the clock of a page that waits for `never`. */
async function openWith(serve: 'a calendar' | 'an error' | 'never', options = laptop) {
  const { page } = await open('about:blank', { ...options, allowProblems: true });
  await page.clock.install();
  if (serve === 'never') await page.clock.pauseAt(Date.now() + 60_000);
  await page.route(scriptAddress, (route) => {
    if (serve === 'a calendar') return route.fulfill({ contentType: 'text/javascript', body: widget });
    if (serve === 'an error') return route.abort();
  });
  await page.goto('/book-call');
  return page;
}

it('the calendar on /book-call is loaded without interaction, into an area of at least 320 by 700 px', async () => {
  const page = await openWith('a calendar', { ...laptop, viewport: { width: 320, height: 700 } });
  await page.getByText('A calendar').waitFor();
  await page.getByText('Loading the calendar').waitFor({ state: 'hidden' });
  const box = await page.locator('#scheduler').boundingBox();
  expect(box?.width).toBeGreaterThanOrEqual(320);
  expect(box?.height).toBeGreaterThanOrEqual(700);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
});

it('the calendar on /book-call is abandoned after 8 s: the page says so, with a link and the email address, without layout shift', async () => {
  const page = await openWith('never');
  const asked = page.locator(`script[src="${scriptAddress}"]`);
  await expect.poll(() => page.clock.runFor(50).then(() => asked.count())).toBe(1);
  await page.getByText('Loading the calendar').waitFor();
  const before = await page.locator('#scheduler').boundingBox();
  await page.clock.runFor(7_900);
  expect(await page.getByText('The calendar didn’t load.').isVisible()).toBe(false);
  await page.clock.runFor(150);
  await page.getByRole('status').getByText('The calendar didn’t load.').waitFor();
  expect(await page.getByRole('link', { name: /Open the Calendar/ }).getAttribute('href')).toContain('https://scheduler.carma.example/');
  expect(await page.getByRole('link', { name: /^Email / }).getAttribute('href')).toMatch(/^mailto:/);
  expect(await page.locator('#scheduler').boundingBox()).toEqual(before);
});

it('the calendar on /book-call is abandoned at once if its script cannot be loaded', async () => {
  const page = await openWith('an error');
  await page.getByRole('status').getByText('The calendar didn’t load.').waitFor({ timeout: 7_500 });
});

it('the calendar on /book-call says what is needed without scripts', async () => {
  const { page } = await open('/book-call', { ...laptop, javaScriptEnabled: false });
  await page.getByText('The calendar needs JavaScript.').waitFor();
  const link = page.getByRole('link', { name: /Open the Calendar/ });
  expect([await page.getByText('Loading the calendar').isVisible(), await link.isVisible()]).toEqual([false, true]);
});
