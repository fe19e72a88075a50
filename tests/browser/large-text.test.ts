import { describe, expect, it } from 'vitest';
import { sitePages } from '#src/content/navigation.ts';
import { laptop, phone, testBrowser } from '#tests/support/browser.ts';

const { open } = testBrowser();
const paths = [
  ...sitePages.map(({ path }) => path),
  '/projects?view=table',
  '/shortlist?p=osage-orphan-wells:100&p=swaledale-hay-meadows:12',
  '/projects/strathnairn-birch-and-rowan',
  '/blog/esg-tnfd-reporting',
];

const enlarge = () => {
  // As a user style sheet would; the pages' policy allows no style element.
  const large = new CSSStyleSheet();
  large.replaceSync('html { font-size: 200% }');
  document.adoptedStyleSheets = [large];
};

/** The text spacing in WCAG 2.2, success criterion 1.4.12. */
const spaceOut = () => {
  const spacing = new CSSStyleSheet();
  spacing.replaceSync(`
    * { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important }
    p { margin-bottom: 2em !important }
  `);
  document.adoptedStyleSheets = [spacing];
};

const hasFonts = () => document.fonts.ready.then((fonts) => [...fonts].some(({ status }) => status === 'loaded'));

/** The texts whose element is narrower than a letter, as in a grid whose columns leave them no room. */
const textsWithoutWidth = () =>
  [...document.querySelectorAll('main *')].flatMap((element) => {
    const text = [...element.childNodes].map((node) => (node.nodeType === Node.TEXT_NODE ? (node.textContent ?? '').trim() : '')).join('');
    const { width, height } = element.getBoundingClientRect();
    const isShown = height > 0 && getComputedStyle(element).visibility === 'visible' && !element.closest('svg, .sr-only');
    return text.length > 2 && isShown && width < 8 ? [text.slice(0, 30)] : [];
  });

/** The last of a grid's items that stands alone in its row, beside an empty place. */
const loneItems = () =>
  [...document.querySelectorAll('main :is(ul, ol, dl)')].flatMap((grid) => {
    const items = [...grid.children].filter((item) => item.checkVisibility()).map((item) => item.getBoundingClientRect());
    const [first, second, last] = [items[0], items[1], items.at(-1)];
    if (getComputedStyle(grid).display !== 'grid' || !first || !last || Math.abs(first.top - (second?.top ?? 0)) > 1) return [];
    const isAlone = items.filter(({ top }) => Math.abs(top - last.top) < 1).length === 1;
    return isAlone && grid.getBoundingClientRect().right - last.right > 60 ? [(grid.lastElementChild?.textContent ?? '').slice(0, 30)] : [];
  });

const narrow = { viewport: { width: 320, height: 640 } };
const tablet = { viewport: { width: 768, height: 1024 } };

/** Each page is opened once, and measured in every combination. */
it('no page scrolls sideways or squeezes a text to nothing at 320 px, with wider text spacing, or with text at 200%; no grid ends with an empty place', async () => {
  const { page } = await open('/', { ...phone, expectProblems: true });
  const wide: Record<string, number> = {};
  const thin: Record<string, string[]> = {};
  const lone: Record<string, string[]> = {};
  const measure = async (path: string, { viewport }: typeof phone, text: string) => {
    await page.setViewportSize(viewport);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    if (width > viewport.width) wide[`${path} at ${viewport.width} px${text}`] = width;
    const narrow = await page.evaluate(textsWithoutWidth);
    if (narrow.length > 0) thin[`${path} at ${viewport.width} px${text}`] = narrow;
  };
  for (const path of paths) {
    await page.goto(path);
    // Text is wider in the brand's fonts, which load after the page.
    await expect.poll(() => page.evaluate(hasFonts)).toBe(true);
    await measure(path, narrow, '');
    for (const { viewport } of [tablet, laptop]) {
      await page.setViewportSize(viewport);
      const items = await page.evaluate(loneItems);
      if (items.length > 0) lone[`${path} at ${viewport.width} px`] = items;
    }
    await page.setViewportSize(narrow.viewport);
    await page.evaluate(spaceOut);
    await measure(path, narrow, ', spaced');
    await measure(path, phone, ', spaced');
    await page.evaluate(enlarge);
    await measure(path, phone, ', at 200%');
    await measure(path, laptop, ', at 200%');
    await page.setViewportSize(phone.viewport);
  }
  expect(wide).toEqual({});
  expect(thin).toEqual({});
  expect(lone).toEqual({});
}, 120_000);

describe.each([
  ['a laptop', laptop],
  ['a phone', phone],
])('with text at 200%, on %s', (_, size) => {
  it('the header of / does not cover its headline', async () => {
    const { page } = await open('/', size);
    await page.evaluate(enlarge);
    const header = await page.locator('header').first().boundingBox();
    const title = await page.locator('h1').boundingBox();
    expect(title?.y).toBeGreaterThan(header?.height ?? Number.POSITIVE_INFINITY);
  });
});

const figure = /[£\d][\d.,]+/g;
const certificate = /CR-\d+/g;

describe('with text at 200%, on a laptop', () => {
  it.each([
    ['figure', '/impact-hub', figure],
    ['certificate number', '/impact-hub', certificate],
    ['figure', '/projects?view=table', figure],
    ['figure', '/geospatial', figure],
    ['certificate number', '/record', certificate],
  ])('no %s in a table of %s is split across lines', async (_, path, pattern) => {
    const { page } = await open(path, laptop);
    await page.evaluate(enlarge);
    const broken = await page.locator('main td').evaluateAll(
      (cells, pattern) =>
        cells.flatMap((cell) => {
          const text = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
          const parts: string[] = [];
          for (let node = text.nextNode(); node; node = text.nextNode()) {
            for (const { 0: number, index } of (node.textContent ?? '').matchAll(pattern)) {
              const range = document.createRange();
              range.setStart(node, index);
              range.setEnd(node, index + number.length);
              if (range.getClientRects().length > 1) parts.push(number);
            }
          }
          return parts;
        }),
      pattern,
    );
    expect(broken).toEqual([]);
  });
});
