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

describe.each([
  ['a laptop', laptop],
  ['a phone', phone],
])('with text at twice the size, on %s', (_, size) => {
  it('no page scrolls sideways', async () => {
    const { page } = await open('/', { ...size, expectProblems: true });
    const wide: Record<string, number> = {};
    for (const path of paths) {
      await page.goto(path);
      const width = await page.evaluate(() => {
        // As a style sheet of the visitor's would; the policy of the pages allows no style element.
        const large = new CSSStyleSheet();
        large.replaceSync('html { font-size: 200% }');
        document.adoptedStyleSheets = [large];
        return document.documentElement.scrollWidth;
      });
      if (width > size.viewport.width) wide[path] = width;
    }
    expect(wide).toEqual({});
  });
});
