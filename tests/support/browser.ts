import { type Browser, type BrowserContextOptions, chromium, type Locator, type Page } from 'playwright';
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest';
import { chromiumArguments } from './chromium.ts';

type OpenOptions = BrowserContextOptions & {
  /** Whether problems of this page may occur. */
  allowProblems?: boolean;
  /** Of which addresses the answers are held until `release` is called. */
  holds?: RegExp;
};

/**
 * Gives the test file a Chromium. `open` returns a page as a new visitor gets it. Console errors, warnings, policy violations and failed
 * scripts are collected in `problems`; there must be none when the file ends, but of pages with `allowProblems`. `backForwardCache` turns
 * on the back/forward cache, which Playwright disables and the headless shell lacks; navigating back then triggers no load event. With
 * `keepsPages` a page stays open for the tests that follow in the file.
 */
export function testBrowser({ backForwardCache = false, keepsPages = false } = {}) {
  let browser: Browser;
  const unexpected: string[] = [];

  beforeAll(async () => {
    browser = await launchedBrowser(backForwardCache);
  });
  // A page that goes on running would slow down the next test.
  (keepsPages ? afterAll : afterEach)(async () => {
    await Promise.all(browser.contexts().map((context) => context.close()));
  });
  afterAll(() => expect(unexpected).toEqual([]));

  async function open(path: string, { allowProblems = false, holds, ...settings }: OpenOptions = {}) {
    const context = await browser.newContext({ baseURL: inject('siteUrl'), locale: 'en-GB', ...settings });
    const page = await context.newPage();
    const problems: string[] = [];
    const note = (text: string) => {
      problems.push(`${page.url()}: ${text}`);
      if (!allowProblems) unexpected.push(`${page.url()}: ${text}`);
    };
    page.on('console', (message) => ['error', 'warning'].includes(message.type()) && note(message.text()));
    page.on('pageerror', (error) => note(String(error)));
    const release = holds ? await hold(page, holds) : () => {};
    await page.goto(path, { waitUntil: holds ? 'domcontentloaded' : 'load' });
    return { page, problems, release };
  }

  return { open };
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

/** Without motion: what is about to be pressed moves away in a page that still scrolls, and is waited for. */
const still = { reducedMotion: 'reduce' } as const;
/** The viewports in which every page is checked: a phone and a laptop. */
export const phone = { viewport: { width: 375, height: 812 }, ...still };
export const laptop = { viewport: { width: 1280, height: 900 }, ...still };

/** Delays each answer to an address that matches, by so little that a form that is used at once still gets its scripts in time. */
export const slowDown = (page: Page, addresses: RegExp, ms = 500) =>
  page.route(addresses, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, ms));
    await route.continue().catch(() => {});
  });

/** Waits until React has hydrated every island of a page. */
export const hydrated = (page: Page) => expect.poll(() => page.locator('[data-island="waiting"]').count(), { interval: 20 }).toBe(0);

/** Checks whether an element has the focus. */
export const hasFocus = (target: Locator) => target.evaluate((element) => element === document.activeElement);

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
