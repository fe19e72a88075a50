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
    // All pages take six seconds; their styles are made one after the other, in one way.
    await writeRouteStyles('dist/public/assets', `${path}/styles.json`, ['src/pages/index.tsx', 'src/pages/impact-hub.tsx']);
    const again: Record<string, string> = JSON.parse(readFileSync(`${path}/styles.json`, 'utf8'));
    const built: Record<string, string> = JSON.parse(readFileSync('dist/server/route-styles.json', 'utf8'));
    expect(again).toEqual({ '/': built['/'], '/impact-hub': built['/impact-hub'] });
    await remove();
  });
});

describe('a page of the previous release', () => {
  it('reloads itself when its code is gone, but only once; afterwards its forms are submitted by the browser', async () => {
    const { page, loads, requests } = await openStale('/blog', /assets\/index-/);
    await expect.poll(loads, { timeout: 10_000 }).toBe(2);
    const field = page.locator('#newsletter input[type=email]').first();
    await field.fill('stale@browser.example');
    await expect.poll(requests, { timeout: 10_000 }).toBeGreaterThanOrEqual(2);
    await field.press('Enter');
    await page.waitForURL(/subscribed=1/);
    expect(loads()).toBe(3);
  });

  it('loses nothing that was typed, because the code that submits a form is fetched first', async () => {
    const { page, loads } = await openStale('/contact', /assets\/contact-sender-/, 'until reloaded');
    // The code is fetched when the browser has nothing else to do.
    await expect.poll(loads, { timeout: 30_000 }).toBe(2);
    await page.getByRole('button', { name: 'Email Us' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Write to us' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Ada Lovelace');
    await dialog.getByRole('textbox', { name: 'Email' }).fill('ada@stale.example');
    const fetched = () =>
      performance.getEntriesByType('resource').filter(({ name }) => /assets\/(?:contact-sender|form-key|rpc-link)-/.test(name));
    await expect.poll(async () => (await page.evaluate(fetched)).length, { timeout: 10_000 }).toBeGreaterThanOrEqual(3);
    // A new release is deployed while the visitor is typing.
    await page.route(/assets\//, (route) => route.fulfill({ status: 404, body: 'Not found' }));
    await dialog.getByRole('button', { name: 'Send Message' }).click();
    await page.getByText('Message sent successfully!').first().waitFor();
    expect(loads()).toBe(2);
  });
});

describe('a page of this release', () => {
  it('does not reload without a connection, or when the load of its code is aborted, and starts at the next touch', async () => {
    const { page, loads, failed } = await openUnreachable(/assets\/index-/);
    await page.context().setOffline(true);
    await page.keyboard.press('Tab');
    await failed(1);
    expect(await page.getByRole('heading', { level: 1 }).isVisible()).toBe(true);
    await page.context().setOffline(false);
    const asked = page.waitForResponse((response) => /assets\/index-/.test(response.url()) && response.request().method() === 'HEAD');
    await page.keyboard.press('Tab');
    await failed(2);
    expect((await asked).status()).toBe(200);
    await page.unroute(/assets\/index-/);
    await page.keyboard.press('Tab');
    await page.locator('[data-island="ready"]').first().waitFor({ state: 'attached' });
    expect(loads()).toBe(1);
  });

  it('follows a link that is pressed while its code loads', async () => {
    const { page } = await open('/livez', { ...laptop, expectProblems: true });
    let loads = 0;
    page.on('load', () => {
      loads += 1;
    });
    // The navigation is slower than the abortion of what the page was loading.
    await page.route(/\/about$/, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 500));
      await route.continue();
    });
    await page.route(/assets\/(?:index|contact-dialog)-/, (route) =>
      route.request().method() === 'HEAD' ? route.continue() : route.abort(),
    );
    await page.goto('/contact', { waitUntil: 'domcontentloaded' });
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'About Us' }).click();
    await page.waitForURL('**/about');
    expect(loads).toBeLessThanOrEqual(2);
  });
});

/** Opens a page whose files are aborted, as by a browser that leaves the page. Nothing is loaded before the first touch. */
async function openUnreachable(files: RegExp) {
  const { page } = await open('/livez', { ...laptop, expectProblems: true, fresh: true });
  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
    let failures = 0;
    document.addEventListener('app-failed', () => Object.assign(globalThis, { failures: ++failures }));
  });
  await page.route(files, (route) => (route.request().method() === 'HEAD' ? route.continue() : route.abort()));
  await page.goto('/contact');
  // Its deferred script, which reloads pages, has loaded.
  await page.locator('link[rel="manifest"]').waitFor({ state: 'attached' });
  const failed = (times: number) => page.waitForFunction((count) => Reflect.get(globalThis, 'failures') === count, times);
  return { page, loads: () => loads, failed };
}
