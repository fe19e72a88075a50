import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { phone, testBrowser } from '#tests/support/browser.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { type RunningSite, startSite } from '#tests/support/site.ts';

const { open } = testBrowser();
const project = '/projects/cwm-ty-coch-hillside-woodland';
/** A site of its own, because other files' tests change the catalogue of the shared one. */
let site: RunningSite;

/** Waits until a response meets the condition. */
const until = (path: string, condition: (answer: Response) => boolean | Promise<boolean>) =>
  vi.waitFor(async () => expect(await condition(await fetch(site.url + path))).toBe(true), { timeout: 20_000, interval: 100 });

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase({ withSamples: true });
  site = await startSite({ DATABASE_URL: database.url, DATABASE_STATEMENT_TIMEOUT_MS: '800', DATABASE_CONNECT_TIMEOUT_MS: '800' });
});
afterAll(() => site.stop());

it('the check for newer figures on /credits reports that nothing has changed, or shows what has without losing the page', async () => {
  // A site that has just started turns away some of what the browser prefetches.
  const { page } = await open(`${site.url}/credits`, { ...phone, expectProblems: true });
  await page.getByRole('button', { name: 'Check for updates' }).click();
  await page.getByText(/these are the current figures/).waitFor();
  await database.sql`update carbon_projects set price_per_credit = 123456 where id = (select min(id) from carbon_projects)`;
  await page.getByRole('button', { name: 'Check for updates' }).click();
  await page.getByRole('button', { name: 'Show the new figures' }).click();
  await page.getByText('£1,234.56').waitFor();
});

describe('the notice of the last known figures, during an outage', () => {
  beforeAll(async () => {
    // A streamed response, whose policy has a nonce, is not cached.
    for (const path of [project, '/projects'])
      await until(path, ({ headers }) => !headers.get('content-security-policy')?.includes('nonce'));
    await database.drop();
    // For two seconds the last answer about the version counts.
    await until(project, ({ headers }) => headers.has('carma-last-known'));
  });

  it.each([
    [375, true, project],
    [1280, false, '/projects'],
  ])('is visible at %i px (scripts: %s), and remains after hydration', async (width, javaScriptEnabled, path) => {
    const { page, problems } = await open(site.url + path, { viewport: { width, height: 800 }, javaScriptEnabled, expectProblems: true });
    const notice = page.getByRole('status').filter({ hasText: 'Figures as of' });
    const box = await notice.boundingBox();
    expect(box?.y ?? 0).toBeGreaterThan(40);
    expect(box?.y ?? 800).toBeLessThan(200);
    expect(Math.round(box?.width ?? 0)).toBe(width);
    expect(await notice.evaluate((element) => getComputedStyle(element).backgroundColor)).toBe('rgb(21, 33, 27)');
    if (javaScriptEnabled) {
      await page.keyboard.press('Tab');
      await page.mouse.move(100, 300);
      await page.locator('[data-island="ready"]').first().waitFor({ state: 'attached' });
    }
    expect(await notice.innerText()).toMatch(/^Figures as of \d\d:\d\d UTC on /);
    expect(problems.filter((text) => !/404|503|Failed to load resource/.test(text))).toEqual([]);
  });
});
