import type { Page } from 'playwright';
import { describe, expect, inject, it } from 'vitest';
import { specification } from '#tests/http/specification.ts';
import { accessibilityViolations, type Where } from '#tests/support/accessibility.ts';
import { laptop, phone, testBrowser } from '#tests/support/browser.ts';

const { open } = testBrowser();

/** Requests a quote, and returns the path of its page. */
async function requestQuote(): Promise<string> {
  const answer = await fetch(`${inject('siteUrl')}/api/v1/quotes`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Ada', email: 'ada@axe.example', lines: [{ slug: 'fenland-straw-biochar', tonnes: 7 }] }),
  });
  return new URL(((await answer.json()) as { url: string }).url).pathname;
}

const routes = [
  ...specification.map(({ route }) => route),
  '/projects',
  '/projects?view=table',
  '/accessibility',
  '/developers',
  '/developers/catalogue',
  '/developers/agents',
  '/developers/changelog',
  '/record',
  '/projects/strathnairn-birch-and-rowan',
  '/portfolio?tonnes=500&year=2026',
  '/portfolio?tonnes=900000&max=30',
  '/portfolio?tonnes=5&budget=4',
  '/contact?project=strathnairn-birch-and-rowan&tonnes=9999999',
  '/contact?project=strathnairn-birch-and-rowan&ask=boundary',
  '/projects/compare',
  `/projects/compare?p=strathnairn-birch-and-rowan&p=fenland-straw-biochar`,
  '/shortlist',
  `/shortlist?p=strathnairn-birch-and-rowan:250&p=fenland-straw-biochar:999999&p=galloway-march-dyke-planting:5&p=gone-project:1&removed=weald-coppice-biochar:2`,
  `/shortlist?p=strathnairn-birch-and-rowan:250&p=fenland-straw-biochar:7&on=2026-01-10`,
  'a quote',
];

/** One page goes through all of them: its process, with axe compiled, serves for the next, and a new one takes longer than axe. */
it('no page has accessibility violations at 1280 and 375 px, with everything on it open', async () => {
  // The default settings name a fictitious scheduler that cannot load; src/pages/book-call.tsx says so on the page.
  const [{ page: bookCall }, { page }] = [
    await open('/livez', { reducedMotion: 'reduce', expectProblems: true }),
    await open('/livez', { reducedMotion: 'reduce' }),
  ];
  const violations: string[] = [];
  for (const route of routes) {
    violations.push(...(await violationsOf(route === '/book-call' ? bookCall : page, route === 'a quote' ? await requestQuote() : route)));
  }
  expect(violations).toEqual([]);
}, 600_000);

async function violationsOf(page: Page, route: string): Promise<string[]> {
  await page.setViewportSize(laptop.viewport);
  await page.goto(route);
  // Opens all questions, and one card of each group, then each dialog.
  await page.evaluate(() => {
    for (const details of document.querySelectorAll<HTMLDetailsElement>('details:not([open])')) details.open = true;
  });
  const found: string[] = [];
  for (const { viewport } of [laptop, phone]) {
    const check = async (where: Where) => {
      for (const violation of await accessibilityViolations(page, where)) found.push(`${route} at ${viewport.width} px: ${violation}`);
    };
    await page.setViewportSize(viewport);
    // The footer is the same on every page, on a background of its own: checking it once is enough.
    await check({ except: route === routes[0] ? [] : ['.site-footer'] });
    for (const dialog of await page.locator('dialog').all()) {
      await dialog.evaluate((element: HTMLDialogElement) => element.showModal());
      await check({ parts: ['dialog[open]'] });
      await dialog.evaluate((element: HTMLDialogElement) => element.close());
    }
  }
  return found;
}

describe('the mobile menu', () => {
  it('has no accessibility violations while open', async () => {
    const { page } = await open('/', { ...phone, reducedMotion: 'reduce' });
    await page.getByRole('button', { name: 'Menu' }).click();
    expect(await accessibilityViolations(page)).toEqual([]);
  });
});
