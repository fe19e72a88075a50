import type { Page } from 'playwright';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { sitePages } from '#src/content/navigation.ts';
import { accessibilityViolations, type Where } from '#tests/support/accessibility.ts';
import { laptop, phone, testBrowser } from '#tests/support/browser.ts';

const { open } = testBrowser();

/** One page of each kind. These are judged at 1280 px too, for the grounds and columns that only a laptop has. */
const kinds = [
  ...['/', '/credits', '/projects', '/projects?view=table', '/projects/strathnairn-birch-and-rowan', '/portfolio?tonnes=500&year=2026'],
  ...['/shortlist?p=osage-orphan-wells:100&p=swaledale-hay-meadows:12', '/record', '/verify', '/impact-hub', '/geospatial', '/vcs'],
  ...['/carbon-credits', '/enterprise/compliance', '/enterprise/contact', '/contact', '/blog/esg-tnfd-reporting', '/developers', '/terms'],
];
/** Every page, and each state of one that has others. */
const addresses = [
  ...new Set([
    ...kinds,
    ...sitePages.map(({ path }) => path),
    '/portfolio?tonnes=900000&max=30',
    '/portfolio?tonnes=5&budget=4',
    '/contact?project=strathnairn-birch-and-rowan&tonnes=9999999',
    '/contact?project=strathnairn-birch-and-rowan&ask=boundary',
    '/projects/compare',
    '/projects/compare?p=strathnairn-birch-and-rowan&p=fenland-straw-biochar',
    '/shortlist',
  ]),
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
  /** By place: the width of a page that is wider than its window, the texts without room, what is split across lines, what stands alone, whose headline is covered. */
  const wide: Record<string, number> = {};
  const thin: Record<string, string[]> = {};
  const split: Record<string, string[]> = {};
  const lone: Record<string, string[]> = {};
  const covered: string[] = [];

  beforeAll(async () => {
    const { page, problems } = await open('/livez', { reducedMotion: 'reduce', expectProblems: true });
    for (const address of [...addresses, ...longShortlists, await requestQuote()]) {
      await page.setViewportSize(laptop.viewport);
      await page.goto(address);
      // Text is wider in the brand's fonts, which load after the page.
      await page.waitForFunction(hasFonts);
      // All questions, and one card of each group.
      await page.evaluate(() => {
        for (const details of document.querySelectorAll<HTMLDetailsElement>('details:not([open])')) details.open = true;
      });
      if (kinds.includes(address)) await judge(page, `${address} at 1280 px`);
      if (!longShortlists.includes(address)) await measure(page, address);
      await page.setViewportSize(phone.viewport);
      await judge(page, `${address} at 375 px`);
    }
    // The default settings name a fictitious scheduler that cannot load; src/pages/book-call.tsx says so on the page.
    violations.push(...problems.filter((text) => !text.includes('/book-call: ')));
  }, 600_000);

  /** Measures a page as it comes, with wider text spacing, and with larger text. Each change of the window's width costs time. */
  async function measure(page: Page, address: string): Promise<void> {
    for (const [{ viewport }, style, text] of [
      [laptop, '', ''],
      [laptop, large, ', at 200%'],
      [tablet, '', ''],
      [narrow, spaced, ', spaced'],
      [phone, large, ', at 200%'],
    ] as const) {
      const place = `${address} at ${viewport.width} px${text}`;
      await page.setViewportSize(viewport);
      await page.evaluate(setUserStyle, style);
      const found = await page.evaluate(overflows, unsplit[address]);
      if (found.width > viewport.width) wide[place] = found.width;
      if (found.thin.length > 0) thin[place] = found.thin;
      if (style === large && viewport === laptop.viewport && found.split.length > 0) split[place] = found.split;
      if (style === '' && found.lone.length > 0) lone[place] = found.lone;
      if (found.isCovered) covered.push(place);
    }
    await page.evaluate(setUserStyle, '');
  }

  /** Notes the violations of a page, and of each of its dialogs. */
  async function judge(page: Page, place: string): Promise<void> {
    const note = async (where: Where) => {
      for (const violation of await accessibilityViolations(page, where)) violations.push(`${place}: ${violation}`);
    };
    // Header and footer are the same on every page, except for the ground of the header of /: checking them on two is enough.
    await note({ except: /^\/(credits)? /.test(place) ? [] : ['.site-header', '.site-footer'] });
    for (const dialog of await page.locator('dialog').all()) {
      await dialog.evaluate((element: HTMLDialogElement) => element.showModal());
      await note({ parts: ['dialog[open]'] });
      await dialog.evaluate((element: HTMLDialogElement) => element.close());
    }
  }

  it('has accessibility violations with everything on it open, at 375 px and, of each kind, at 1280 px', () =>
    expect(violations).toEqual([]));
  it('scrolls sideways at 320 px, with wider text spacing, or with text at 200%', () => expect(wide).toEqual({}));
  it('squeezes a text to nothing in any of these', () => expect(thin).toEqual({}));
  it('splits a figure or a certificate’s number in a table across lines with text at 200% on a laptop', () => expect(split).toEqual({}));
  it('hides its headline behind its header in any of these', () => expect(covered).toEqual([]));
  it('ends a grid with an item beside an empty place, at 768 and 1280 px', () => expect(lone).toEqual({}));
});

it('the mobile menu has no accessibility violations while open', async () => {
  const { page } = await open('/', { ...phone, reducedMotion: 'reduce' });
  await page.getByRole('button', { name: 'Menu' }).click();
  expect(await accessibilityViolations(page, { parts: ['.site-header'] })).toEqual([]);
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
 * what matches the pattern in its tables and is split across lines, the last of a grid's items where it stands alone in its row, and
 * whether the header covers its headline.
 */
function overflows(pattern?: RegExp) {
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
  const [header, title] = ['header', 'h1'].map((name) => document.querySelector(name)?.getBoundingClientRect());
  const isCovered = !header || !title || title.top < header.bottom;
  return { width: document.documentElement.scrollWidth, thin, split, lone, isCovered };
}
