import { afterAll, expect, inject, it } from 'vitest';
import { connectTo } from '#db/connection.ts';
import { laptop, testBrowser, watchNetwork } from '#tests/support/browser.ts';
import { projectsOnSale } from '#tests/support/buyer.ts';

// The only tests that need the full Chromium, which takes seconds to start.
const { open } = testBrowser({ backForwardCache: true });
const sql = connectTo(inject('siteDatabaseUrl'), { max: 1 });
afterAll(() => sql.end());

it('shows each kind of page as it was left, from the back/forward cache, even after interaction', async () => {
  const { page } = await open('/livez', laptop);
  const { networkIdle } = watchNetwork(page);
  const project = '/projects/cwm-ty-coch-hillside-woodland';
  for (const address of ['/how-it-works', '/credits', project, '/shortlist?p=cwm-ty-coch-hillside-woodland:10']) {
    await page.goto(address);
    // Requests in flight when a visitor leaves keep a page out of the cache.
    await networkIdle();
    await page.keyboard.press('Tab');
    await networkIdle();
    await page.evaluate(() => Object.assign(window, { isAsLeft: true }));
    await page.goto('/about');
    await page.goBack({ waitUntil: 'commit' });
    await expect.poll(() => page.evaluate(() => 'isAsLeft' in window && document.querySelector('h1') !== null)).toBe(true);
    expect(new URL(page.url()).pathname).toBe(new URL(address, page.url()).pathname);
  }
});

it('shows on the shortlist what was added since, from the back/forward cache too', async () => {
  const [first, second] = await projectsOnSale(sql);
  const list = '/projects?q=biochar';
  const { page } = await open(list, laptop);
  const add = ({ title }: typeof first) => page.getByRole('link', { name: `Shortlist ${title}` }).click();
  const shortlist = (count: number) => page.getByRole('banner').getByRole('link', { name: `Shortlist (${count})`, exact: true });
  await add(first);
  await shortlist(1).click();
  await page.getByRole('table').getByRole('link', { name: first.title, exact: true }).click();
  await page.waitForURL(`**/projects/${first.slug}`);
  await page.goto(list);
  await add(second);
  await shortlist(2).waitFor();
  await page.goBack({ waitUntil: 'commit' });
  await page.getByRole('heading', { name: first.title, level: 1 }).waitFor();
  await page.goBack({ waitUntil: 'commit' });
  await page.waitForURL(`**/shortlist?p=${first.slug}:100&p=${second.slug}:100`);
  expect(await page.getByRole('link', { name: 'Replace it with this one' }).count()).toBe(0);
});
