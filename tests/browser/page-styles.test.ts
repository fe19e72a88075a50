import { readFileSync } from 'node:fs';
import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { laptop, phone, testBrowser } from '#tests/support/browser.ts';

const { openFinished } = testBrowser();

/** The rules of all routes. Most are on many routes: each is kept once, where it stands last, because each costs time. */
let allRules = '';
async function readRules(page: Page): Promise<string> {
  const routes: Record<string, string> = JSON.parse(readFileSync('dist/server/route-styles.json', 'utf8'));
  allRules ||= await page.evaluate(distinctRules, Object.values(routes).join('\n'));
  return allRules;
}

/** Runs in the page: returns the rules of a style sheet, each only where it occurs last. */
function distinctRules(css: string): string {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  return [...new Set([...sheet.cssRules].map(({ cssText }) => cssText).reverse())].reverse().join('\n');
}

/** One page of each kind. */
const pages = [
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
  ['/developers/agents', phone],
  ['/terms', laptop],
] as const;

it.each(pages)('%s carries all the styles it needs: adding those of all other pages changes nothing', async (address, viewport) => {
  const { page } = await openFinished(address, viewport);
  if (address === '/book-call') await page.locator('[data-state="failed"]').waitFor();
  await page.waitForFunction(() => !document.querySelector('[data-island="waiting"]'));
  // The catalogue's script takes away the buttons that it makes needless.
  await page.waitForFunction(() => !document.querySelector('.catalogue-form') || document.documentElement.hasAttribute('data-catalogue'));
  expect(await changedByAdding(page)).toEqual([]);
});

it('a missing style would be noticed', async () => {
  const { page } = await openFinished('/terms', laptop);
  const removed = await page.evaluate(() => {
    const sheet = document.querySelector<HTMLStyleElement>('head > style')?.sheet;
    const index = [...(sheet?.cssRules ?? [])].findIndex((rule) => (rule as CSSStyleRule).selectorText === '.font-semibold');
    sheet?.deleteRule(index);
    return index;
  });
  expect(removed).toBeGreaterThan(0);
  expect(await changedByAdding(page)).toContainEqual(expect.stringContaining('BUTTON'));
});

it('a dialog carries all its styles after hydration too', async () => {
  const { page } = await openFinished('/contact', laptop);
  await page.getByRole('button', { name: 'Email Us' }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Send Message' }).click();
  await page.locator('[data-island="ready"]').first().waitFor({ state: 'attached' });
  await page.locator('[aria-invalid="true"]').first().waitFor();
  // The button's transition has to end.
  await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState === 'finished'));
  expect(await changedByAdding(page)).toEqual([]);
});

it('keyboard focus has the site’s own ring', async () => {
  const { page } = await openFinished('/terms', laptop);
  await page.keyboard.press('Tab');
  const ring = await page.evaluate(() => {
    const { outlineColor, outlineWidth, boxShadow } = getComputedStyle(document.activeElement ?? document.body);
    return [outlineColor, outlineWidth, boxShadow];
  });
  expect(ring).toEqual(['rgb(207, 227, 90)', '2px', 'rgb(21, 33, 27) 0px 0px 0px 3px']);
  expect(await page.locator('head > link[rel="stylesheet"]').count()).toBe(0);
});

it('the text of a tooltip, which React inserts, has its own colours beside the page’s styles', async () => {
  const { page } = await openFinished('/geospatial', laptop);
  const mark = page.locator('svg a[href^="/projects/"]').first();
  await mark.hover();
  const words = page.getByRole('tooltip');
  await words.waitFor();
  const colours = await words.locator('span').evaluateAll((lines) => lines.map((line) => getComputedStyle(line).color));
  const ground = await words.evaluate((element) => getComputedStyle(element).backgroundColor);
  // colours.ts: paper and mist on ink.
  expect([...colours, ground]).toEqual(['rgb(245, 241, 230)', 'rgb(201, 216, 204)', 'rgb(21, 33, 27)']);
});

/** Lists the elements of a page that look different once the styles of all other pages are added. */
async function changedByAdding(page: Page): Promise<string[]> {
  const rules = await readRules(page);
  const properties = await page.evaluate(propertiesIn, rules);
  expect(properties.length).toBeGreaterThan(100);
  // A font that arrives between the two looks would change what no style did.
  await page.evaluate(() => document.fonts.ready);
  const before = await page.evaluate(appearances, properties);
  expect(before.length).toBeGreaterThan(100);
  await page.evaluate(addBefore, rules);
  const after = await page.evaluate(appearances, properties);
  return after.flatMap(({ element, hash }, index) => (hash === before[index]?.hash ? [] : [`${index} ${element}`]));
}

/**
 * Runs in the page: lists the properties that some rule sets, because no other can change. Margins are covered by the positions of
 * elements; Chromium's values for automatic margins vary with timing.
 */
function propertiesIn(css: string): string[] {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  const found = new Set<string>();
  const collect = (rule: CSSRule): void => {
    for (const name of 'style' in rule ? (rule as CSSStyleRule).style : []) found.add(name);
    for (const inner of 'cssRules' in rule ? (rule as CSSGroupingRule).cssRules : []) collect(inner);
  };
  for (const rule of sheet.cssRules) collect(rule);
  return [...found].filter((name) => !name.startsWith('--') && !name.startsWith('margin'));
}

/** Runs in the page: inserts styles before the page's own, into the same sheet, because its policy allows no other style element. */
function addBefore(css: string): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  const own = document.querySelector<HTMLStyleElement>('head > style')?.sheet;
  if (!own) throw new Error('The page has no styles of its own');
  for (const rule of [...sheet.cssRules].reverse()) own.insertRule(rule.cssText, 0);
}

/** Runs in the page: lists every element with a hash of its place and of these properties. */
function appearances(names: string[]): { element: string; hash: number }[] {
  for (const details of document.querySelectorAll('details')) details.open = true;
  for (const animation of document.getAnimations()) animation.cancel();
  return [...document.querySelectorAll('body, body *:not(script)')].map((element) => {
    const style = getComputedStyle(element);
    const { x, y, width, height } = element.getBoundingClientRect();
    const text = [x, y, width, height, ...names.map((name) => style.getPropertyValue(name))].join('\n');
    let hash = 0;
    for (let index = 0; index < text.length; index += 1) hash = (Math.imul(hash, 31) + text.charCodeAt(index)) | 0;
    return { element: element.tagName, hash };
  });
}
