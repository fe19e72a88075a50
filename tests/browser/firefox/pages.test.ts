import type { Page } from 'puppeteer-core';
import { afterAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import { connectTo } from '#db/connection.ts';
import { laptop, phone } from '#tests/support/browser.ts';
import { pounds, projectsOnSale, quoteRequest } from '#tests/support/buyer.ts';
import { startDelayingProxy } from '#tests/support/delaying-proxy.ts';
import { testFirefox, waitForText } from '#tests/support/firefox.ts';

const open = testFirefox();
const sql = connectTo(inject('siteDatabaseUrl'), { max: 1 });
afterAll(() => sql.end());

it('a buyer gets from a search to a quote request', async () => {
  const [first, second] = await projectsOnSale(sql);
  const page = await open('/projects', laptop);
  const press = (selector: string) => page.locator(selector).click();
  const write = (selector: string, text: string) => page.locator(selector).fill(text);
  const address = (part: string) => page.waitForFunction((expected) => location.href.includes(expected), {}, part);

  await write('[type=search][name=q]', 'biochar');
  await page.keyboard.press('Enter');
  await address('q=biochar');
  // Behind its name in a Firefox that can't open it by CSS.
  const type = await page.waitForSelector('summary::-p-text(Project type)');
  if (await type?.isVisible()) await type?.click();
  await press('[name=type][value=Biochar]');
  await address('type=Biochar');
  await waitForText(page, 'Remove Biochar', '#found nav');

  for (const { slug } of [first, second]) await press(`[type=checkbox][name=p][value=${slug}]`);
  await press('button::-p-text(Compare the ticked projects)');
  await address('/projects/compare?');
  await waitForText(page, first.title, 'thead');
  await waitForText(page, second.title, 'thead');

  for (const { slug, title } of [first, second]) {
    await press(`a[data-shortlist-add][href$="=${slug}"]`);
    await waitForText(page, `${title} is on your shortlist.`, '[role=status]');
  }
  await press('a[data-shortlist-link]');
  await address('/shortlist?p=');
  await write(`input[aria-label="Tonnes of ${first.title}"]`, '250');
  await write(`input[aria-label="Tonnes of ${second.title}"]`, '3');
  await press('button::-p-text(Update the totals)');
  await address(':250');
  await waitForText(page, pounds(250 * first.pence + 3 * second.pence), 'table');

  const email = 'buyer@firefox.example';
  await write('main [name=name]', 'Ada Lovelace');
  await write('main [name=email]', email);
  await press('button::-p-text(Request a Quote)');
  await waitForText(page, 'Quote requested');
  expect(await quoteRequest(sql, email)).toEqual([
    { project_slug: first.slug, tonnes: 250, price_per_credit: first.pence, name: 'Ada Lovelace', message: null },
    { project_slug: second.slug, tonnes: 3, price_per_credit: second.pence, name: 'Ada Lovelace', message: null },
  ]);
});

it('the header turns solid over the home hero; its menu opens and closes from the keyboard, and closes when the focus leaves it', async () => {
  const page = await open('/', laptop);
  const background = () => page.$eval('header', (header) => getComputedStyle(header).backgroundColor);
  await page.evaluate(() => scrollTo({ top: 50, behavior: 'instant' }));
  expect(await background()).toBe('rgba(0, 0, 0, 0)');
  await page.evaluate(() => scrollTo({ top: 52, behavior: 'instant' }));
  await expect.poll(background).toBe('rgb(245, 241, 230)');

  await page.setViewport(phone.viewport);
  const isOpen = () => page.$eval('#menu', (menu) => menu.matches(':popover-open'));
  await page.focus('header > div > [popovertarget=menu]');
  await page.keyboard.press('Enter');
  expect(await isOpen()).toBe(true);
  await page.keyboard.press('Escape');
  expect(await isOpen()).toBe(false);
  await page.keyboard.press('Enter');
  await page.focus('#menu li:last-child a');
  await page.keyboard.press('Tab');
  expect(await isOpen()).toBe(false);
});

it('the ring around what has the focus is our own', async () => {
  const page = await open('/projects', laptop);
  const kinds = new Set<string>();
  const rings = new Set<string>();
  for (let presses = 0; presses < 40; presses++) {
    await page.keyboard.press('Tab');
    const [kind, ring] = await page.evaluate(() => {
      const { tagName } = document.activeElement ?? document.body;
      const { outline, boxShadow } = getComputedStyle(document.activeElement ?? document.body);
      return [tagName, `${outline}, ${boxShadow}`] as const;
    });
    kinds.add(kind);
    rings.add(ring);
  }
  expect([...kinds]).toEqual(expect.arrayContaining(['A', 'BUTTON', 'INPUT', 'SELECT', 'SUMMARY']));
  expect([...rings]).toEqual(['rgb(207, 227, 90) solid 2px, rgb(21, 33, 27) 0px 0px 0px 3px']);
});

describe('the contact dialog', () => {
  /** Opens the page through a slow proxy, and the dialog by its button, with a valid name and this email typed into it. */
  async function openFilledIn(email: string, expectProblems = false) {
    const { url: site, close } = await startDelayingProxy(inject('siteUrl'), 100);
    onTestFinished(close);
    const page = await open('/contact', { ...phone, site, expectProblems });
    await page.locator('[aria-haspopup=dialog]').click();
    await page.waitForSelector('dialog:modal');
    // The first field has the focus.
    await page.keyboard.type('Ada Lovelace');
    await page.type('dialog [name=email]', email);
    return { page, loseNetwork: close };
  }
  const send = (page: Page) => page.locator('dialog form [type=submit]:not([form])').click();

  it('shows errors under their fields, disables its buttons while sending, thanks, closes, and gives the focus back', async () => {
    const { page } = await openFilledIn('nowhere');
    await send(page);
    await waitForText(page, 'Please enter a valid email address', 'dialog');
    expect(await page.$eval(':focus', (field) => [field.getAttribute('name'), getComputedStyle(field).borderTopColor])).toEqual([
      'email',
      'rgb(179, 38, 30)',
    ]);
    await page.keyboard.type('@firefox.example');
    await page.waitForFunction(() => !document.querySelector('dialog')?.textContent.includes('Please enter a valid email address'));
    const sending = () => {
      const buttons = [...document.querySelectorAll<HTMLButtonElement>('dialog form button')];
      return buttons.some(({ textContent }) => textContent === 'Sending...') && buttons.every(({ disabled }) => disabled);
    };
    // Looks at every change, because the state is short.
    const sent = page.waitForFunction(sending, { polling: 'mutation' });
    await page.keyboard.press('Enter');
    await sent;
    await waitForText(page, 'Thank you', 'dialog > div > [role=status]');
    await waitForText(page, "We'll get back to you within 24 hours.", '[aria-label^=Notifications]');
    await page.waitForFunction(() => !document.querySelector('dialog')?.open);
    expect(await page.$eval(':focus', (button) => button.textContent)).toBe('Email Us');
  });

  it('keeps the form without a connection, and says so in a toast that nothing cuts off', async () => {
    const { page, loseNetwork } = await openFilledIn('ada@firefox.example', true);
    await page.waitForSelector('dialog [data-island=ready]');
    // The form's code for sending.
    await page.waitForNetworkIdle();
    loseNetwork();
    await send(page);
    const toast = '[aria-label^=Notifications]';
    await waitForText(page, 'Failed to send message', toast);
    const closeIsOnTop = () => {
      const button = document.querySelector('[aria-label^=Notifications] button');
      const { right, bottom } = button?.getBoundingClientRect() ?? { right: 0, bottom: 0 };
      return document.elementFromPoint(right - 2, bottom - 2) === button;
    };
    expect(await page.evaluate(closeIsOnTop)).toBe(true);
    expect(await page.$eval('dialog [name=email]', (field) => (field as HTMLInputElement).value)).toBe('ada@firefox.example');
    await page.keyboard.press('F8');
    await page.keyboard.press('Escape');
    await page.waitForSelector(`${toast} button`, { hidden: true });
    expect(await page.$eval('dialog', (dialog) => dialog.open)).toBe(true);
  });
});

// On the page with the most scripts.
it('the first click on a link, with an empty cache and 200 ms of delay, is followed from /credits at once', async () => {
  const { url: site, close } = await startDelayingProxy(inject('siteUrl'), 200);
  onTestFinished(close);
  // Firefox reports the scripts whose loading ends with the page.
  const page = await open('/credits', { ...laptop, site, expectProblems: true });
  const loaded: string[] = [];
  page.on('framenavigated', (frame) => loaded.push(new URL(frame.url()).pathname));
  await page.click('header nav a[href="/about"]');
  await page.waitForFunction(() => document.readyState === 'complete' && location.pathname === '/about', { timeout: 10_000 });
  expect(loaded).toEqual(['/about']);
});

describe('a certificate', () => {
  it('is shown, and checked in the browser', async () => {
    const page = await open('/certificates/CR-000001', laptop);
    await waitForText(page, 'CR-000001', 'article');
    expect(await page.$$eval('article img', (images) => images.every(({ naturalWidth }) => naturalWidth > 0))).toBe(true);
    await page.click('main a[href="/verify?certificate=CR-000001"]');
    await page.locator('button::-p-text(Check)').click();
    await waitForText(page, 'A key of the log signed the checkpoint', '[role=status]');
    expect(await page.$eval('[role=status]', (status) => status.textContent)).toMatch(/^\d+ tCO₂e of .+ retired for .+ on \d+ \S+ \d{4}/);
  });
});

it('pages whose texts stand side by side give every text room', async () => {
  const squeezed: Record<string, (string | null)[]> = {};
  const page = await open('/enterprise', laptop);
  for (const path of ['/enterprise', '/enterprise/compliance', '/standards', '/vcs', '/qms']) {
    if (!page.url().endsWith(path)) await page.goto(new URL(path, page.url()).href);
    const texts = await page.evaluate(() =>
      [...document.querySelectorAll('main *')]
        .filter(({ childNodes }) => [...childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim()))
        .filter((element) => element.checkVisibility() && element.getBoundingClientRect().width === 0)
        .map(({ textContent }) => textContent),
    );
    if (texts.length > 0) squeezed[path] = texts;
  }
  expect(squeezed).toEqual({});
});
