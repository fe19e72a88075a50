import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { sitePages } from '#src/content/navigation.ts';
import { laptop, phone, testBrowser } from '../support/browser.ts';

const { open } = testBrowser();
const stylesheet = `/assets/${readdirSync('dist/public/assets').find((name) => name.endsWith('.css'))}`;

describe.each([
  ['on a phone', phone],
  ['on a laptop', laptop],
])('the styles that a page carries, %s', (_where, viewport) => {
  it.each([...sitePages.map(({ path }) => path), '/projects?view=table', '/projects/tregaron-biochar'])(
    'are all that %s needs: nothing changes with the whole stylesheet',
    async (address) => {
      const { page } = await open(address, viewport);
      // The first answer of a kind of page links to the stylesheet, and is made anew with its own.
      await expect
        .poll(
          async () => {
            await page.goto(address);
            return page.locator('head > style').count();
          },
          { timeout: 10_000 },
        )
        .toBe(1);
      const changed = await page.evaluate(async (href) => {
        const elements = [...document.querySelectorAll('body, body *')];
        const looks = () =>
          elements.map((element) => {
            const style = getComputedStyle(element);
            return Object.fromEntries(
              [...style].filter((name) => !name.startsWith('--')).map((name) => [name, style.getPropertyValue(name)]),
            );
          });
        for (const details of document.querySelectorAll('details')) details.open = true;
        const before = looks();
        const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href });
        await new Promise((resolve) => {
          link.onload = resolve;
          document.head.append(link);
        });
        const after = looks();
        return elements.flatMap((element, index) =>
          Object.entries(after[index] ?? {})
            .filter(([name, value]) => before[index]?.[name] !== value)
            .map(([name, value]) => `${element.outerHTML.slice(0, 80)} ${name}: ${before[index]?.[name]} -> ${value}`),
        );
      }, stylesheet);
      expect(changed).toEqual([]);
    },
  );
});
