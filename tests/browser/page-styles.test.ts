import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { laptop, phone, testBrowser } from '../support/browser.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { type RunningSite, startSite } from '../support/site.ts';

const { open, openFinished } = testBrowser();

const stylesheet = () => `/assets/${readdirSync('dist/public/assets').find((name) => name.endsWith('.css'))}`;

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
  ['/terms', laptop],
] as const;

/** Pages as they were rendered: with the names of their classes and a link to the whole stylesheet. */
const rendered = new Map<string, string>();
/** Of the file's own: other tests change the catalogue of the one that they share. */
let database: TestDatabase;
let site: RunningSite;

beforeAll(async () => {
  database = await createTestDatabase();
  // Of one address: pages name it.
  const settings = { DATABASE_URL: database.url, PUBLIC_URL: 'http://localhost:3000' };
  site = await startSite(settings);
  const renderer = fork('tests/support/render-pages.ts', {
    env: { ...process.env, NODE_ENV: 'production', ...settings },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  await once(renderer, 'message');
  for (const [address] of pages) {
    renderer.send(address);
    const [html] = (await once(renderer, 'message')) as [string];
    // Parts that came later would be put into place by scripts, which leaves marks.
    expect([html.includes('<link rel="stylesheet"'), html.includes('<template id="B:')], address).toEqual([true, false]);
    rendered.set(address, html);
  }
  renderer.disconnect();
}, 60_000);
afterAll(async () => {
  await site?.stop();
  await database?.drop();
});

it.each(pages)('%s looks as it was rendered, with the styles that it carries and short names of classes', async (address, viewport) => {
  const { page } = await openFinished(address, { ...viewport, baseURL: site.url });
  const { page: original } = await open('/livez', { ...viewport, baseURL: site.url, reducedMotion: 'reduce', expectProblems: true });
  await original.route(
    (url) => url.pathname + url.search === address,
    (route) => route.fulfill({ contentType: 'text/html; charset=utf-8', body: rendered.get(address) ?? '' }),
  );
  for (const one of [page, original]) {
    await one.route('https://**', (route) => route.abort());
    // How lines are kept as fonts come late depends on when they do.
    await one.route('**/*.woff2', (route) => route.abort());
    await one.goto(address);
    // What comes after the first paint is there.
    await one.locator('link[rel="manifest"]').waitFor({ state: 'attached' });
    if (address === '/book-call') await one.locator('[data-state="failed"]').waitFor();
  }
  const [is, was] = [await page.evaluate(looks, undefined), await original.evaluate(looks, undefined)];
  expect(is.length).toBeGreaterThan(100);
  expect(is.map(({ element }) => element)).toEqual(was.map(({ element }) => element));
  const differs = is.findIndex(({ hash }, index) => hash !== was[index]?.hash);
  if (differs >= 0) {
    const [now, then] = await Promise.all([page, original].map(async (one) => (await one.evaluate(looks, differs))[differs]?.lines));
    expect(now).toEqual(then);
  }
  expect(differs).toBe(-1);

  await page.evaluate(addBefore, stylesheet());
  const changed = (await page.evaluate(looks, undefined)).flatMap(({ element, hash }, index) =>
    hash === is[index]?.hash ? [] : [`${index} ${element}`],
  );
  expect(changed).toEqual([]);
});

it('a keyboard’s focus has the site’s own ring, without the whole stylesheet', async () => {
  const { page } = await openFinished('/terms', laptop);
  await page.keyboard.press('Tab');
  const ring = await page.evaluate(() => {
    const { outlineColor, outlineWidth, boxShadow } = getComputedStyle(document.activeElement ?? document.body);
    return [outlineColor, outlineWidth, boxShadow];
  });
  expect(ring).toEqual(['rgb(207, 227, 90)', '2px', 'rgb(21, 33, 27) 0px 0px 0px 3px']);
  expect(await page.locator('head > link[rel="stylesheet"]').count()).toBe(0);
});

it('the names are short, and none is one of the stylesheet', async () => {
  const { page } = await openFinished('/projects', laptop);
  const names = await page.evaluate(() => [
    ...new Set([...document.querySelectorAll('[class]')].flatMap(({ classList }) => [...classList])),
  ]);
  const short = names.filter((name) => /^[b-z]{1,2}$/.test(name));
  expect(short.length).toBeGreaterThan(names.length * 0.9);
  const whole = readFileSync(`dist/public${stylesheet()}`, 'utf8');
  expect(short.filter((name) => new RegExp(`\\.${name}(?![\\w\\\\-])`).test(whole.replace(/\{[^{}]*\}/g, '{}')))).toEqual([]);
});

it('what React puts into the page later finds the whole stylesheet, which comes before the page’s own styles', async () => {
  const { page } = await openFinished('/contact', laptop);
  await page.keyboard.press('Shift');
  await page.locator('[data-island="ready"]').first().waitFor({ state: 'attached' });
  const order = await page.evaluate(() =>
    [...document.querySelectorAll('head > style, head > link[rel="stylesheet"]')].map(({ tagName }) => tagName),
  );
  expect(order).toEqual(['LINK', 'STYLE']);
});

it('the words of a tooltip, which React puts there, have their own colours beside the page’s styles', async () => {
  const { page } = await openFinished('/geospatial', laptop);
  const mark = page.locator('svg a[href^="/projects/"]').first();
  await mark.hover();
  const words = page.getByRole('tooltip');
  await words.waitFor();
  const looks = await words.locator('span').evaluateAll((lines) => lines.map((line) => getComputedStyle(line).color));
  const ground = await words.evaluate((element) => getComputedStyle(element).backgroundColor);
  // colours.ts: paper and mist on ink.
  expect([...looks, ground]).toEqual(['rgb(245, 241, 230)', 'rgb(201, 216, 204)', 'rgb(21, 33, 27)']);
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

it('the stylesheet asks for classes only in ways that can be told', () => {
  const whole = readFileSync(`dist/public${stylesheet()}`, 'utf8').replace(/\{[^{}]*\}/g, '{}');
  expect(whole.match(/\[class(?!\*=)[^\]]*\]|:not\([^)]*(?<!\\)\.[^)]*\)/g) ?? []).toEqual([]);
});

/** Runs in the page: the whole stylesheet, where React puts it once it is needed. */
async function addBefore(href: string): Promise<void> {
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href });
  await new Promise((resolve) => {
    link.onload = resolve;
    document.head.prepend(link);
  });
}

type Look = { element: string; hash: number; lines: string[] };

/** Runs in the page: every element, a hash of what it looks like, and of the one that is wanted all of it. */
function looks(wanted = -1): Look[] {
  for (const details of document.querySelectorAll('details')) details.open = true;
  for (const animation of document.getAnimations()) animation.cancel();
  // Margins show in the places: Chromium's figures for automatic ones depend on when it is asked.
  const names = [...getComputedStyle(document.body)].filter((name) => !name.startsWith('--') && !name.startsWith('margin'));
  return [...document.querySelectorAll('body, body *:not(script)')].map((element, at) => {
    const style = getComputedStyle(element);
    const { x, y, width, height } = element.getBoundingClientRect();
    const lines = [`place: ${x} ${y} ${width} ${height}`, ...names.map((name) => `${name}: ${style.getPropertyValue(name)}`)];
    let hash = 0;
    for (const line of lines)
      for (let index = 0; index < line.length; index += 1) hash = (Math.imul(hash, 31) + line.charCodeAt(index)) | 0;
    return { element: element.tagName, hash, lines: at === wanted ? [element.textContent?.slice(0, 60) ?? '', ...lines] : [] };
  });
}
