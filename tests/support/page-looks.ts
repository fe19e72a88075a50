import { readFileSync } from 'node:fs';
import type { Page } from 'playwright';
import { expect } from 'vitest';

export const large = 'html { font-size: 200% }';
/** The text spacing in WCAG 2.2, success criterion 1.4.12. */
export const spaced = `
  * { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important }
  p { margin-bottom: 2em !important }
`;

/** Runs in the page: styles it as a user style sheet would. The pages' policy allows no style element. */
export function setUserStyle(css: string): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets = [sheet];
}

/**
 * Runs in the page: returns its width, the texts whose element is narrower than a letter, as in a grid whose columns leave them no room,
 * what matches the pattern in its tables and is split across lines, the last of a grid's items where it stands alone in its row, and
 * whether the header covers its headline.
 */
export function overflows(pattern?: RegExp) {
  const thin = [...document.querySelectorAll('main *')].flatMap((element) => {
    const text = [...element.childNodes].map((node) => (node.nodeType === Node.TEXT_NODE ? (node.textContent ?? '').trim() : '')).join('');
    if (text.length <= 2) return [];
    const { width, height } = element.getBoundingClientRect();
    const isThin = height > 0 && width < 8;
    return isThin && getComputedStyle(element).visibility === 'visible' && !element.closest('svg, .sr-only') ? [text.slice(0, 30)] : [];
  });
  const split = [...document.querySelectorAll('main td')].flatMap((cell) => {
    const text = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
    const parts: string[] = [];
    for (let node = text.nextNode(); node; node = text.nextNode()) {
      for (const { 0: number, index } of (node.textContent ?? '').matchAll(pattern ?? /(?!)/g)) {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + number.length);
        if (range.getClientRects().length > 1) parts.push(number);
      }
    }
    return parts;
  });
  const lone = [...document.querySelectorAll('main :is(ul, ol, dl)')].flatMap((grid) => {
    const items = [...grid.children].filter((item) => item.checkVisibility()).map((item) => item.getBoundingClientRect());
    const [one, two, last] = [items[0], items[1], items.at(-1)];
    if (getComputedStyle(grid).display !== 'grid' || !one || !last || Math.abs(one.top - (two?.top ?? 0)) > 1) return [];
    const isAlone = items.filter(({ top }) => Math.abs(top - last.top) < 1).length === 1;
    return isAlone && grid.getBoundingClientRect().right - last.right > 60 ? [(grid.lastElementChild?.textContent ?? '').slice(0, 30)] : [];
  });
  const [header, title] = ['header', 'h1'].map((name) => document.querySelector(name)?.getBoundingClientRect());
  const isCovered = !header || !title || title.top < header.bottom;
  return { width: document.documentElement.scrollWidth, thin, split, lone, isCovered };
}

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

/** Lists the elements of a page that look different once the styles of all other pages are added. */
export async function changedByAdding(page: Page): Promise<string[]> {
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
