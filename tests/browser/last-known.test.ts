import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { testBrowser } from '#tests/support/browser.ts';
import { createTestDatabase } from '#tests/support/database.ts';
import { type RunningSite, startSite } from '#tests/support/site.ts';

const { open } = testBrowser();
const project = '/projects/cwm-ty-coch-hillside-woodland';
let site: RunningSite;

/** Waits until an answer is what `is` says. */
const until = (path: string, is: (answer: Response) => boolean | Promise<boolean>) =>
  vi.waitFor(async () => expect(await is(await fetch(site.url + path))).toBe(true), { timeout: 20_000, interval: 100 });

beforeAll(async () => {
  const database = await createTestDatabase();
  site = await startSite({ DATABASE_URL: database.url, DATABASE_STATEMENT_TIMEOUT_MS: '800', DATABASE_CONNECT_TIMEOUT_MS: '800' });
  // The record of the samples is begun after the start, which changes the figures of its projects.
  await until('/api/v1/record/entries', async (answer) => (await answer.text()).includes('retire'));
  // An answer that came in parts, for which its policy names a nonce, is not kept.
  for (const path of [project, '/projects']) await until(path, ({ headers }) => !headers.get('content-security-policy')?.includes('nonce'));
  await database.drop();
  await until('/readyz', ({ status }) => status === 503);
});
afterAll(() => site.stop());

describe('the notice of the last known figures, while Postgres is away', () => {
  it.each([
    [375, true, project],
    [375, false, project],
    [1280, true, project],
    [1280, false, '/projects'],
  ])('is seen at %i px, with scripts: %s, and stays when React takes the page over', async (width, javaScriptEnabled, path) => {
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
