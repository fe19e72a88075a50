import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Browser, type BrowserContextOptions, chromium, type Page, type Request } from 'playwright';
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest';
import { chromiumArguments } from './chromium.ts';
import { makeTemporaryFolder, type TemporaryFolder } from './temporary-folder.ts';

type Opened = { page: Page; problems: string[] };

/**
 * A Chromium for the test file. `open` gives a page of a fresh context; what its console complains about (errors,
 * warnings, policy violations, failed scripts) collects in `problems`, which is expected to be empty when the file ends.
 * With `fonts`, a folder, it has those of the system that are in there and no others. With `keepsPages` it has a
 * back/forward cache, which Playwright turns off and the shell has not at all: going back then waits for no load.
 */
export function testBrowser({ fonts, keepsPages = false }: { fonts?: string; keepsPages?: boolean } = {}) {
  let browser: Browser;
  let folder: TemporaryFolder | undefined;
  const all: string[] = [];

  beforeAll(async () => {
    let env = process.env;
    if (fonts) {
      folder = await makeTemporaryFolder();
      env = { ...env, FONTCONFIG_FILE: await onlyFonts(fonts, folder.path) };
    }
    const { whole, shell } = inject('chromium');
    const executablePath = keepsPages ? whole : shell;
    const ignoreDefaultArgs = keepsPages ? ['--disable-back-forward-cache'] : [];
    browser = await chromium.launch({ executablePath, args: chromiumArguments, ignoreDefaultArgs, env });
  });
  // A page that a test is done with would go on taking time from the next.
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
      problems.push(`${path}: ${text}`);
      if (!expectProblems) all.push(`${path}: ${text}`);
    };
    page.on('console', (message) => ['error', 'warning'].includes(message.type()) && note(message.text()));
    page.on('pageerror', (error) => note(String(error)));
    await page.goto(path);
    return { page, problems };
  }

  /**
   * Opens a page that carries its own styles, as every page does once it has been rendered to its end: a first, streamed
   * answer links to all of them. Services elsewhere, such as the calendar's, are not there. What it asks for is watched.
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

/** Settings of fontconfig that know the fonts of one folder alone; they and what it works out stand in `folder`. */
async function onlyFonts(fonts: string, folder: string): Promise<string> {
  const file = path.join(folder, 'fonts.conf');
  const settings = `<dir>${fonts}</dir><cachedir>${folder}</cachedir>`;
  await writeFile(file, `<!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>${settings}</fontconfig>`);
  return file;
}

/** A page's HTML once it carries its own styles. */
export async function finishedHtml(address: URL): Promise<string> {
  let html = '';
  const isFinished = async () => {
    html = await (await fetch(address)).text();
    return html.slice(0, html.indexOf('</head>')).includes('<style');
  };
  await expect.poll(isFinished).toBe(true);
  return html;
}

/** What a page asks for from now on; `quiet` waits until nothing has been on its way for 200 ms: what a press has set off is there. */
function watchNetwork(page: Page) {
  const asked: { type: string; url: string }[] = [];
  const inFlight = new Set<Request>();
  let last = performance.now();
  page.on('request', (request) => {
    asked.push({ type: request.resourceType(), url: request.url() });
    inFlight.add(request);
    last = performance.now();
  });
  const end = (request: Request) => {
    inFlight.delete(request);
    last = performance.now();
  };
  // A form that the browser sent itself has an answer, and no end.
  page.on('response', (response) => end(response.request()));
  page.on('requestfailed', end);
  const left = () => (performance.now() - last < 200 ? ['something just now'] : [...inFlight].map((request) => request.url()));
  return { asked, quiet: () => expect.poll(left, { interval: 50 }).toEqual([]) };
}

/** Widths that every page is looked at: a phone and a laptop. */
export const phone = { viewport: { width: 375, height: 812 } };
export const laptop = { viewport: { width: 1280, height: 900 } };

/** Has the scripts of the site that are named so arrive a second late. */
export async function slowDown(page: Page, scripts: RegExp) {
  await page.route(
    (url) => url.pathname.startsWith('/assets/') && url.pathname.endsWith('.js') && scripts.test(url.pathname),
    async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      await route.continue().catch(() => {});
    },
  );
}
