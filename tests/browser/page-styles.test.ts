import { readdirSync } from 'node:fs';
import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { laptop, phone, testBrowser } from '../support/browser.ts';

const { openFinished } = testBrowser();

describe.each([
  ['a phone', phone],
  ['a laptop', laptop],
])('the styles that a page carries, on %s', (_name, device) => {
  it.each(['/', '/projects', '/contact', '/shortlist?p=cwm-ty-coch-hillside-woodland:10'])(
    'make %s look as the whole stylesheet does',
    async (address) => {
      const { page } = await openFinished(address, device);
      await page.waitForFunction(() =>
        [...document.fonts].some(({ family, status }) => /^"?Instrument Sans"?$/.test(family) && status === 'loaded'),
      );
      const carried = await computedStyles(page);
      await takeWholeStylesheet(page);
      const whole = await computedStyles(page);
      expect(carried.length).toBeGreaterThan(100);
      expect(whole.map((line, index) => [line, carried[index]]).filter(([one, other]) => one !== other)).toEqual([]);
    },
  );
});

/** A line for each element of the page: what it is, and everything that is computed for it but variables. */
function computedStyles(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.body.querySelectorAll('*')].map((element) => {
      const style = getComputedStyle(element);
      return `${element.tagName} ${element.className} ${[...style]
        .filter((name) => !name.startsWith('--'))
        .map((name) => `${name}:${style.getPropertyValue(name)}`)
        .join(';')}`;
    }),
  );
}

async function takeWholeStylesheet(page: Page): Promise<void> {
  const [name] = readdirSync('dist/public/assets').filter((file) => file.endsWith('.css'));
  await page.evaluate(async (href) => {
    const carried = document.querySelectorAll('style');
    const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href });
    const loaded = new Promise((resolve) => link.addEventListener('load', resolve));
    document.head.append(link);
    await loaded;
    for (const style of carried) style.remove();
    await document.fonts.ready;
  }, `/assets/${name}`);
}
