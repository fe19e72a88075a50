import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { laptop, phone, slowDown, testBrowser } from '#tests/support/browser.ts';
import { translate } from '#tests/support/translate.ts';

const { open } = testBrowser();

const project = '/projects/cwm-ty-coch-hillside-woodland';

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

describe('a page that has loaded answers the first touch without fetching another script:', () => {
  it('the menu and "Read More", on a page without islands, which never fetches React', async () => {
    const page = await openUntouched('/carbon-credits', ['deferred']);
    await page.getByText('Read More').first().click();
    await page.getByText('Show Less').first().waitFor();
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('navigation').getByRole('link', { name: 'About Us' }).first().waitFor();
    expect(await scripts(page)).not.toContain('index');
  });

  it('the contact dialog, and its form sent empty', async () => {
    const page = await openUntouched('/contact', ['index', 'contact-dialog', 'contact-sender']);
    await page.getByRole('button', { name: 'Email Us' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Write to us' });
    await dialog.getByRole('button', { name: 'Send Message' }).click();
    await dialog.getByText('Name must be at least 2 characters').waitFor();
    await dialog.getByText('Please enter a valid email address').waitFor();
  });

  it('a link that adds to the shortlist', async () => {
    const page = await openUntouched(project, ['shortlist']);
    await page.locator('a[data-shortlist-add]:visible').first().click();
    await page.getByText(/is on your shortlist/).waitFor();
    expect(new URL(page.url()).pathname).toBe(project);
  });

  it('"Check for updates"', async () => {
    const page = await openUntouched('/credits', ['index', 'catalogue-watch']);
    await page.getByRole('button', { name: 'Check for updates' }).click();
    await page.getByText(/these are the current figures|the catalogue has changed/).waitFor();
  });
});

it('a visitor who saves data gets React with a press, a key or the focus, and the code of the shortlist with the first project added, not before', async () => {
  const { page } = await open('/livez', { ...laptop, fresh: true });
  await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }));
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const hasAsked = (script: string) => asked.some((address) => address.includes(`/assets/${script}-`));
  /** Opens the page, and waits until the browser has been idle. */
  const openIdle = async (path: string) => {
    await page.goto(path);
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  };
  for (const touch of [
    () => page.getByRole('heading', { level: 1 }).click(),
    () => page.keyboard.press('Shift'),
    () => page.getByRole('textbox', { name: 'Work email' }).focus(),
  ]) {
    await openIdle('/enterprise/contact');
    expect(hasAsked('index')).toBe(false);
    await touch();
    await page.locator('[data-island="ready"]').waitFor();
    expect(hasAsked('index')).toBe(true);
    asked.length = 0;
  }
  await openIdle(project);
  expect(hasAsked('shortlist')).toBe(false);
  await page.locator('a[data-shortlist-add]:visible').first().click();
  await page.getByText(/is on your shortlist/).waitFor();
  expect(hasAsked('shortlist')).toBe(true);
});

it('a message that is sent before any script has loaded arrives, with "Sending...", panel and toast', async () => {
  const { page } = await open('/livez', laptop);
  await slowDown(page, /\.js$/);
  const sent = Promise.withResolvers<void>();
  await page.route('**/api/trpc/contact.send*', async (route) => {
    await sent.promise;
    await route.continue();
  });
  await page.goto('/contact?topic=strategy-call', { waitUntil: 'commit' });
  await page.getByRole('textbox', { name: 'Name' }).fill('Ada Lovelace');
  await page.getByRole('textbox', { name: 'Email' }).fill('early@touch.example');
  await page.getByRole('button', { name: 'Send Message' }).click({ noWaitAfter: true });
  await page.getByRole('button', { name: 'Sending...' }).waitFor();
  sent.resolve();
  await page.getByRole('dialog').getByRole('heading', { name: 'Thank you' }).waitFor();
  await page
    .getByRole('region', { name: /Notifications/ })
    .getByText("We'll get back to you within 24 hours.")
    .waitFor();
});

describe('a press that React does not answer in time', () => {
  const post = '/blog/blockchain-transparency';
  const press = (page: Page) => page.getByRole('button', { name: 'Copy Link' }).click();
  const waitForAnswer = (page: Page) =>
    page
      .getByRole('region', { name: /Notifications/ })
      .getByText(/copied/i)
      .first()
      .waitFor();
  /** Notes what the page copies, whether browsers would let it, and whether React was there. */
  const noteCopies = (page: Page) =>
    page.addInitScript(() => {
      const copies: unknown[] = [];
      const writeText = async (text: string) => {
        copies.push([text, navigator.userActivation.isActive, document.querySelector('[data-island="ready"]') !== null]);
      };
      Object.assign(globalThis, { copies });
      Object.defineProperty(navigator, 'clipboard', { value: { writeText } });
    });
  const waitUntilNative = (page: Page) => page.locator('[data-island="native"]').waitFor();

  it('copies while it is being handled, as browsers ask for, and is answered when React comes later', async () => {
    const { page } = await open('/livez', { ...laptop, fresh: true });
    await page.clock.install();
    const late = Promise.withResolvers<void>();
    await page.route('**/assets/index-*.js', async (route) => {
      await late.promise;
      await route.continue();
    });
    await noteCopies(page);
    await page.goto(post);
    await press(page);
    await page.clock.fastForward(10_000);
    await waitUntilNative(page);
    late.resolve();
    await waitForAnswer(page);
    const address = await page.locator('[data-copy]').getAttribute('data-copy');
    expect(await page.evaluate(() => Reflect.get(globalThis, 'copies'))).toEqual([[address, true, false]]);
  });

  it('is answered when React comes at the second attempt', async () => {
    const { page } = await open('/livez', { ...laptop, expectProblems: true, fresh: true });
    await page.route('**/assets/index-*.js', (route) => route.abort());
    await noteCopies(page);
    await page.goto(post);
    await press(page);
    await waitUntilNative(page);
    await page.unroute('**/assets/index-*.js');
    await page.getByRole('heading', { level: 1 }).click();
    await waitForAnswer(page);
  });

  it('lets the page be translated, and reaches the button of the island that React has built anew', async () => {
    const { page } = await open('/livez', { ...laptop, fresh: true });
    await page.clock.install();
    await page.addInitScript(() => {
      const hydratePage = () => {
        Object.assign(globalThis, { isHydrating: true });
        return new Promise(() => {});
      };
      Object.defineProperty(globalThis, 'hydratePage', { get: () => hydratePage, set: () => {} });
    });
    await page.goto(post);
    await press(page);
    await page.waitForFunction('globalThis.isHydrating');
    expect(await page.locator('[data-island="waiting"]').count()).toBe(1);

    const heading = page.getByRole('heading', { level: 1 });
    await page.evaluate(translate);
    expect(await heading.innerText()).not.toContain('«');
    await page.clock.fastForward(10_000);
    await waitUntilNative(page);
    expect(await heading.innerText()).toContain('«');
    await page.evaluate(translate);
    expect(await heading.innerText()).toContain('«');

    const pressed = await page.evaluate(() => {
      const island = document.querySelector<HTMLElement>('[data-island]');
      const anew = island?.cloneNode(true) as HTMLElement;
      let presses = 0;
      anew.addEventListener('click', () => {
        presses += 1;
      });
      island?.replaceWith(anew);
      anew.dataset.island = 'ready';
      document.dispatchEvent(new Event('island-ready'));
      return presses;
    });
    expect(pressed).toBe(1);
  });
});
