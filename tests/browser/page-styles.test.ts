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
  expect(await changedByAdding(page)).toContainEqual(expect.stringContaining('<button'));
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
  // A font that arrives between the two looks would change what no style did.
  await page.evaluate(() => document.fonts.ready);
  const { added, places, changed } = await page.evaluate(addOthers, rules);
  expect(added).toBeGreaterThan(100);
  expect(places).toBeGreaterThan(100);
  return changed;
}

/**
 * Runs in the page: inserts the rules that it lacks before its own, into the same sheet, because its policy allows no other style element.
 * Returns how many selectors those have, of how many elements the place was compared, and which elements have another place then, or match
 * one of the selectors and look different. Only properties that the rules set are compared, because no other can change; margins, whose
 * automatic values vary with timing in Chromium, show in the places.
 */
function addOthers(css: string): { added: number; places: number; changed: string[] } {
  const own = document.querySelector<HTMLStyleElement>('head > style')?.sheet;
  if (!own) throw new Error('The page has no styles of its own');
  const known = new Set([...own.cssRules].map(({ cssText }) => cssText));
  const all = new CSSStyleSheet();
  all.replaceSync(css);
  const lacking = [...all.cssRules].filter(({ cssText }) => !known.has(cssText));

  const selectors = new Set<string>();
  const names = new Set<string>();
  const collect = (rule: CSSRule, parent: string): void => {
    const selector = rule instanceof CSSStyleRule ? rule.selectorText.replaceAll(/(?<!\\)&/g, `:is(${parent})`) : parent;
    // The rule for all elements only gives variables their first values: what shows of them, the rule of a class shows.
    if (rule instanceof CSSStyleRule && !selector.startsWith('*')) selectors.add(selector);
    for (const name of 'style' in rule ? (rule as CSSStyleRule).style : []) names.add(name);
    for (const inner of 'cssRules' in rule ? (rule as CSSGroupingRule).cssRules : []) collect(inner, selector);
  };
  for (const rule of lacking) collect(rule, ':root');
  const properties = [...names].filter((name) => !name.startsWith('--') && !name.startsWith('margin'));

  for (const details of document.querySelectorAll('details')) details.open = true;
  for (const animation of document.getAnimations()) animation.cancel();
  const elements = [...document.querySelectorAll('body, body *:not(script)')];
  const matching = [...new Set([...selectors].flatMap((selector) => [...document.querySelectorAll(selector)]))];
  const place = (element: Element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return [x, y, width, height].join(' ');
  };
  const look = (element: Element) => {
    const style = getComputedStyle(element);
    return properties.map((name) => style.getPropertyValue(name)).join('\n');
  };
  const [places, looks] = [elements.map(place), matching.map(look)];
  for (const { cssText } of lacking.toReversed()) own.insertRule(cssText, 0);
  for (const animation of document.getAnimations()) animation.cancel();
  const changed = new Set([
    ...elements.filter((element, index) => place(element) !== places[index]),
    ...matching.filter((element, index) => look(element) !== looks[index]),
  ]);
  return { added: selectors.size, places: places.length, changed: [...changed].map(({ outerHTML }) => outerHTML.slice(0, 100)) };
}
