import type { Page } from 'playwright';
import postgres from 'postgres';
import { afterAll, describe, expect, inject, it, vi } from 'vitest';
import { laptop, phone, slowDown, testBrowser } from '#tests/support/browser.ts';
import { coveredFocus } from '#tests/support/covered-focus.ts';

const { open } = testBrowser();
const sql = postgres(inject('siteDatabaseUrl'), { max: 1 });
afterAll(() => sql.end());

/** Waits until /credits is cached: a page streamed while it is rendered allows its own scripts by nonce. */
async function waitUntilCached(): Promise<void> {
  const policy = () => fetch(new URL('/credits', inject('siteUrl'))).then(({ headers }) => headers.get('content-security-policy'));
  await expect.poll(policy, { timeout: 20_000 }).not.toContain('nonce');
}

it.each(['/', '/projects?view=cards'])(
  'the parts of each card on %s are one below the other, the title above the description',
  async (path) => {
    const { page } = await open(path, { javaScriptEnabled: false });
    await page.getByRole('article').first().waitFor();
    for (const { viewport } of [laptop, phone]) {
      await page.setViewportSize(viewport);
      const tops = await page
        .getByRole('article')
        .evaluateAll((cards) =>
          cards.map((card) =>
            [...card.children].filter((part) => part.getClientRects().length > 0).map((part) => part.getBoundingClientRect().top),
          ),
        );
      expect(tops.length).toBeGreaterThan(2);
      for (const card of tops) expect(card).toEqual(card.toSorted((a, b) => a - b));
    }
  },
);

describe.each([
  ['with JavaScript', true],
  ['without JavaScript', false],
])('the live lists, %s', (_how, javaScriptEnabled) => {
  it.each(['/', '/credits'])("of %s are readable, between the page's content and its footer", async (path) => {
    const { page } = await open(path, { ...laptop, javaScriptEnabled });
    const first = page.getByRole('article').first();
    await first.waitFor();
    expect(await page.getByText(/Loading (carbon )?projects/).isVisible()).toBe(false);
    const footer = await page.getByRole('contentinfo').boundingBox();
    expect((await first.boundingBox())?.y).toBeLessThan(footer?.y ?? 0);
    // On /credits twelve are visible; the others are collapsed.
    if (path === '/credits') await page.getByText(/^Show all \d+ projects$/).click();
    const cards = await page.getByRole('article').count();
    expect(cards).toBeGreaterThanOrEqual(path === '/' ? 6 : 26);
  });
});

it.each([true, false])(
  'neither the live lists nor a missing page scroll sideways at 320 px (JavaScript: %s)',
  async (javaScriptEnabled) => {
    // The missing page is reported in the console.
    const { page } = await open('/', { viewport: { width: 320, height: 640 }, javaScriptEnabled, expectProblems: true });
    // large-text.test.ts measures all pages with JavaScript.
    for (const path of javaScriptEnabled ? ['/nowhere'] : ['/', '/credits', '/contact', '/nowhere']) {
      await page.goto(path);
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(320);
    }
  },
);

describe('the catalogue by keyboard', () => {
  it.each([
    ['1280 px', laptop],
    ['375 px', phone],
  ])('shows what has the focus at %s, never under a bar, and compares by Enter', async (_width, size) => {
    // On a busy machine the site turns away some of what the browser prefetches meanwhile.
    const { page } = await open('/projects?view=cards', { ...size, reducedMotion: 'reduce', expectProblems: true });
    if (size === phone) await page.locator('summary', { hasText: 'Filters' }).first().press('Enter');
    const tick = page.getByRole('checkbox', { name: /^Compare/ }).first();
    await tick.press('Space');
    expect(await tick.isChecked()).toBe(true);
    // From the beginning of the page.
    await page.getByRole('link', { name: 'Skip to content' }).focus();
    expect(await coveredFocus(page, 'Tab')).toEqual([]);
    const hint = await tick.getAttribute('aria-describedby');
    expect(await page.locator(`#${hint}`).textContent()).toContain('Enter');
    await tick.press('Enter');
    await page.waitForURL(/\/projects\/compare\?p=/);
  });
});

describe('the check for newer figures on /credits', () => {
  it('reports that nothing has changed, or shows what has without losing the page', async () => {
    const { page } = await open('/credits', phone);
    // Another file's tests may change the catalogue just now.
    await vi.waitFor(
      async () => {
        await page.reload();
        await page.getByRole('button', { name: 'Check for updates' }).click();
        await page.getByText(/these are the current figures/).waitFor({ timeout: 5_000 });
      },
      { timeout: 30_000 },
    );

    await sql`update carbon_projects set price_per_credit = 123456 where id = (select min(id) from carbon_projects)`;
    await page.getByRole('button', { name: 'Check for updates' }).click();
    await page.getByRole('button', { name: 'Show the new figures' }).click();
    await page.getByText('£1,234.56').waitFor();
  });
});

describe('the check for newer figures', () => {
  const button = (page: Page) => page.getByRole('button', { name: 'Check for updates' });
  /** Waits for the result of a check, whichever it is: other tests may change the catalogue meanwhile. */
  const waitForResult = (page: Page) => page.getByText(/these are the current figures|the catalogue has changed/).waitFor();
  const code = /catalogue-watch|rpc-link|\/island-/;

  it.each([
    ['a click', (page: Page) => button(page).click()],
    ['Enter', (page: Page) => button(page).press('Enter')],
    ['a space', (page: Page) => button(page).press('Space')],
  ])('handles %s before its code has loaded', async (_, press) => {
    const { page } = await open('about:blank', laptop);
    await waitUntilCached();
    await slowDown(page, code);
    await page.goto('/credits#projects');
    await press(page);
    await waitForResult(page);
    const current = page.locator('[data-island="ready"] button[type="submit"]');
    expect(await current.evaluate((element) => element === document.activeElement)).toBe(true);
  });

  it('keeps the list and the focus while its code loads, at an address with a fragment', async () => {
    const { page } = await open('about:blank', laptop);
    await waitUntilCached();
    await slowDown(page, code);
    await page.goto('/credits#projects');
    const shown = await button(page).elementHandle();
    await button(page).focus();
    await page.locator('[data-island="ready"] form').waitFor();
    expect(await shown?.evaluate((element) => element === document.activeElement)).toBe(true);
  });

  it('handles a key press before any script has loaded', async () => {
    const { page } = await open('about:blank', laptop);
    await waitUntilCached();
    await slowDown(page, /\.js$/);
    await page.goto('/credits', { waitUntil: 'domcontentloaded' });
    await button(page).press('Enter', { noWaitAfter: true });
    await waitForResult(page);
  });

  it('reloads the page at the list without scripts', async () => {
    const { page } = await open('/credits', { ...laptop, javaScriptEnabled: false });
    await button(page).press('Enter', { noWaitAfter: true });
    await page.waitForURL(/\/credits\?#projects$/, { waitUntil: 'commit' });
  });
});

describe('the tick of a shortlisted project', () => {
  it('follows the label, is visible even where the label stays, and moves nothing', async () => {
    const { page } = await open('/projects/compare?p=fenland-straw-biochar&p=antrim-willow-biochar', laptop);
    const link = page.locator('a[data-shortlist-add]').first();
    await link.scrollIntoViewIfNeeded();
    const before = await link.boundingBox();
    await link.click();
    await page.locator('a[data-shortlist-add][data-listed]').waitFor();
    expect(await link.boundingBox()).toEqual(before);
    const contents = await link.evaluate((element) => ['::before', '::after'].map((part) => getComputedStyle(element, part).content));
    expect(contents).toEqual(['none', '"✓"']);
  });
});

describe('a comparison as a whole', () => {
  it('is put on the shortlist in one act, keeping the tonnes of what is on it', async () => {
    const { page } = await open('/projects/compare?p=fenland-straw-biochar&p=antrim-willow-biochar', laptop);
    await page.evaluate(() => localStorage.setItem('carma.shortlist', '[{"slug":"antrim-willow-biochar","tonnes":7}]'));
    await page.getByRole('link', { name: 'Add all to shortlist' }).click();
    await page.getByText('2 projects are on your shortlist.').waitFor();
    expect(await page.evaluate(() => JSON.parse(localStorage.getItem('carma.shortlist') ?? ''))).toEqual([
      { slug: 'antrim-willow-biochar', tonnes: 7 },
      { slug: 'fenland-straw-biochar', tonnes: 100 },
    ]);
  });

  it('prints its table, with its day and address, and nothing that cannot be done on paper', async () => {
    const { page } = await open('/projects/compare?p=fenland-straw-biochar&p=antrim-willow-biochar', laptop);
    await page.emulateMedia({ media: 'print' });
    const main = page.locator('main');
    expect(await main.getByText('/projects/compare?p=fenland-straw-biochar&p=antrim-willow-biochar').isVisible()).toBe(true);
    const shown = await main
      .locator('a:not(th a), button, input')
      .evaluateAll((parts) => parts.filter((part) => part.checkVisibility()).length);
    expect(shown).toBe(0);
  });
});

describe('a printed project page', () => {
  it('states the company and the address, and omits what cannot be done on paper', async () => {
    const { page } = await open('/projects/redesdale-edge-native-wood', laptop);
    await page.emulateMedia({ media: 'print' });
    const main = page.locator('main');
    expect(await main.getByText('/projects/redesdale-edge-native-wood').isVisible()).toBe(true);
    expect(await main.getByText('Carma', { exact: true }).isVisible()).toBe(true);
    expect(await main.getByText('Total incl. VAT').isVisible()).toBe(true);
    const shown = await main
      .locator('a:not([rel~="noopener"]), button, input')
      .evaluateAll((parts) => parts.filter((part) => part.checkVisibility()).length);
    expect(shown).toBe(0);
    const title = main.getByRole('heading', { name: 'Where it is' });
    expect(await title.evaluate((element) => getComputedStyle(element).color)).toBe('rgb(21, 33, 27)');
  });
});
