import { describe, expect, inject, it } from 'vitest';
import { specification } from '#tests/http/specification.ts';
import { accessibilityViolations } from '#tests/support/accessibility.ts';
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

it.each(routes)('%s has no accessibility violations at 1280 and 375 px, with everything on it open', async (route) => {
  // The default settings name a fictitious scheduler that cannot load; src/pages/book-call.tsx says so on the page.
  const { page } = await open(route === 'a quote' ? await requestQuote() : route, {
    ...laptop,
    reducedMotion: 'reduce',
    expectProblems: route === '/book-call',
  });
  // Opens all questions, and one card of each group, then each dialog.
  await page.evaluate(() => {
    for (const details of document.querySelectorAll<HTMLDetailsElement>('details:not([open])')) details.open = true;
  });
  for (const { viewport } of [laptop, phone]) {
    await page.setViewportSize(viewport);
    // The footer is the same on every page, on a background of its own: checking it once is enough.
    const except = route === routes[0] ? [] : ['.site-footer'];
    expect(await accessibilityViolations(page, { except }), `${viewport.width} px`).toEqual([]);
    for (const dialog of await page.locator('dialog').all()) {
      await dialog.evaluate((element: HTMLDialogElement) => element.showModal());
      expect(await accessibilityViolations(page, { parts: ['dialog[open]'] }), `${viewport.width} px`).toEqual([]);
      await dialog.evaluate((element: HTMLDialogElement) => element.close());
    }
  }
});

describe('the mobile menu', () => {
  it('has no accessibility violations while open', async () => {
    const { page } = await open('/', { ...phone, reducedMotion: 'reduce' });
    await page.getByRole('button', { name: 'Menu' }).click();
    expect(await accessibilityViolations(page)).toEqual([]);
  });
});
