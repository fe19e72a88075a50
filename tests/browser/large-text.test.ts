import { describe, expect, it } from 'vitest';
import { sitePages } from '#src/content/navigation.ts';
import { laptop, phone, testBrowser } from '../support/browser.ts';

const { open } = testBrowser();
const paths = [
  ...sitePages.map(({ path }) => path),
  '/projects?view=table',
  '/projects/strathnairn-birch-and-rowan',
  '/blog/esg-tnfd-reporting',
];

const enlarge = () => {
  // As a style sheet of the visitor's would; the policy of the pages allows no style element.
  const large = new CSSStyleSheet();
  large.replaceSync('html { font-size: 200% }');
  document.adoptedStyleSheets = [large];
};

describe.each([
  ['a laptop', laptop],
  ['a phone', phone],
])('with text at twice the size, on %s', (_, size) => {
  it('no page scrolls sideways', async () => {
    const { page } = await open('/', { ...size, expectProblems: true });
    const wide: Record<string, number> = {};
    for (const path of paths) {
      await page.goto(path);
      await page.evaluate(enlarge);
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      if (width > size.viewport.width) wide[path] = width;
    }
    expect(wide).toEqual({});
  });

  it('the header of / leaves its headline free', async () => {
    const { page } = await open('/', size);
    await page.evaluate(enlarge);
    const header = await page.locator('header').first().boundingBox();
    const title = await page.locator('h1').boundingBox();
    expect(title?.y).toBeGreaterThan(header?.height ?? Number.POSITIVE_INFINITY);
  });
});

describe('with text at twice the size, on a laptop', () => {
  it.each(['/impact-hub', '/projects?view=table', '/geospatial'])('no figure in a table of %s is broken', async (path) => {
    const { page } = await open(path, laptop);
    await page.evaluate(enlarge);
    const broken = await page.locator('main td').evaluateAll((cells) =>
      cells.flatMap((cell) => {
        const text = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
        const parts: string[] = [];
        for (let node = text.nextNode(); node; node = text.nextNode()) {
          for (const { 0: number, index } of (node.textContent ?? '').matchAll(/[£\d][\d.,]+/g)) {
            const range = document.createRange();
            range.setStart(node, index);
            range.setEnd(node, index + number.length);
            if (range.getClientRects().length > 1) parts.push(number);
          }
        }
        return parts;
      }),
    );
    expect(broken).toEqual([]);
  });
});
