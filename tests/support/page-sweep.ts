import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import type { Page } from 'playwright';
import { expect, inject, it } from 'vitest';
import { sitePages } from '#shared/content/navigation.ts';
import { accessibilityViolations } from '#tests/support/accessibility.ts';
import { hydrated, laptop, phone, testBrowser } from '#tests/support/browser.ts';
import { faintTexts, measureLayouts, setUserStyle } from '#tests/support/large-text.ts';
import { layoutShift } from '#tests/support/layout-shift.ts';
import { specification } from '#tests/support/specification.ts';

/** Bytes with Brotli: of the only script in the page, which is all that runs before the first paint. */
const inlineScriptBytes = 5_000;
/** What a server may send before the first acknowledgement: ten segments. */
const firstFlightBytes = 14_336;
/** A page with all its styles; one limit for all. */
const pageBytes = 30_000;
/** Of all scripts that a page with islands, and so React, fetches until the browser is idle, those of a first touch too. */
const totalScriptBytes = 110_000;
/** The same for a page without islands. */
const plainScriptBytes = 8_000;
/** Of a list that its filters change in place. */
const catalogueScriptBytes = 10_000;
/** Browsers call 0.1 good. Most pages have 0; the rest is text that moves as the fonts load. */
const maxShift = 0.05;

/** A page of each kind: axe judges it at 1280 px too, for the grounds and columns there, and it gets every page’s styles. */
export const pageOfEachKind = [
  ...['/', '/credits', '/projects', '/record', '/carbon-credits'],
  // With what their links open.
  ...['/impact-hub#demo-credit-tracking', '/geospatial#all-places'],
  '/projects/cwm-ty-coch-hillside-woodland',
  // All that a list may say: too many tonnes, prices of another day, what is gone and what was removed.
  '/shortlist?p=strathnairn-birch-and-rowan:250&p=fenland-straw-biochar:999999&p=antrim-willow-biochar:7&p=gone-project:1' +
    '&removed=weald-coppice-biochar:2&on=2026-01-10',
  ...['/enterprise/compliance', '/enterprise/contact', '/contact', '/book-call', '/blog', '/developers', '/developers/agents', '/terms'],
];
/** Every other page, and each state of one that has others. */
export const otherPages = [
  ...new Set([
    ...sitePages.map(({ path: own }) => own),
    ...specification.map(({ route }) => route),
    ...['/shortlist', '/nowhere'],
    ...['/portfolio?tonnes=900000&max=30', '/portfolio?tonnes=x&budget=4', '/portfolio?tonnes=1200&budget=40000'],
    '/contact?project=strathnairn-birch-and-rowan&tonnes=9999999',
    '/contact?project=strathnairn-birch-and-rowan&ask=boundary',
    ...['/projects?view=cards', '/projects?view=map', '/projects?view=prices', '/record?q=CR-000003'],
    '/projects/compare?p=strathnairn-birch-and-rowan:7&p=fenland-straw-biochar:999999',
  ]),
].filter((address) => !pageOfEachKind.some((kind) => kind.split('#')[0] === address));

/**
 * Tests each of these pages: opens it once and looks at it in every way, because opening takes longer than most looks. All of them are
 * opened in one tab, because a new one costs as much as a page; each as by a new visitor: nothing is cached, or still stored.
 */
export function sweepPages(addresses: string[]): void {
  const browser = testBrowser({ keepsPages: true });
  let tab: ReturnType<typeof openTab> | undefined;
  it.each(addresses)(
    '%s is light, keeps still, has what the specification names, fits every window, carries its styles and has no accessibility violations',
    async (address) => {
      tab ??= openTab(browser);
      await sweep(await tab, address);
    },
    120_000,
  );
}

async function openTab({ open }: ReturnType<typeof testBrowser>) {
  const requests: string[] = [];
  // First nothing, so that no request of the first page is missed.
  const { page, problems } = await open('about:blank', { ...phone, allowProblems: true });
  // What is on other sites, such as the scheduler, is not there. A page whose requests are routed has no cache, either.
  await page.route('https://**', (route) => route.abort());
  await page.addInitScript(() => {
    for (const storage of [localStorage, sessionStorage]) storage.clear();
  });
  page.on('request', (request) => requests.push(request.url()));
  return { page, problems, requests };
}

async function sweep({ page, problems, requests }: Awaited<ReturnType<typeof openTab>>, address: string): Promise<void> {
  for (const list of [problems, requests]) list.length = 0;
  await page.context().clearCookies();
  await page.setViewportSize(phone.viewport);
  const [route = '', opened] = address.split('#');
  const html = (await (await page.goto(route))?.text()) ?? '';
  expectLight(html);
  expect(await page.evaluate(blockingRequests)).toEqual([]);
  const foreign = requests.filter((url) => !url.startsWith('data:') && !url.startsWith(inject('siteUrl')));
  if (address !== '/book-call') expect(foreign).toEqual([]);
  // The manifest would block the first paint: it is linked afterwards.
  expect(html).not.toContain('rel="manifest"');
  await page.locator('link[rel="manifest"][href="/site.webmanifest"]').waitFor({ state: 'attached' });
  expect(await layoutShift(page, { scrollsThrough: true })).toBeLessThan(maxShift);
  await hydrated(page);

  expect(await unspecified(page, route)).toEqual([]);
  if (opened) await page.evaluate((hash) => location.assign(hash), `#${opened}`);
  expect(await faultsOf(page, address)).toEqual([]);
  // The scheduler cannot be reached, and /nowhere is not found. A busy site turns away some of what the browser prefetches.
  expect(problems.filter((text) => !/\/book-call: |\/nowhere: |status of 503/.test(text))).toEqual([]);

  await page.waitForLoadState('networkidle');
  const scripts = scriptsOf(requests);
  const plain = scripts.some(({ name }) => name.includes('/catalogue-')) ? catalogueScriptBytes : plainScriptBytes;
  // An element, not a name in the script.
  const budget = /<\w[^>]* data-island=/.test(html) ? totalScriptBytes : plain;
  expect(
    scripts.reduce((total, { size }) => total + size, 0),
    JSON.stringify(scripts),
  ).toBeLessThanOrEqual(budget);
}

/**
 * Looks for each link and button that the specification names as somebody does who has never seen the code: by role and exact name, as
 * often and leading where it says, and for one contact form at most. Returns what is otherwise.
 */
async function unspecified(page: Page, address: string): Promise<string[]> {
  const { links = {}, buttons = {}, addresses = [] } = specification.find(({ route }) => route === address) ?? {};
  const main = page.locator('main');
  const wrong: string[] = [];
  const named = [
    ...Object.entries(links).map((one) => ['link', ...one] as const),
    ...Object.entries(buttons).map((one) => ['button', ...one] as const),
  ];
  for (const [role, name, stated] of named) {
    const [count, ...leadTo] = typeof stated === 'string' ? [1, stated] : stated;
    const found = main.getByRole(role, { name, exact: true });
    const others = main.getByRole(role === 'link' ? 'button' : 'link', { name, exact: true });
    const counted = [await found.count(), await others.count()];
    if (counted.join() !== `${count},0`) wrong.push(`${role} "${name}": ${counted}`);
    const leads = await found.evaluateAll((elements) =>
      elements.map((element) => element.getAttribute('href') ?? element.closest('form')?.getAttribute('data-leads-to') ?? ''),
    );
    for (const meant of leadTo)
      if (!leads.some((lead) => lead === meant || lead.startsWith(meant === '#' ? '#' : `${meant}?`)))
        wrong.push(`${role} "${name}" leads to ${leads}, not to ${meant}`);
  }
  for (const lead of addresses) if ((await main.locator(`a[href="${lead}"]`).count()) === 0) wrong.push(`no link to ${lead}`);
  if ((await page.locator('form:has([name="email"])').count()) > 1) wrong.push('several contact forms');
  for (const label of ['Name', 'Message']) {
    const fields = await page.getByLabel(label, { exact: true }).count();
    if (fields > 1) wrong.push(`${fields} fields called ${label}`);
  }
  return wrong;
}

/** What is wrong with how a page looks: what axe objects to, what has no room, what its styles lack. */
async function faultsOf(page: Page, address: string): Promise<string[]> {
  const faults: string[] = [];
  // Opens what is folded. Of cards that share a name one is open at a time.
  await page.evaluate(() => {
    for (const details of document.querySelectorAll<HTMLDetailsElement>('details:not([open])')) details.open = true;
  });
  // Header and footer are the same on every page, except for the ground of the header of /: checking them on two is enough.
  const except = ['/', '/credits'].includes(address) ? [] : ['.site-header', '.site-footer'];
  const isOfKinds = pageOfEachKind.includes(address);
  faults.push(...(await accessibilityViolations(page, { except })));
  for (const dialog of await page.locator('dialog').all()) {
    await dialog.evaluate((element: HTMLDialogElement) => element.showModal());
    faults.push(...(await accessibilityViolations(page, { parts: ['dialog[open]'] })));
    await dialog.evaluate((element: HTMLDialogElement) => element.close());
  }
  for (const { viewport, styles } of [
    { ...phone, styles: ['', large] },
    // A laptop’s window at 400%.
    { viewport: { width: 320, height: 256 }, styles: [spaced] },
    { viewport: { width: 768, height: 1024 }, styles: ['', large] },
    { ...laptop, styles: ['', large] },
  ]) {
    await page.setViewportSize(viewport);
    const looks = await page.evaluate(measureLayouts, { styles });
    for (const [index, { width, thin, lone, stuck, isCovered, onEachOther, cut, broken }] of looks.entries()) {
      const style = styles[index];
      const at = ` at ${viewport.width} px${style === large ? ' with text at 200%' : ''}`;
      if (width > viewport.width) faults.push(`scrolls sideways${at}: ${width}`);
      faults.push(...thin.map((text) => `squeezed${at}: ${text}`));
      if (style === spaced) faults.push(...stuck.map((bar) => `takes room from the page${at}: ${bar}`));
      if (style === '') faults.push(...lone.map((text) => `alone in its row${at}: ${text}`));
      if (isCovered) faults.push(`the header covers the headline${at}`);
      faults.push(...onEachOther.map((texts) => `on each other${at}: ${texts}`), ...cut.map((text) => `cut off${at}: ${text}`));
      // With more room between its letters a word may break, a figure not.
      faults.push(...broken.filter((word) => style !== spaced || /\p{N}/u.test(word)).map((word) => `broken${at}: ${word}`));
    }
    // The only page with a picture behind its header and its headline.
    if (address !== '/' || !styles.includes(large) || viewport.width === 768) continue;
    await page.evaluate(setUserStyle, large);
    const faint = await faintTexts(page, large);
    faults.push(...faint.map((text) => `too faint at ${viewport.width} px with text at 200%: ${text}`));
  }
  if (!isOfKinds) return faults;
  await page.evaluate(setUserStyle, '');
  faults.push(...(await accessibilityViolations(page, { except })));
  return [...faults, ...(await changedByAdding(page)).map((element) => `lacks a style: ${element}`)];
}

function expectLight(made: string): void {
  const html = withFixedValues(made);
  // What has a type is data.
  const scripts = Array.from(html.matchAll(/<script(?! type=)[^>]*>(.*?)<\/script>/gs), ([, script]) => script);
  expect(scripts).toHaveLength(1);
  expect(brotliSize(scripts.join(''), inlineScriptBytes)).toBeLessThanOrEqual(inlineScriptBytes);
  expect(brotliSize(html, pageBytes)).toBeLessThanOrEqual(pageBytes);
  // Its styles, its header and its first heading. Compression of a prefix: what follows does not enlarge it.
  const end = html.indexOf('</h1>');
  expect(end).toBeGreaterThan(0);
  expect(brotliSize(html.slice(0, end), firstFlightBytes)).toBeLessThanOrEqual(firstFlightBytes);
}

/** Lists the distinct scripts among the requests, with their sizes with Brotli. */
function scriptsOf(requests: string[]): { name: string; size: number }[] {
  const names = requests.map((url) => new URL(url).pathname).filter((name) => name.startsWith('/assets/') && name.endsWith('.js'));
  return [...new Set(names)].map((name) => {
    const size = scriptSizes.get(name) ?? brotliSize(withFixedValues(readFileSync(path.join('dist/public', name), 'utf8')));
    scriptSizes.set(name, size);
    return { name, size };
  });
}
const scriptSizes = new Map<string, number>();

/** Fixes the hashes in names of files, the times of rows and the address, which alone change the size by up to 90 bytes. */
function withFixedValues(text: string): string {
  return text
    .replaceAll(inject('siteUrl'), 'http://localhost:3000')
    .replaceAll(/([\w.]+)-[\w-]{8}(?=\.(?:js|css|woff2)\b)/g, (_, name) => `${name}-${hash('sha256', name, 'base64url').slice(0, 8)}`)
    .replaceAll(/\d+ [A-Z][a-z]+ 20\d\d, \d\d:\d\d GMT/g, '25 November 2026, 16:41 GMT')
    .replaceAll(/20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, '2026-11-25T14:50:08.470Z');
}

/**
 * Returns the size at the quality that a cached response eventually reaches, or at a lower one where that is within the limit already:
 * the best takes a third of a second a page.
 */
function brotliSize(text: string, limit = 0): number {
  const sizeAt = (quality: number) => brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }).length;
  const quick = sizeAt(5);
  return quick <= limit ? quick : sizeAt(11);
}

function blockingRequests(): string[] {
  const entries = performance.getEntriesByType('resource') as (PerformanceResourceTiming & { renderBlockingStatus?: string })[];
  return entries.filter(({ renderBlockingStatus }) => renderBlockingStatus === 'blocking').map(({ name }) => name);
}

const large = 'html { font-size: 200% }';
/** The text spacing in WCAG 2.2, success criterion 1.4.12. */
const spaced = `
  * { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important }
  p { margin-bottom: 2em !important }
`;

/** The rules of all routes. Most are on many routes: each is kept once, where it stands last, because each costs time on each page. */
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
