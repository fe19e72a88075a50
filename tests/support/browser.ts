import { type Browser, type BrowserContextOptions, chromium, type Page, type Request } from 'playwright';
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest';
import { chromiumArguments } from './chromium.ts';

type Opened = { page: Page; problems: string[] };
type OpenOptions = BrowserContextOptions & {
  /** Whether problems of this page may occur. */
  expectProblems?: boolean;
  /** Whether the test gets a page that nobody else uses: for init scripts and clocks, which a page keeps for good. */
  fresh?: boolean;
};

/**
 * Gives the test file a Chromium. `open` returns a page as a new visitor gets it. It is usually the page of a test before, emptied: a new
 * one needs a new process, which takes longer than most pages do. Console errors, warnings, policy violations and failed scripts are
 * collected in `problems`, which must be empty when the file ends. `backForwardCache` turns on the back/forward cache, which Playwright
 * disables and the headless shell lacks; navigating back then triggers no load event, and every page is fresh.
 */
export function testBrowser({ backForwardCache = false } = {}) {
  let browser: Browser;
  /** The pages that tests share, by the settings that an open page cannot change. */
  const shared = new Map<string, Page>();
  /** The keys of those that this test has used. */
  const used = new Set<string>();
  const unexpected: string[] = [];

  beforeAll(async () => {
    browser = await launchedBrowser(backForwardCache);
  });
  // A page that goes on running would slow down the next test.
  afterEach(async () => {
    for (const key of used) {
      const page = shared.get(key);
      if (page && !(await clearPage(page))) shared.delete(key);
    }
    used.clear();
    const kept = [...shared.values()].map((page) => page.context());
    await Promise.all(browser.contexts().map((context) => kept.includes(context) || context.close()));
  });
  afterAll(async () => {
    await Promise.all(browser.contexts().map((context) => context.close()));
    expect(unexpected).toEqual([]);
  });

  async function open(path: string, options: OpenOptions = {}): Promise<Opened> {
    const { expectProblems = false, fresh = backForwardCache, viewport, reducedMotion = null, ...others } = options;
    const settings = { baseURL: inject('siteUrl'), locale: 'en-GB', javaScriptEnabled: true, ...others };
    const key = JSON.stringify(settings);
    const page = (fresh ? undefined : shared.get(key)) ?? (await (await browser.newContext(settings)).newPage());
    if (!fresh) shared.set(key, withoutTraces(page));
    used.add(key);
    if (viewport) await page.setViewportSize(viewport);
    await page.emulateMedia({ reducedMotion });
    const problems: string[] = [];
    const note = (text: string) => {
      problems.push(`${page.url()}: ${text}`);
      if (!expectProblems) unexpected.push(`${page.url()}: ${text}`);
    };
    page.on('console', (message) => ['error', 'warning'].includes(message.type()) && note(message.text()));
    page.on('pageerror', (error) => note(String(error)));
    // Where a shared page waits.
    if (!(path === '/livez' && page.url().endsWith(path))) await page.goto(path);
    return { page, problems };
  }

  /**
   * Opens a page whose HTML carries its own styles, as every page does once it has been rendered completely; a streamed first response
   * links to the whole stylesheet instead. Blocks external services such as the scheduler. What blocking causes is no failure: the test
   * looks at `problems` itself. Notes the page's requests. Returns its HTML, too.
   */
  async function openFinished(path: string, device: BrowserContextOptions = phone) {
    const { page, problems } = await open('/livez', { ...device, reducedMotion: 'reduce', expectProblems: true });
    await page.route('https://**', (route) => route.abort());
    const html = await finishedHtml(new URL(path, page.url()));
    const network = watchNetwork(page);
    await page.goto(path);
    return { page, problems, html, ...network };
  }

  return { open, openFinished };
}

/** The browsers of this worker, with and without back/forward cache. Its test files share them; they end with the worker. */
const launched = new Map<boolean, Promise<Browser>>();

function launchedBrowser(backForwardCache: boolean): Promise<Browser> {
  const { full, shell } = inject('chromium');
  const executablePath = backForwardCache ? full : shell;
  const ignoreDefaultArgs = backForwardCache ? ['--disable-back-forward-cache'] : [];
  const browser = launched.get(backForwardCache) ?? chromium.launch({ executablePath, args: chromiumArguments, ignoreDefaultArgs });
  launched.set(backForwardCache, browser);
  return browser;
}

/** Makes a shared page refuse what would stay with it. */
function withoutTraces(page: Page): Page {
  const refuse = () => Promise.reject(new Error('An init script or a clock stays with its page: open it with `fresh: true`'));
  page.addInitScript = refuse;
  page.clock.install = refuse;
  return page;
}

/** The events of a page, without "close" and "crash", to which Playwright itself listens. */
const listenedTo = [
  ...['console', 'dialog', 'domcontentloaded', 'download', 'filechooser', 'frameattached', 'framedetached', 'framenavigated', 'load'],
  ...['pageerror', 'popup', 'request', 'requestfailed', 'requestfinished', 'response', 'websocket', 'worker'],
] as const;

/**
 * Rids a page of what a test has left: other tabs, routes and listeners of the page, emulated media, the pointer, everything stored. A
 * test that leaves anything else asks for `fresh`. Returns whether the page can be used again: not if it is closed, or its site is gone.
 */
async function clearPage(page: Page): Promise<boolean> {
  try {
    const context = page.context();
    for (const event of listenedTo) page.removeAllListeners(event);
    await page.emulateMedia({ media: null, colorScheme: null, forcedColors: null, reducedMotion: null });
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    for (const other of context.pages()) if (other !== page) await other.close();
    await context.setOffline(false);
    // First to a page of the site's origin without scripts: the page of the test would be drawn anew with what follows.
    await page.goto('/livez');
    await page.mouse.move(-1, -1);
    await page.setViewportSize({ width: 1280, height: 720 });
    await page.evaluate(() => {
      localStorage.clear();
      sessionStorage.clear();
    });
    await context.clearCookies();
    return true;
  } catch {
    return false;
  }
}

/** Returns a page's HTML, once that carries its own styles. */
export async function finishedHtml(address: URL): Promise<string> {
  let html = '';
  const isFinished = async () => {
    html = await (await fetch(address)).text();
    return html.slice(0, html.indexOf('</head>')).includes('<style');
  };
  await expect.poll(isFinished).toBe(true);
  return html;
}

/** Notes what a page requests from now on. `networkIdle` waits until no request has been in flight for 200 ms. */
export function watchNetwork(page: Page) {
  const requests: { type: string; url: string }[] = [];
  const inFlight = new Set<Request>();
  let last = performance.now();
  page.on('request', (request) => {
    requests.push({ type: request.resourceType(), url: request.url() });
    inFlight.add(request);
    last = performance.now();
  });
  const end = (request: Request) => {
    inFlight.delete(request);
    last = performance.now();
  };
  // Submitting a form gets a response but no `requestfinished` event.
  page.on('response', (response) => end(response.request()));
  page.on('requestfailed', end);
  const pending = () =>
    performance.now() - last < 200 ? ['a request less than 200 ms ago'] : [...inFlight].map((request) => request.url());
  return { requests, networkIdle: () => expect.poll(pending, { interval: 50 }).toEqual([]) };
}

/** The viewports in which every page is checked: a phone and a laptop. */
export const phone = { viewport: { width: 375, height: 812 } };
export const laptop = { viewport: { width: 1280, height: 900 } };

/** Delays each answer to an address that matches. By default so little that a form gets its scripts in time, even if they load in turn. */
export const slowDown = (page: Page, addresses: RegExp, ms = 500) =>
  page.route(addresses, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, ms));
    await route.continue().catch(() => {});
  });

/** Waits until React has hydrated every island of a page. */
export const hydrated = (page: Page) => expect.poll(() => page.locator('[data-island="waiting"]').count(), { interval: 20 }).toBe(0);

/** The scripts that the build has made. */
export const allScripts = /\/assets\/[^?]+\.js$/;

/** Holds each answer to an address that matches until the function that it returns is called. */
export async function hold(page: Page, addresses: RegExp): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(addresses, async (route) => {
    await promise;
    await route.continue().catch(() => {});
  });
  return resolve;
}
