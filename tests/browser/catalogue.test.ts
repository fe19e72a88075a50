import type { Page } from 'playwright';
import postgres from 'postgres';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { laptop, phone, testBrowser } from '../support/browser.ts';

const { open } = testBrowser();
const sql = postgres(inject('siteDatabaseUrl'), { max: 1 });
afterAll(() => sql.end());

describe.each([
  ['with JavaScript', true],
  ['without JavaScript', false],
])('the live lists, %s', (_how, javaScriptEnabled) => {
  it.each(['/', '/credits'])('of %s are there to be read, between the page and its footer', async (path) => {
    const { page } = await open(path, { ...laptop, javaScriptEnabled });
    const first = page.getByRole('article').first();
    await first.waitFor();
    expect(await page.getByText(/Loading (carbon )?projects/).isVisible()).toBe(false);
    const footer = await page.getByRole('contentinfo').boundingBox();
    expect((await first.boundingBox())?.y).toBeLessThan(footer?.y ?? 0);
    const cards = await page.getByRole('article').count();
    expect(cards).toBeGreaterThanOrEqual(path === '/' ? 6 : 26);
  });

  it.each(['/', '/credits', '/contact', '/nowhere'])('%s does not scroll sideways at 320 px', async (path) => {
    const { page } = await open(path, { viewport: { width: 320, height: 640 }, javaScriptEnabled, expectProblems: path === '/nowhere' });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  });
});

describe('the check for newer figures on /credits', () => {
  it('says that nothing has changed, or shows what has without losing the page', async () => {
    const { page } = await open('/credits', phone);
    await page.getByRole('button', { name: 'Check for newer figures' }).click();
    await page.getByText(/these are the current figures/).waitFor();

    await sql`update carbon_projects set price_per_credit = 123456 where id = (select min(id) from carbon_projects)`;
    await page.getByRole('button', { name: 'Check for newer figures' }).click();
    await page.getByRole('button', { name: 'Show the new figures' }).click();
    await page.getByText('£1,234.56').waitFor();
  });
});

describe('the check for newer figures before its code has come', () => {
  it.each([
    ['a click', (page: Page) => page.getByRole('button', { name: 'Check for newer figures' }).click()],
    ['Enter', (page: Page) => page.getByRole('button', { name: 'Check for newer figures' }).press('Enter')],
    ['a space', (page: Page) => page.getByRole('button', { name: 'Check for newer figures' }).press('Space')],
  ])('does what the first %s asks for, once the slow code is there', async (_, press) => {
    const { page } = await open('/contact', laptop);
    let held = 0;
    await page.route(/\/assets\/.*\.js$/, async (route) => {
      held += 1;
      await new Promise((resolve) => setTimeout(resolve, 700));
      await route.continue();
    });
    await page.goto('/credits#projects', { waitUntil: 'commit' });
    await page.getByRole('button', { name: 'Check for newer figures' }).waitFor();
    // The small entry script keeps what is pressed; React, which comes after it, answers.
    await page.waitForLoadState('load');
    const before = held;
    await press(page);
    await page.getByText(/these are the current figures/).waitFor();
    expect(held).toBeGreaterThan(before);
  });
});
