import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { sitePages } from '#src/content/navigation.ts';
import { laptop, phone, testBrowser } from '../support/browser.ts';

const { open } = testBrowser();
const stylesheet = () => `/assets/${readdirSync('dist/public/assets').find((name) => name.endsWith('.css'))}`;
const routes = [...sitePages.map(({ path }) => path), '/projects?view=table', '/projects/cwm-ty-coch-hillside-woodland', '/shortlist'];

it.each(routes)('the styles that %s carries are all it needs: nothing changes with the whole stylesheet', async (address) => {
  const { page } = await open('/livez', { ...phone, reducedMotion: 'reduce', expectProblems: true });
  // The calendar's service is not there, and says so at its own time.
  await page.route('https://**', (route) => route.abort());
  // The first answer of a kind of page links to the stylesheet, and is made anew with its own.
  const carries = async () => {
    await page.goto(address);
    return page.locator('head > style').count();
  };
  await expect.poll(carries, { timeout: 10_000 }).toBe(1);
  if (address === '/book-call') await page.locator('[data-state="failed"]').waitFor();
  const looks = { phone: await page.evaluate(looksNow), laptop: new Map() as Looks };
  await page.setViewportSize(laptop.viewport);
  looks.laptop = await page.evaluate(looksNow);
  await page.evaluate(addStylesheet, stylesheet());
  expect(changes(looks.laptop, await page.evaluate(looksNow))).toEqual([]);
  await page.setViewportSize(phone.viewport);
  expect(changes(looks.phone, await page.evaluate(looksNow))).toEqual([]);
});

/** How each element looks, by what it is and its place in the document. */
type Looks = Map<string, Record<string, string>>;

/** Runs in the page. Margins show in the places: Chromium's figures for automatic ones depend on when it is asked. */
function looksNow(): Looks {
  for (const details of document.querySelectorAll('details')) details.open = true;
  for (const animation of document.getAnimations()) animation.cancel();
  const looks: Looks = new Map();
  for (const [index, element] of [...document.querySelectorAll('body, body *')].entries()) {
    const style = getComputedStyle(element);
    const names = [...style].filter((name) => !name.startsWith('--') && !name.startsWith('margin'));
    const { x, y, width, height } = element.getBoundingClientRect();
    const look = Object.fromEntries(names.map((name) => [name, style.getPropertyValue(name)]));
    looks.set(`${index} ${element.outerHTML.slice(0, 80)}`, { ...look, place: `${x} ${y} ${width} ${height}` });
  }
  return looks;
}

/** Runs in the page. */
async function addStylesheet(href: string): Promise<void> {
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href });
  await new Promise((resolve) => {
    link.onload = resolve;
    document.head.append(link);
  });
}

function changes(before: Looks, after: Looks): string[] {
  return [...after].flatMap(([element, look]) =>
    Object.entries(look)
      .filter(([name, value]) => before.get(element)?.[name] !== value)
      .map(([name, value]) => `${element} ${name}: ${before.get(element)?.[name]} -> ${value}`),
  );
}
