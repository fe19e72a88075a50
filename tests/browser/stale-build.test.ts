import { readdirSync, readFileSync } from 'node:fs';
import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { laptop, testBrowser } from '#tests/support/browser.ts';
import { makeTemporaryFolder } from '#tests/support/temporary-folder.ts';
import { sources } from '../../scripts/freshness.ts';
import { writeRouteStyles } from '../../scripts/route-styles.ts';
import { sourceId } from '../../scripts/source-id.ts';

const { open } = testBrowser();

/** Opens a page whose build no longer exists: matching files return 404, until it is loaded again or for ever. */
async function openStale(
  path: string,
  files: RegExp,
  gone: 'until reloaded' | 'for ever' = 'for ever',
): Promise<{ page: Page; loads: () => number; requests: () => number }> {
  const { page } = await open('/livez', { ...laptop, expectProblems: true });
  let requests = 0;
  let loads = 0;
  await page.route(files, (route) => {
    requests += 1;
    return gone === 'for ever' || loads < 2
      ? route.fulfill({ status: 404, contentType: 'text/plain', body: 'Not found' })
      : route.continue();
  });
  page.on('load', () => {
    loads += 1;
  });
  await page.goto(path);
  return { page, loads: () => loads, requests: () => requests };
}

/** Returns the text of the only built file whose name matches. */
function builtFile(name: RegExp): string {
  const files = readdirSync('dist/public/assets').filter((file) => name.test(file));
  expect(files).toHaveLength(1);
  return readFileSync(`dist/public/assets/${files[0]}`, 'utf8');
}

describe('a release that changes nothing', () => {
  it('has the same file names and page styles as the one before', async () => {
    expect(builtFile(/^index-.*\.js$/)).toContain(`_buildId!==\`${sourceId(sources)}\``);
    const { path, remove } = await makeTemporaryFolder();
    await writeRouteStyles('dist/public/assets', `${path}/route-styles.json`);
    expect(readFileSync(`${path}/route-styles.json`, 'utf8')).toBe(readFileSync('dist/server/route-styles.json', 'utf8'));
    await remove();
  });
});

describe('a page of the previous release', () => {
  it('reloads itself when its code is gone, and then works', async () => {
    const { page, loads } = await openStale('/contact', /assets\/index-/, 'until reloaded');
    await page.keyboard.press('Tab');
    await expect.poll(loads, { timeout: 10_000 }).toBe(2);
    await page.keyboard.press('Tab');
    await page.locator('[data-island="ready"]').first().waitFor({ state: 'attached' });
    expect(loads()).toBe(2);
  });

  it('does so only once; afterwards its forms are submitted by the browser', async () => {
    const { page, loads, requests } = await openStale('/blog', /assets\/index-/);
    await page.keyboard.press('Tab');
    await expect.poll(loads, { timeout: 10_000 }).toBe(2);
    const field = page.locator('#newsletter input[type=email]').first();
    await field.fill('stale@browser.example');
    await expect.poll(requests, { timeout: 10_000 }).toBeGreaterThanOrEqual(2);
    await field.press('Enter');
    await page.waitForURL(/subscribed=1/);
    expect(loads()).toBe(3);
  });

  it('loses nothing that was typed, because the code that submits a form is fetched first', async () => {
    const { page, loads, requests } = await openStale('/contact', /assets\/contact-sender-/, 'until reloaded');
    const writes = async (timeout = 10_000) => {
      await page.getByRole('button', { name: 'Email Us' }).first().click({ timeout });
      await page.getByRole('textbox', { name: 'Name' }).focus({ timeout });
    };
    // The page may reload in between, which closes the dialog.
    await writes(1_000).catch(() => {});
    await expect.poll(loads, { timeout: 10_000 }).toBe(2);
    await writes();
    await expect.poll(requests, { timeout: 10_000 }).toBe(2);
    await page.getByRole('textbox', { name: 'Name' }).fill('Ada Lovelace');
    await page.getByRole('textbox', { name: 'Email' }).fill('ada@stale.example');
    const fetched = () =>
      performance.getEntriesByType('resource').filter(({ name }) => /assets\/(?:contact-sender|form-key|rpc-link)-/.test(name));
    await expect.poll(async () => (await page.evaluate(fetched)).length, { timeout: 10_000 }).toBeGreaterThanOrEqual(3);
    // A new release is deployed while the visitor is typing.
    await page.route(/assets\//, (route) => route.fulfill({ status: 404, body: 'Not found' }));
    await page.getByRole('button', { name: 'Send Message' }).click();
    await page.getByText('Message sent successfully!').first().waitFor();
    expect(loads()).toBe(2);
  });

  it('does not reload without a connection', async () => {
    const { page } = await open('/contact', { ...laptop, expectProblems: true });
    let loads = 0;
    page.on('load', () => {
      loads += 1;
    });
    await page.context().setOffline(true);
    await page.keyboard.press('Tab');
    await page.waitForTimeout(1_000);
    expect(loads).toBe(0);
    expect(await page.getByRole('heading', { level: 1 }).isVisible()).toBe(true);
  });
});
