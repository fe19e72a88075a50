import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { sitePages } from '#src/content/navigation.ts';
import { laptop, phone, testBrowser } from '../support/browser.ts';

const { open } = testBrowser();
const stylesheet = () => `/assets/${readdirSync('dist/public/assets').find((name) => name.endsWith('.css'))}`;

describe.each([
  ['on a phone', phone],
  ['on a laptop', laptop],
])('the styles that a page carries, %s', (_where, viewport) => {
  it.each([...sitePages.map(({ path }) => path), '/projects?view=table', '/projects/cwm-ty-coch-hillside-woodland', '/shortlist'])(
    'are all that %s needs: nothing changes with the whole stylesheet',
    async (address) => {
      const { page } = await open('/livez', { ...viewport, reducedMotion: 'reduce', expectProblems: true });
      // The calendar's service is not there, and says so at its own time.
      await page.route('https://**', (route) => route.abort());
      // The first answer of a kind of page links to the stylesheet, and is made anew with its own.
      const carries = async () => {
        await page.goto(address);
        return page.locator('head > style').count();
      };
      await expect.poll(carries, { timeout: 10_000 }).toBe(1);
      if (address === '/book-call') await page.locator('[data-state="failed"]').waitFor();
      expect(await page.evaluate(changesWith, stylesheet())).toEqual([]);
    },
  );
});

/** Runs in the page: what looks different once the stylesheet at `href` is there, an element and property a line. */
async function changesWith(href: string): Promise<string[]> {
  for (const details of document.querySelectorAll('details')) details.open = true;
  const elements = [...document.querySelectorAll('body, body *')];
  const looks = () => {
    for (const animation of document.getAnimations()) animation.cancel();
    return elements.map((element) => {
      const style = getComputedStyle(element);
      return new Map([...style].filter((name) => !name.startsWith('--')).map((name) => [name, style.getPropertyValue(name)]));
    });
  };
  const before = looks();
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href });
  await new Promise((resolve) => {
    link.onload = resolve;
    document.head.append(link);
  });
  const after = looks();
  return elements.flatMap((element, index) =>
    [...(after[index] ?? [])]
      .filter(([name, value]) => before[index]?.get(name) !== value)
      .map(([name, value]) => `${element.outerHTML.slice(0, 80)} ${name}: ${before[index]?.get(name)} -> ${value}`),
  );
}
