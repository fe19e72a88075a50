import puppeteer, { type Browser, type Page, type Viewport } from 'puppeteer-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject } from 'vitest';

/**
 * Launches a Firefox with a fresh profile for the test file, and skips the file's tests where there is none. `open` returns a
 * new page; console errors, warnings, exceptions and policy violations are collected, and there must be none when the file ends.
 */
export function testFirefox() {
  const executablePath = inject('firefox');
  let browser: Browser | undefined;
  const problems: string[] = [];

  beforeAll(async () => {
    // Without motion: in a page that still scrolls, what is about to be pressed moves away.
    const extraPrefsFirefox = { 'ui.prefersReducedMotion': 1 };
    if (executablePath) browser = await puppeteer.launch({ browser: 'firefox', executablePath, extraPrefsFirefox });
  });
  beforeEach(({ skip }) => skip(!executablePath, 'No Firefox'));
  afterEach(async () => {
    for (const page of (await browser?.pages()) ?? []) await page.close();
  });
  afterAll(async () => {
    const program = browser?.process();
    await browser?.close();
    program?.kill('SIGKILL');
    expect(problems).toEqual([]);
  });

  return async function open(path: string, { viewport }: { viewport: Pick<Viewport, 'width' | 'height'> }): Promise<Page> {
    if (!browser) throw new Error('Firefox is not running');
    const page = await browser.newPage();
    const note = (text: string) => problems.push(`${path}: ${text}`);
    page.on('console', (message) => ['error', 'warn'].includes(message.type()) && note(message.text()));
    page.on('pageerror', (error) => note(String(error)));
    await page.setViewport(viewport);
    await page.goto(inject('siteUrl') + path);
    return page;
  };
}

/** Waits until the text is visible, in the part of the page that matches the selector. */
export async function waitForText(page: Page, text: string, part = 'body'): Promise<void> {
  await page.waitForSelector(`${part} ::-p-text(${text})`, { visible: true });
}
