import puppeteer, { type Browser, type Page, type Viewport } from 'puppeteer-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, it } from 'vitest';
import { laptop, phone } from '#tests/support/browser.ts';
import { pounds, projectsOnSale, quotedLines } from '#tests/support/buyer.ts';
import { sharedSite } from '#tests/support/own-site.ts';

const { sql } = sharedSite();
// A Firefox with a fresh profile. Where there is none, the tests are skipped.
const executablePath = inject('firefox');
let browser: Browser | undefined;
/** Console errors, warnings, exceptions and policy violations: there must be none when the file ends. */
const problems: string[] = [];

beforeAll(async () => {
  // Without motion: in a page that still scrolls, what is about to be pressed moves away.
  const extraPrefsFirefox = { 'ui.prefersReducedMotion': 1 };
  if (executablePath) browser = await puppeteer.launch({ browser: 'firefox', executablePath, extraPrefsFirefox, timeout: 120_000 });
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

async function open(path: string, { viewport }: { viewport: Pick<Viewport, 'width' | 'height'> }): Promise<Page> {
  if (!browser) throw new Error('Firefox is not running');
  const page = await browser.newPage();
  const note = (text: string) => problems.push(`${path}: ${text}`);
  page.on('console', (message) => ['error', 'warn'].includes(message.type()) && note(message.text()));
  page.on('pageerror', (error) => note(String(error)));
  await page.setViewport(viewport);
  await page.goto(inject('siteUrl') + path);
  return page;
}

/** Waits until the text is visible, in the part of the page that matches the selector. */
const waitForText = (page: Page, text: string, part = 'body') => page.waitForSelector(`${part} ::-p-text(${text})`, { visible: true });

it('a buyer gets from a search to a quote request', async () => {
  const [first, second] = await projectsOnSale(sql);
  const page = await open('/projects', laptop);
  const press = (selector: string) => page.locator(selector).click();
  const write = (selector: string, text: string) => page.locator(selector).fill(text);
  const waitForAddress = (part: string) => page.waitForFunction((expected) => location.href.includes(expected), {}, part);

  await write('[type=search][name=q]', 'biochar');
  await page.keyboard.press('Enter');
  await waitForAddress('q=biochar');
  // A Firefox that can't open it by CSS has the filter behind its name.
  const type = await page.waitForSelector('summary::-p-text(Project type)');
  if (await type?.isVisible()) await type?.click();
  await press('[name=type][value=Biochar]');
  await waitForAddress('type=Biochar');
  await waitForText(page, 'Remove Biochar', '#found nav');

  for (const { slug } of [first, second]) {
    const tick = `[type=checkbox][name=p][value=${slug}]`;
    // Out from behind the bar at the bottom: what the bar covers counts as visible.
    await page.$eval(tick, (box) => box.scrollIntoView({ block: 'center' }));
    await press(tick);
  }
  await press('button::-p-text(Compare the ticked projects)');
  await waitForAddress('/projects/compare?');
  await waitForText(page, first.title, 'thead');
  await waitForText(page, second.title, 'thead');

  for (const { title } of [first, second]) {
    await press(`a[data-shortlist-add="${title}"]`);
    await waitForText(page, `${title} is on your shortlist.`, '[role=status]');
  }
  await press('a[data-shortlist-link]');
  await waitForAddress('/shortlist?p=');
  await write(`input[aria-label="Tonnes of ${first.title}"]`, '250');
  await write(`input[aria-label="Tonnes of ${second.title}"]`, '3');
  await waitForAddress(':250');
  await waitForText(page, pounds(250 * first.pence + 3 * second.pence), 'table');

  const email = 'buyer@firefox.example';
  await write('main [name=name]', 'Ada Lovelace');
  await write('main [name=email]', email);
  await press('button::-p-text(Request a Quote)');
  await waitForText(page, 'Quote requested');
  expect(await quotedLines(sql, email)).toEqual([
    { project_slug: first.slug, tonnes: 250, price_per_credit: first.pence, name: 'Ada Lovelace', message: null },
    { project_slug: second.slug, tonnes: 3, price_per_credit: second.pence, name: 'Ada Lovelace', message: null },
  ]);
});

it('the contact dialog shows errors under their fields, thanks, closes, and gives the focus back', async () => {
  const page = await open('/contact', phone);
  await page.locator('[aria-haspopup=dialog]').click();
  await page.waitForSelector('dialog:modal');
  // The first field has the focus.
  await page.keyboard.type('Ada Lovelace');
  await page.type('dialog [name=email]', 'nowhere');
  await page.locator('dialog form [type=submit]:not([form])').click();
  await waitForText(page, 'Please enter a valid email address', 'dialog');
  await page.waitForSelector('dialog [name=email]:focus');
  await page.keyboard.type('@firefox.example');
  await page.waitForFunction(() => !document.querySelector('dialog')?.textContent.includes('Please enter a valid email address'));
  // Both go by themselves after seconds, so both are waited for from the beginning.
  const thanked = waitForText(page, 'Thank you', 'dialog > div > [role=status]');
  const told = waitForText(page, "We'll get back to you within 24 hours.", '[aria-label^=Notifications]');
  await page.keyboard.press('Enter');
  await Promise.all([thanked, told]);
  // Sooner than by itself.
  await page.keyboard.press('Escape');
  await page.waitForFunction(() => !document.querySelector('dialog')?.open && document.activeElement?.textContent === 'Email Us');
});

it('a certificate is shown, and checked in the browser', async () => {
  const page = await open('/certificates/CR-000003', laptop);
  await waitForText(page, 'CR-000003', 'article');
  expect(await page.$$eval('article img', (images) => images.map(({ naturalWidth }) => naturalWidth > 0))).toEqual([true]);
  await page.click('main a[href="/verify?certificate=CR-000003"]');
  await waitForText(page, 'The signature is Carma’s', '[role=status]');
  expect(await page.$eval('[role=status]', (status) => status.textContent)).toMatch(
    /^✓ 8 of 10 things hold.+\d+ tCO₂e of .+ retired for .+ on \d+ \S+ \d{4}/,
  );
});
