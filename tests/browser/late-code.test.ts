import { readdirSync, readFileSync } from 'node:fs';
import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { allScripts, hasFocus, hold, hydrated, laptop, phone, slowDown, testBrowser } from '#tests/support/browser.ts';
import { contactDialog } from '#tests/support/contact-dialog.ts';
import { buildSources, sourceId } from '../../scripts/freshness.ts';

const { open } = testBrowser();

const project = '/projects/cwm-ty-coch-hillside-woodland';

it.each([
  ['translated', '/shortlist?p=cwm-ty-coch-hillside-woodland:10', '', 'quote-sender', translate],
  ['translated in place, and marked by an extension', '/enterprise/contact', 'Retail', 'enterprise-sender', translateInPlace],
])(
  'a page that is %s keeps what is typed, chosen, selected and focused before React and while it starts, and fetches what sends it: %s',
  async (_how, path, sector, sender, change) => {
    const { page } = await open('about:blank', laptop);
    await slowDown(page, allScripts);
    await page.goto(path, { waitUntil: 'domcontentloaded' });
    // What React must leave in place.
    const marked = '.site-header *, .site-footer *, main h1, main input, main textarea, main select';
    const kept = await page.evaluateHandle((selector) => [...document.querySelectorAll(selector)], marked);
    // As an extension that marks a field.
    const insertIcon = () =>
      document.querySelector('form [name="email"]')?.after(Object.assign(document.createElement('div'), { id: 'extension' }));
    if (sector) await page.evaluate(insertIcon);
    const field = page.locator('[name="organisation"]');
    await field.fill('Example Ltd');
    if (sector) await page.locator('[name="sector"]').selectOption(sector);
    await field.focus();
    for (const key of ['Home', 'ArrowRight', 'Shift+ArrowRight']) await field.press(key);
    // The translator goes on while React works, but so slowly that it is undone less than `maxRestored` times, also on a busy machine.
    await page.evaluate(`(${change})(); setInterval(${change}, 100)`);
    await hydrated(page);
    await field.press('z');
    expect(await field.inputValue()).toBe('Ezample Ltd');
    expect(await hasFocus(field)).toBe(true);
    if (sector) expect(await page.locator('[name="sector"]').inputValue()).toBe(sector);
    expect(await kept.evaluate((elements) => elements.length > 50 && elements.every((element) => element.isConnected))).toBe(true);
    if (sector) expect(await page.locator('form #extension').count()).toBe(1);
    await expect.poll(() => page.getByRole('heading', { level: 1 }).innerText()).toContain('«');
    await expect.poll(() => scripts(page)).toContain(sender);
  },
);

it('a form that is sent before React builds the page anew is sent as typed', async () => {
  const { page } = await open('about:blank', { ...laptop, allowProblems: true });
  const release = await hold(page, allScripts);
  // As an extension that is quicker than the page: React does not find the page that was served.
  await page.addInitScript(() => {
    const change = () => document.readyState === 'interactive' && document.querySelector('main form label')?.replaceChildren('Nom');
    document.addEventListener('readystatechange', change, { once: true });
  });
  await page.goto('/contact?topic=strategy-call', { waitUntil: 'domcontentloaded' });
  const form = page.locator('form[action^="/api/contact"]');
  for (const [name, typed] of Object.entries({ name: 'Ann', email: 'ann@example.org', message: 'A message of some length.' }))
    await form.locator(`[name="${name}"]`).fill(typed);
  const sent = page.waitForRequest((request) => request.method() === 'POST' && request.isNavigationRequest());
  await form.locator('[type="submit"]').last().click();
  release();
  expect((await sent).postData()).toContain('message=A+message+of+some+length.');
});

it('a page is printed by its button before any other script has loaded', async () => {
  const { page, release } = await open('/certificates/CR-000003', { ...laptop, holds: allScripts });
  await page.evaluate(() => Object.assign(window, { print: () => Object.assign(document, { title: 'Printed' }) }).origin);
  await page.getByRole('button', { name: 'Print this page' }).click();
  expect(await page.title()).toBe('Printed');
  release();
});

it('what is chosen in a list before the script that asks for it has loaded is asked for', async () => {
  const { page, release } = await open('/projects', { ...laptop, holds: allScripts });
  const list = page.locator('#catalogue-sort');
  await list.selectOption({ index: 1 });
  const chosen = await list.inputValue();
  release();
  await expect.poll(() => new URL(page.url()).searchParams.get('sort')).toBe(chosen);
});

it('a translated page works out what new tonnes cost, before or after React has started', async () => {
  const { page } = await open(project, laptop);
  const total = page.locator('#cost form dd').last();
  const totals = [await total.innerText()];
  for (const tonnes of ['7', '8', '7']) {
    await page.evaluate(translate);
    await page.locator('[name="tonnes"]').fill(tonnes);
    await hydrated(page);
    await expect.poll(() => total.innerText()).not.toContain(totals.at(-1));
    totals.push(await total.innerText());
  }
  const [, ofSeven, , ofSevenAgain] = totals;
  expect(ofSevenAgain).toBe(ofSeven);
});

/** The names of the scripts that the page has fetched, without their hashes. */
const scripts = (page: Page) =>
  page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => /\/assets\/([\w-]+?)-[\w-]{8}\.js$/.exec(name)?.[1])
      .filter((name) => name !== undefined),
  );

/** Opens a page and waits, without touching it, until it has fetched the scripts. From then on it can fetch no more. */
async function openUntouched(path: string, expected: string[]) {
  const { page } = await open(path, phone);
  await expect.poll(() => scripts(page)).toEqual(expect.arrayContaining(expected));
  await page.waitForLoadState('networkidle');
  await page.route('**/assets/*.js', (route) => route.abort());
  return page;
}

it('a page that has loaded answers the first touch without fetching another script: the menu, and a link that adds to the shortlist, on a page without islands, which never fetches React', async () => {
  const page = await openUntouched('/projects', ['deferred', 'shortlist']);
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('navigation').getByRole('link', { name: 'About Us' }).first().waitFor();
  await page.keyboard.press('Escape');
  await page.locator('a[data-shortlist-add]:visible').first().click();
  await page.getByText(/is on your shortlist/).waitFor();
  expect([new URL(page.url()).pathname, (await scripts(page)).includes('index')]).toEqual(['/projects', false]);
});

it('a page that has loaded answers the first touch without fetching another script: the contact dialog, whose form says what is wrong and is sent', async () => {
  const page = await openUntouched('/contact', ['index', 'contact-form', 'contact-sender']);
  const { dialog, send, show, fillIn } = contactDialog(page);
  await show();
  await send.click();
  for (const error of ['Name must be at least 2 characters', 'Please enter a valid email address']) await dialog.getByText(error).waitFor();
  await fillIn();
  await send.click();
  await page.getByText('Message sent successfully!').first().waitFor();
});

it('a visitor who saves data gets React with the first key, and the code of the shortlist with the first project added, not before', async () => {
  const { page } = await open('about:blank', laptop);
  await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }));
  for (const [path, script, touch, outcome] of [
    ['/enterprise/contact', 'index', () => page.keyboard.press('Shift'), page.locator('[data-island="ready"]')],
    [project, 'shortlist', () => page.locator('a[data-shortlist-add]:visible').first().click(), page.getByText(/is on your shortlist/)],
  ] as const) {
    // Within this half second without requests, a browser that saves nothing asks for the script.
    await page.goto(path, { waitUntil: 'networkidle' });
    expect(await scripts(page)).not.toContain(script);
    await touch();
    await outcome.waitFor();
    expect(await scripts(page)).toContain(script);
  }
});

it('a press that React does not answer in time copies while it is handled, as browsers ask for, and is answered when React comes later', async () => {
  const { page } = await open('about:blank', laptop);
  await page.clock.install();
  const release = await hold(page, /\/assets\/index-/);
  // Notes what the page copies, whether browsers would let it, and whether React was there.
  await page.addInitScript(() => {
    const copies: unknown[] = [];
    const writeText = async (text: string) => {
      copies.push([text, navigator.userActivation.isActive, document.querySelector('[data-island="ready"]') !== null]);
    };
    Object.assign(globalThis, { copies });
    Object.defineProperty(navigator, 'clipboard', { value: { writeText } });
  });
  await page.goto('/blog/blockchain-transparency');
  await page.getByRole('button', { name: 'Copy Link' }).click();
  await page.clock.fastForward(10_000);
  await page.locator('[data-island="native"]').waitFor();
  release();
  const notice = page.getByRole('region', { name: /Notifications/ }).getByText(/copied/i);
  await notice.first().waitFor();
  const address = await page.locator('[data-copy]').getAttribute('data-copy');
  expect(await page.evaluate(() => Reflect.get(globalThis, 'copies'))).toEqual([[address, true, false]]);
});

it('a build carries an id of its sources alone, so that a release that changes nothing has the file names of the one before', () => {
  const [name = '', ...others] = readdirSync('dist/public/assets').filter((file) => /^index-.*\.js$/.test(file));
  expect(others).toEqual([]);
  expect(readFileSync(`dist/public/assets/${name}`, 'utf8')).toContain(`_buildId!==\`${sourceId(buildSources)}\``);
});

/** Opens a page whose build no longer exists: matching files return 404. */
async function openStale(path: string, files: RegExp) {
  const { page } = await open('about:blank', { ...laptop, allowProblems: true });
  const loads = countLoads(page);
  await page.route(files, (route) => route.fulfill({ status: 404, contentType: 'text/plain', body: 'Not found' }));
  await page.goto(path);
  return { page, loads };
}

/** Returns how often the page has loaded since. */
function countLoads(page: Page): () => number {
  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  return () => loads;
}

it('a page of the previous release stays as it is when its code is gone, and its forms are submitted by the browser', async () => {
  const { page, loads } = await openStale('/blog', /assets\/index-/);
  const field = page.locator('#newsletter input[type=email]').first();
  await field.fill('stale@browser.example');
  await field.press('Enter');
  await page.waitForURL(/subscribed=1/);
  await expect.poll(loads).toBe(2);
});

it('a form of the previous release whose sender is gone is submitted by the browser, as typed, and can be sent again', async () => {
  const { page } = await openStale('/contact', /assets\/contact-sender-/);
  await hydrated(page);
  const { dialog, send, show, fillIn } = contactDialog(page);
  await show();
  await fillIn();
  // Without a connection the form stays, instead of a page that says so.
  await page.context().setOffline(true);
  await send.click();
  await page.getByText('Failed to send message').first().waitFor();
  expect(await dialog.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Ada Lovelace');
  await page.context().setOffline(false);
  await page.route('**/api/contact', (route) => route.fulfill({ status: 204 }));
  const sent = page.waitForRequest((request) => request.method() === 'POST' && request.isNavigationRequest());
  await send.click();
  expect((await sent).postData()).toContain('name=Ada+Lovelace');
  // On the way back the browser may show the page as it was left.
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  await send.waitFor();
});

it('a page stays without a connection, or when the load of its code is aborted, and starts at the next touch', async () => {
  const { page } = await open('about:blank', { ...laptop, allowProblems: true });
  const loads = countLoads(page);
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
    let failures = 0;
    document.addEventListener('app-failed', () => Object.assign(globalThis, { failures: ++failures }));
  });
  // As by a browser that leaves the page. Nothing is loaded before the first touch.
  await page.route(/assets\/index-/, (route) => route.abort());
  await page.goto('/contact');
  const failed = (times: number) => page.waitForFunction((count) => Reflect.get(globalThis, 'failures') >= count, times);
  await page.context().setOffline(true);
  await page.keyboard.press('Tab');
  await failed(1);
  expect(await page.getByRole('heading', { level: 1 }).isVisible()).toBe(true);
  await page.context().setOffline(false);
  await page.keyboard.press('Tab');
  await failed(2);
  await page.unroute(/assets\/index-/);
  await page.keyboard.press('Tab');
  await page.locator('[data-island="ready"]').first().waitFor({ state: 'attached' });
  expect(loads()).toBe(1);
});

/** Runs in the page: replaces its texts as the translator built into Chromium does, each with a text in two elements `font`. */
function translate(): void {
  const untranslated = new Set(['SCRIPT', 'STYLE', 'TEXTAREA', 'OPTION', 'SELECT', 'FONT']);
  const walk = (node: Node) => {
    for (const child of node.childNodes) {
      if (child instanceof Text && child.data.trim()) {
        const [outer, inner] = [document.createElement('font'), document.createElement('font')];
        inner.textContent = `«${child.data}»`;
        outer.append(inner);
        child.replaceWith(outer);
      } else if (child instanceof Element && !untranslated.has(child.tagName)) walk(child);
    }
  };
  walk(document.body);
}

/** Runs in the page: replaces its texts as Firefox and Safari do, in place. */
function translateInPlace(): void {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode as Text;
    const isShown = !text.parentElement?.closest('script, style, textarea');
    if (isShown && text.data.trim()) text.data = `«${text.data}»`;
  }
}
