import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { laptop, phone, testBrowser } from '../support/browser.ts';

const { openFinished } = testBrowser();
const stylesheet = () => `/assets/${readdirSync('dist/public/assets').find((name) => name.endsWith('.css'))}`;

/** One page of each kind. */
it.each([
  ['/', laptop],
  ['/', phone],
  ['/credits', laptop],
  ['/projects', phone],
  ['/projects?view=table', laptop],
  ['/projects/cwm-ty-coch-hillside-woodland', laptop],
  ['/shortlist', phone],
  ['/carbon-credits', laptop],
  ['/impact-hub', laptop],
  ['/geospatial', phone],
  ['/contact', laptop],
  ['/book-call', laptop],
  ['/enterprise/contact', phone],
  ['/blog', laptop],
  ['/developers', phone],
  ['/terms', laptop],
])('the styles that %s carries are all it needs: nothing changes with the whole stylesheet', async (address, viewport) => {
  const { page } = await openFinished(address, viewport);
  if (address === '/book-call') await page.locator('[data-state="failed"]').waitFor();
  // On a phone they come after the first paint.
  await page.waitForFunction(
    () => document.fonts.check('1rem Fraunces') && [...document.fonts].some(({ family }) => family === 'Fraunces'),
  );
  expect(await page.evaluate(changesWith, stylesheet())).toEqual([]);
});

/** Parts that only a kind of field has: no element's own looks tell whether their rules are there. */
const parts = ['::-webkit-inner-spin-button', '::-webkit-search-decoration', '::placeholder', '::file-selector-button'];

it.each([
  ['/shortlist?p=cwm-ty-coch-hillside-woodland:10', ['::-webkit-inner-spin-button', '::-webkit-search-decoration']],
  ['/developers', ['::-webkit-inner-spin-button', '::placeholder']],
  ['/enterprise/contact', ['::-webkit-inner-spin-button', '::file-selector-button']],
])('the styles that %s carries have the rules for parts of its fields', async (address, expected) => {
  const { page } = await openFinished(address, laptop);
  const styles = await page.locator('head > style').textContent();
  expect(parts.filter((part) => styles?.includes(part))).toEqual(expected);
});

/** Runs in the page: what looks different once the stylesheet at `href` is there, an element and property a line. */
async function changesWith(href: string): Promise<string[]> {
  for (const details of document.querySelectorAll('details')) details.open = true;
  const elements = [...document.querySelectorAll('body, body *')];
  // Margins show in the places: Chromium's figures for automatic ones depend on when it is asked.
  const names = [...getComputedStyle(document.body)].filter((name) => !name.startsWith('--') && !name.startsWith('margin'));
  const looks = () => {
    for (const animation of document.getAnimations()) animation.cancel();
    return elements.map((element) => {
      const style = getComputedStyle(element);
      const { x, y, width, height } = element.getBoundingClientRect();
      return [...names.map((name) => style.getPropertyValue(name)), `${x} ${y} ${width} ${height}`];
    });
  };
  const before = looks();
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href });
  await new Promise((resolve) => {
    link.onload = resolve;
    document.head.append(link);
  });
  const after = looks();
  return elements.flatMap((element, at) =>
    [...names, 'place'].flatMap((name, index) => {
      const [was, is] = [before[at]?.[index], after[at]?.[index]];
      return was === is ? [] : [`${element.outerHTML.slice(0, 80)} ${name}: ${was} -> ${is}`];
    }),
  );
}
