import type { Page } from 'playwright';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { sitePages } from '#src/content/navigation.ts';
import { accessibilityViolations, type Where } from '#tests/support/accessibility.ts';
import { laptop, phone, testBrowser } from '#tests/support/browser.ts';

const { open } = testBrowser();

/** Every page, and each state of one that has others. */
const addresses = [
  ...sitePages.map(({ path }) => path),
  '/projects?view=table',
  '/projects/strathnairn-birch-and-rowan',
  '/blog/esg-tnfd-reporting',
  '/portfolio?tonnes=500&year=2026',
  '/portfolio?tonnes=900000&max=30',
  '/portfolio?tonnes=5&budget=4',
  '/contact?project=strathnairn-birch-and-rowan&tonnes=9999999',
  '/contact?project=strathnairn-birch-and-rowan&ask=boundary',
  '/projects/compare',
  '/projects/compare?p=strathnairn-birch-and-rowan&p=fenland-straw-biochar',
  '/shortlist',
  '/shortlist?p=osage-orphan-wells:100&p=swaledale-hay-meadows:12',
];
/** With text at 200%, their table is wider than a window of 1280 px: they are checked with axe only. */
const longShortlists = [
  '/shortlist?p=strathnairn-birch-and-rowan:250&p=fenland-straw-biochar:999999&p=galloway-march-dyke-planting:5&p=gone-project:1&removed=weald-coppice-biochar:2',
  '/shortlist?p=strathnairn-birch-and-rowan:250&p=fenland-straw-biochar:7&on=2026-01-10',
];
const figure = /[£\d][\d.,]+/g;
/** By page: what stays on one line in its tables. A serial number, as on /record, may be split. */
const unsplit: Record<string, RegExp> = {
  '/impact-hub': /[£\d][\d.,]+|CR-\d+/g,
  '/projects?view=table': figure,
  '/geospatial': figure,
  '/record': /CR-\d+/g,
};
const tablet = { viewport: { width: 768, height: 1024 } };
const narrow = { viewport: { width: 320, height: 640 } };

/** Each page is opened once, and looked at in every way: opening takes longer than most looks. */
describe('no page', () => {
  const violations: string[] = [];
  /** By place: the width of a page that is wider than its window, the texts without room, what is split across lines, what stands alone. */
  const wide: Record<string, number> = {};
  const thin: Record<string, string[]> = {};
  const split: Record<string, string[]> = {};
  const lone: Record<string, string[]> = {};

  beforeAll(async () => {
    const { page, problems } = await open('/livez', { reducedMotion: 'reduce', expectProblems: true });
    for (const address of [...addresses, ...longShortlists, await requestQuote()]) {
      await page.setViewportSize(phone.viewport);
      await page.goto(address);
      if (!longShortlists.includes(address)) await measure(page, address);
      await checkOpened(page, address);
    }
    // The default settings name a fictitious scheduler that cannot load; src/pages/book-call.tsx says so on the page.
    violations.push(...problems.filter((text) => !text.includes('/book-call: ')));
  }, 600_000);

  /** Measures a page as it comes, with wider text spacing, and with larger text. */
  async function measure(page: Page, address: string): Promise<void> {
    // Text is wider in the brand's fonts, which load after the page.
    await page.waitForFunction(hasFonts);
    for (const [{ viewport }, style, text] of [
      [tablet, '', ''],
      [laptop, '', ''],
      [narrow, '', ''],
      [narrow, spaced, ', spaced'],
      [phone, spaced, ', spaced'],
      [phone, large, ', at 200%'],
      [laptop, large, ', at 200%'],
    ] as const) {
      const place = `${address} at ${viewport.width} px${text}`;
      await page.setViewportSize(viewport);
      await page.evaluate(setUserStyle, style);
      const found = await page.evaluate(overflows, unsplit[address]);
      if (found.width > viewport.width) wide[place] = found.width;
      if (found.thin.length > 0) thin[place] = found.thin;
      if (style === large && viewport === laptop.viewport && found.split.length > 0) split[place] = found.split;
      if (style === '' && viewport !== narrow.viewport && found.lone.length > 0) lone[place] = found.lone;
    }
    await page.evaluate(setUserStyle, '');
  }

  /** Checks a page with all questions open, and one card of each group; then each dialog. */
  async function checkOpened(page: Page, address: string): Promise<void> {
    await page.evaluate(() => {
      for (const details of document.querySelectorAll<HTMLDetailsElement>('details:not([open])')) details.open = true;
    });
    for (const { viewport } of [laptop, phone]) {
      const check = async (where: Where) => {
        for (const violation of await accessibilityViolations(page, where))
          violations.push(`${address} at ${viewport.width} px: ${violation}`);
      };
      await page.setViewportSize(viewport);
      // The footer is the same on every page, on a background of its own: checking it once is enough.
      await check({ except: address === '/' ? [] : ['.site-footer'] });
      for (const dialog of await page.locator('dialog').all()) {
        await dialog.evaluate((element: HTMLDialogElement) => element.showModal());
        await check({ parts: ['dialog[open]'] });
        await dialog.evaluate((element: HTMLDialogElement) => element.close());
      }
    }
  }

  it('has accessibility violations at 1280 and 375 px, with everything on it open', () => expect(violations).toEqual([]));
  it('scrolls sideways at 320 px, with wider text spacing, or with text at 200%', () => expect(wide).toEqual({}));
  it('squeezes a text to nothing in any of these', () => expect(thin).toEqual({}));
  it('splits a figure or a certificate’s number in a table across lines with text at 200% on a laptop', () => expect(split).toEqual({}));
  it('ends a grid with an item beside an empty place, at 768 and 1280 px', () => expect(lone).toEqual({}));
});

it('the mobile menu has no accessibility violations while open', async () => {
  const { page } = await open('/', { ...phone, reducedMotion: 'reduce' });
  await page.getByRole('button', { name: 'Menu' }).click();
  expect(await accessibilityViolations(page)).toEqual([]);
});

it('the header is one line on phones of every width', async () => {
  const { page } = await open('/contact', phone);
  const heights = [];
  for (const width of [320, 344, 360, 363, 371, 372, 375, 412]) {
    await page.setViewportSize({ width, height: 667 });
    heights.push((await page.locator('header').first().boundingBox())?.height);
  }
  expect(new Set(heights).size).toBe(1);
});

it('the header of / does not cover its headline with text at 200%, on a laptop and on a phone', async () => {
  const { page } = await open('/', laptop);
  await page.evaluate(setUserStyle, large);
  for (const { viewport } of [laptop, phone]) {
    await page.setViewportSize(viewport);
    const header = await page.locator('header').first().boundingBox();
    const title = await page.locator('h1').boundingBox();
    expect(title?.y).toBeGreaterThan(header?.height ?? Number.POSITIVE_INFINITY);
  }
});

/** Requests a quote, and returns the path of its page. */
async function requestQuote(): Promise<string> {
  const answer = await fetch(`${inject('siteUrl')}/api/v1/quotes`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Ada', email: 'ada@axe.example', lines: [{ slug: 'fenland-straw-biochar', tonnes: 7 }] }),
  });
  return new URL(((await answer.json()) as { url: string }).url).pathname;
}

const large = 'html { font-size: 200% }';
/** The text spacing in WCAG 2.2, success criterion 1.4.12. */
const spaced = `
  * { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important }
  p { margin-bottom: 2em !important }
`;

/** Runs in the page: styles it as a user style sheet would. The pages' policy allows no style element. */
function setUserStyle(css: string): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets = [sheet];
}

const hasFonts = () => document.fonts.ready.then((fonts) => [...fonts].some(({ status }) => status === 'loaded'));

/**
 * Runs in the page: returns its width, the texts whose element is narrower than a letter, as in a grid whose columns leave them no room,
 * what matches the pattern in its tables and is split across lines, and the last of a grid's items where it stands alone in its row.
 */
function overflows(pattern?: RegExp): { width: number; thin: string[]; split: string[]; lone: string[] } {
  const thin = [...document.querySelectorAll('main *')].flatMap((element) => {
    const text = [...element.childNodes].map((node) => (node.nodeType === Node.TEXT_NODE ? (node.textContent ?? '').trim() : '')).join('');
    if (text.length <= 2) return [];
    const { width, height } = element.getBoundingClientRect();
    const isThin = height > 0 && width < 8;
    return isThin && getComputedStyle(element).visibility === 'visible' && !element.closest('svg, .sr-only') ? [text.slice(0, 30)] : [];
  });
  const split = [...document.querySelectorAll('main td')].flatMap((cell) => {
    const text = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
    const parts: string[] = [];
    for (let node = text.nextNode(); node; node = text.nextNode()) {
      for (const { 0: number, index } of (node.textContent ?? '').matchAll(pattern ?? /(?!)/g)) {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + number.length);
        if (range.getClientRects().length > 1) parts.push(number);
      }
    }
    return parts;
  });
  const lone = [...document.querySelectorAll('main :is(ul, ol, dl)')].flatMap((grid) => {
    const items = [...grid.children].filter((item) => item.checkVisibility()).map((item) => item.getBoundingClientRect());
    const [one, two, last] = [items[0], items[1], items.at(-1)];
    if (getComputedStyle(grid).display !== 'grid' || !one || !last || Math.abs(one.top - (two?.top ?? 0)) > 1) return [];
    const isAlone = items.filter(({ top }) => Math.abs(top - last.top) < 1).length === 1;
    return isAlone && grid.getBoundingClientRect().right - last.right > 60 ? [(grid.lastElementChild?.textContent ?? '').slice(0, 30)] : [];
  });
  return { width: document.documentElement.scrollWidth, thin, split, lone };
}
