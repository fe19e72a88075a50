import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Browser, type BrowserContextOptions, chromium, type Page, type Request } from 'playwright';
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest';
import { chromiumArguments } from './chromium.ts';
import { makeTemporaryFolder, type TemporaryFolder } from './temporary-folder.ts';

type Opened = { page: Page; problems: string[] };

/**
 * Launches a Chromium for the test file. `open` returns a page in a fresh context; console errors, warnings, policy violations and failed
 * scripts are collected in `problems`, which must be empty when the file ends. `fonts` is a folder whose fonts replace all system fonts.
 * `backForwardCache` turns on the back/forward cache, which Playwright disables and the headless shell lacks; navigating back then triggers no
 * load event.
 */
export function testBrowser({ fonts, backForwardCache = false }: { fonts?: string; backForwardCache?: boolean } = {}) {
  let browser: Browser;
  let folder: TemporaryFolder | undefined;
  const all: string[] = [];

  beforeAll(async () => {
    let env = process.env;
    if (fonts) {
      folder = await makeTemporaryFolder();
      env = { ...env, FONTCONFIG_FILE: await writeFontConfig(fonts, folder.path) };
    }
    const { full, shell } = inject('chromium');
    const executablePath = backForwardCache ? full : shell;
    const ignoreDefaultArgs = backForwardCache ? ['--disable-back-forward-cache'] : [];
    browser = await chromium.launch({ executablePath, args: chromiumArguments, ignoreDefaultArgs, env });
  });
  // A page left open would slow down the next test.
  afterEach(() => Promise.all(browser.contexts().map((context) => context.close())));
  afterAll(async () => {
    await browser.close();
    await folder?.remove();
    expect(all).toEqual([]);
  });

  async function open(path: string, options: BrowserContextOptions & { expectProblems?: boolean } = {}): Promise<Opened> {
    const { expectProblems = false, ...contextOptions } = options;
    const context = await browser.newContext({ baseURL: inject('siteUrl'), locale: 'en-GB', ...contextOptions });
    const page = await context.newPage();
    const problems: string[] = [];
    const note = (text: string) => {
      problems.push(`${page.url()}: ${text}`);
      if (!expectProblems) all.push(`${page.url()}: ${text}`);
    };
    page.on('console', (message) => ['error', 'warning'].includes(message.type()) && note(message.text()));
    page.on('pageerror', (error) => note(String(error)));
    await page.goto(path);
    return { page, problems };
  }

  /**
   * Opens a page whose HTML carries its own styles, as every page does once it has been rendered completely; a streamed first response
   * links to the whole stylesheet instead. Blocks external services such as the scheduler. Notes the page's requests.
   */
  async function openFinished(path: string, viewport: BrowserContextOptions = phone) {
    const { page, problems } = await open('/livez', { ...viewport, reducedMotion: 'reduce', expectProblems: true });
    await page.route('https://**', (route) => route.abort());
    await finishedHtml(new URL(path, page.url()));
    const network = watchNetwork(page);
    await page.goto(path);
    return { page, problems, ...network };
  }

  return { open, openFinished };
}

/** Writes a fontconfig file that exposes a single folder of fonts; the file and its cache live in `folder`. */
async function writeFontConfig(fonts: string, folder: string): Promise<string> {
  const file = path.join(folder, 'fonts.conf');
  const settings = `<dir>${fonts}</dir><cachedir>${folder}</cachedir>`;
  await writeFile(file, `<!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>${settings}</fontconfig>`);
  return file;
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
function watchNetwork(page: Page) {
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

/** Delays the site's scripts whose path matches by half a second: several in turn still load before a held form is sent without them. */
export async function slowDown(page: Page, scripts: RegExp) {
  await page.route(
    (url) => url.pathname.startsWith('/assets/') && url.pathname.endsWith('.js') && scripts.test(url.pathname),
    async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 500));
      await route.continue().catch(() => {});
    },
  );
}
