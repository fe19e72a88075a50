import type { Page } from 'playwright';
import { describe, expect, inject, it } from 'vitest';
import { laptop, phone, slowDown, testBrowser } from '#tests/support/browser.ts';
import { coveredFocus } from '#tests/support/covered-focus.ts';

const { open } = testBrowser();

/** Waits until /credits is cached: a page streamed while it is rendered allows its own scripts by nonce. */
async function waitUntilCached(): Promise<void> {
  const policy = () => fetch(new URL('/credits', inject('siteUrl'))).then(({ headers }) => headers.get('content-security-policy'));
  await expect.poll(policy, { timeout: 20_000 }).not.toContain('nonce');
}

describe('the live lists', () => {
  /** Opens a page in a large window, and looks for its cards between its content and its footer. */
  async function openInPlace(page: Page, path: string): Promise<void> {
    await page.setViewportSize(laptop.viewport);
    await page.goto(path);
    const first = page.getByRole('article').first();
    await first.waitFor();
    expect(await page.getByText(/Loading (carbon )?projects/).isVisible(), path).toBe(false);
    const footer = await page.getByRole('contentinfo').boundingBox();
    expect((await first.boundingBox())?.y, path).toBeLessThan(footer?.y ?? 0);
  }

  it("are readable, between the page's content and its footer, with JavaScript", async () => {
    const { page } = await open('/livez', laptop);
    for (const path of ['/', '/credits']) await openInPlace(page, path);
  });

  it('are so without, with the parts of each card one below the other, and do not scroll sideways at 320 px', async () => {
    const { page } = await open('/livez', { ...laptop, javaScriptEnabled: false });
    for (const [path, least] of [
      ['/', 6],
      ['/credits', 26],
      ['/projects?view=cards', 20],
    ] as const) {
      await openInPlace(page, path);
      for (const width of [1280, 320]) {
        await page.setViewportSize({ width, height: 800 });
        const tops = await topsOfCards(page);
        expect(tops.length, path).toBeGreaterThanOrEqual(least);
        for (const card of tops) expect(card, path).toEqual(card.toSorted((a, b) => a - b));
      }
      expect(await pageWidth(page), path).toBeLessThanOrEqual(320);
    }
  });
});

it('neither /contact nor a missing page scrolls sideways at 320 px without JavaScript', async () => {
  // The missing page is reported in the console.
  const { page } = await open('/livez', { viewport: { width: 320, height: 640 }, javaScriptEnabled: false, expectProblems: true });
  for (const path of ['/contact', '/nowhere']) {
    await page.goto(path);
    expect(await pageWidth(page), path).toBeLessThanOrEqual(320);
  }
});

const pageWidth = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth);

/** Returns, for each card, where its visible parts begin. */
const topsOfCards = (page: Page) =>
  page
    .getByRole('article')
    .evaluateAll((cards) =>
      cards.map((card) =>
        [...card.children].filter((part) => part.getClientRects().length > 0).map((part) => part.getBoundingClientRect().top),
      ),
    );

describe('the catalogue by keyboard', () => {
  it.each([
    ['1280 px', laptop],
    ['375 px', phone],
  ])('shows what has the focus at %s, never under a bar, and compares by Enter', async (_width, size) => {
    // On a busy machine the site turns away some of what the browser prefetches meanwhile.
    const { page } = await open('/projects?view=cards&type=Biochar', { ...size, reducedMotion: 'reduce', expectProblems: true });
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

describe('the check for newer figures', () => {
  const button = (page: Page) => page.getByRole('button', { name: 'Check for updates' });
  /** Waits for the result of a check, whichever it is: other tests may change the catalogue meanwhile. Each is in figures.test.ts. */
  const waitForResult = (page: Page) => page.getByText(/these are the current figures|the catalogue has changed/).waitFor();
  const code = /catalogue-watch|rpc-link|\/island-/;

  it.each([
    ['a click', (page: Page) => button(page).click()],
    ['Enter', (page: Page) => button(page).press('Enter')],
  ])('handles %s before its code has loaded', async (_, press) => {
    const { page } = await open('/livez', laptop);
    await waitUntilCached();
    await slowDown(page, code);
    await page.goto('/credits#projects');
    await press(page);
    await waitForResult(page);
    const current = page.locator('[data-island="ready"] button[type="submit"]');
    expect(await current.evaluate((element) => element === document.activeElement)).toBe(true);
  });

  it('keeps the list and the focus while its code loads, at an address with a fragment', async () => {
    const { page } = await open('/livez', laptop);
    await waitUntilCached();
    await slowDown(page, code);
    await page.goto('/credits#projects');
    const shown = await button(page).elementHandle();
    await button(page).focus();
    await page.locator('[data-island="ready"] form').waitFor();
    expect(await shown?.evaluate((element) => element === document.activeElement)).toBe(true);
  });

  it('handles a key press before any script has loaded', async () => {
    const { page } = await open('/livez', laptop);
    await waitUntilCached();
    await slowDown(page, /\.js$/);
    await page.goto('/credits', { waitUntil: 'domcontentloaded' });
    await button(page).press('Space', { noWaitAfter: true });
    await waitForResult(page);
  });

  it('reloads the page at the list without scripts', async () => {
    const { page } = await open('/credits', { ...laptop, javaScriptEnabled: false });
    await button(page).press('Enter', { noWaitAfter: true });
    await page.waitForURL(/\/credits\?#projects$/, { waitUntil: 'commit' });
  });
});

describe('what a filter changes', () => {
  const chips = (page: Page) => page.getByRole('navigation', { name: 'Filters applied' }).getByRole('link');
  const rows = (page: Page) => page.locator('#found tbody tr');
  const isFocused = (element: Element) => element === document.activeElement;
  const said = (page: Page) => page.evaluate(() => (window as unknown as { said: string[] }).said.splice(0));

  /** Opens the list; `said` then returns what live regions have announced since it was called last. */
  async function openList(address: string, size: typeof phone) {
    const { page } = await open(address, { ...size, reducedMotion: 'reduce', expectProblems: true });
    await page.locator('html[data-catalogue]').waitFor();
    await page.evaluate(() => {
      const texts: string[] = [];
      const note = (records: MutationRecord[]) => {
        for (const { target, addedNodes } of records) {
          const region = (target instanceof Element ? target : target.parentElement)?.closest(
            '[role="status"], [role="alert"], [aria-live]',
          );
          if (region) texts.push(...(addedNodes.length > 0 ? [...addedNodes].map(({ textContent }) => textContent ?? '') : []));
        }
      };
      Object.assign(window, { said: texts, isAsLoaded: true });
      new MutationObserver(note).observe(document.body, { subtree: true, childList: true, characterData: true });
    });
    return page;
  }

  it('is the list alone, in place, at 375 px: the focus stays, the count is announced once, the address follows, and back works', async () => {
    const page = await openList('/projects', phone);
    const type = page.getByRole('checkbox', { name: /^Biochar/ }).first();
    await page.locator('summary', { hasText: 'Project type' }).press('Enter');
    const counts = await page.locator('#catalogue [data-count]').allTextContents();
    await type.press('Space');
    await page.waitForURL('/projects?type=Biochar');
    await chips(page).first().waitFor();
    const status = await page.locator('#found [role="status"]').textContent();
    expect(status).toMatch(/^Projects 1 to \d+ of \d+\. /);
    expect(await said(page)).toEqual([status]);
    expect(await type.evaluate(isFocused)).toBe(true);
    expect(await rows(page).count()).toBe(Number(/of (\d+)/.exec(status ?? '')?.[1]));
    expect(await page.locator('#catalogue [data-count]').allTextContents()).not.toEqual(counts);

    await page.getByLabel('Sort by').selectOption('price');
    await page.waitForURL('/projects?type=Biochar&sort=price');
    await expect.poll(() => said(page)).toEqual([status]);

    // By the keyboard, the focus goes to the filter that takes the place of the removed one.
    await page.locator('summary', { hasText: 'Issued or pending' }).press('Enter');
    await page
      .getByRole('checkbox', { name: /^Issued/ })
      .first()
      .press('Space');
    await chips(page).nth(2).waitFor();
    await page.getByRole('link', { name: 'Remove Biochar' }).press('Enter');
    await page.waitForURL('/projects?units=issued&sort=price');
    await expect.poll(() => chips(page).first().evaluate(isFocused)).toBe(true);
    expect(await type.isChecked()).toBe(false);
    expect(await said(page)).toHaveLength(2);

    await page.goBack();
    await expect.poll(() => type.isChecked()).toBe(true);
    await page.goBack();
    await page.goBack();
    await expect.poll(() => chips(page).allTextContents()).toEqual(['Remove Biochar×', 'Clear all']);
    // The list before it has these filters, too.
    await expect.poll(() => page.getByLabel('Sort by').inputValue()).toBe('');
    await page.goBack();
    await expect.poll(() => chips(page).count()).toBe(0);
    expect(await page.locator('#catalogue [data-count]').allTextContents()).toEqual(counts);
    expect(await page.evaluate(() => 'isAsLoaded' in window)).toBe(true);
  });

  it('is said where nothing is left, with ways back in place', async () => {
    const page = await openList('/projects?type=Biochar&status=On+sale', laptop);
    const further = page.locator('#catalogue [data-more]');
    expect(await further.textContent()).toBe('More filters (1)');
    await page.getByRole('link', { name: 'Remove On sale' }).press('Enter');
    await expect.poll(() => further.textContent()).toBe('More filters');
    await expect.poll(() => said(page)).toHaveLength(1);
    await page.getByRole('searchbox').fill('saltmarsh');
    await page.keyboard.press('Enter');
    await page.waitForURL('/projects?q=saltmarsh&type=Biochar');
    await expect.poll(() => said(page)).toEqual(['No project matches all of this.']);
    expect(await rows(page).count()).toBe(0);
    await page.getByRole('link', { name: /^Without Project type: \d+ project/ }).press('Enter');
    await page.waitForURL('/projects?q=saltmarsh');
    await expect.poll(() => page.locator('#found').evaluate(isFocused)).toBe(true);
    expect(await rows(page).count()).toBeGreaterThan(0);
    expect(await page.evaluate(() => 'isAsLoaded' in window)).toBe(true);
  });

  it('is that of the last change, if several follow each other faster than the lists', async () => {
    const page = await openList('/projects', laptop);
    const held = Promise.withResolvers<void>();
    await page.route(/\/projects\?type=Biochar$/, async (route) => {
      await held.promise;
      await route.continue().catch(() => {});
    });
    await page
      .getByRole('checkbox', { name: /^Biochar/ })
      .first()
      .press('Space');
    await page.getByRole('checkbox', { name: /^UK tree planting/ }).press('Space');
    await page.waitForURL('/projects?type=UK+tree+planting&type=Biochar');
    held.resolve();
    await expect.poll(() => chips(page).count()).toBe(3);
    expect(await said(page)).toHaveLength(1);
  });

  it('is the whole page, if the answer has no list', async () => {
    const page = await openList('/projects', laptop);
    await page.route(/\/projects\?type=Biochar$/, (route) =>
      route.fulfill({ status: 503, contentType: 'text/html', body: '<h1>Busy</h1>' }),
    );
    await page
      .getByRole('checkbox', { name: /^Biochar/ })
      .first()
      .press('Space');
    await page.getByRole('heading', { name: 'Busy' }).waitFor();
  });

  it('without scripts is the page of the form, at a clean address, at 1280 px', async () => {
    const { page } = await open('/projects', { ...laptop, javaScriptEnabled: false });
    await page
      .getByRole('checkbox', { name: /^Biochar/ })
      .first()
      .check();
    await page.getByRole('button', { name: 'Show projects' }).click();
    await page.waitForURL('/projects?type=Biochar#found');
    await page.getByLabel('Sort by').selectOption('price');
    await page.getByRole('button', { name: 'Sort', exact: true }).click();
    await page.waitForURL('/projects?type=Biochar&sort=price#found');
    await chips(page).first().click();
    await page.waitForURL('/projects?sort=price#found');
  });
});

describe('a link that adds to the shortlist', () => {
  const state = (page: Page) => page.locator('a[data-shortlist-add]').first();

  it.each([
    ['a row at 1280 px', '/projects?type=Biochar', laptop],
    ['a row at 375 px', '/projects?type=Biochar', phone],
    ['a card at 375 px', '/projects?view=cards&type=Biochar', phone],
    ['a comparison at 375 px', '/projects/compare?p=fenland-straw-biochar&p=antrim-willow-biochar', phone],
  ])('of %s says whether its project is on it, takes it off again with its tonnes kept, and moves nothing', async (_where, path, size) => {
    const { page } = await open(path, size);
    const link = state(page);
    await link.scrollIntoViewIfNeeded();
    const before = await link.boundingBox();
    const title = await link.getAttribute('data-shortlist-add');
    const says = () => link.evaluate((element: HTMLElement) => element.innerText.split('\n')[0]?.trim());
    expect(await says()).toMatch(/^(Shortlist|Add to shortlist)/);
    await link.click();
    await page.getByRole('link', { name: `Shortlisted ✓ Remove ${title}` }).waitFor();
    expect(await link.boundingBox()).toEqual(before);
    await page.evaluate(() => localStorage.setItem('carma.shortlist', (localStorage.getItem('carma.shortlist') ?? '').replace('100', '7')));
    await link.click();
    await page.getByText(`${title} is no longer on your shortlist.`).waitFor();
    expect(await page.evaluate(() => localStorage.getItem('carma.shortlist'))).toBe('[]');
    expect(await page.locator('[data-shortlist-link]').first().getAttribute('data-count')).toBeNull();
    await link.click();
    await page.getByText(`${title} is on your shortlist.`).waitFor();
    expect(await page.evaluate(() => localStorage.getItem('carma.shortlist'))).toContain('"tonnes":7');
    expect(await link.boundingBox()).toEqual(before);
  });

  it('says so in a list that was changed in place', async () => {
    const { page } = await open('/projects?type=Biochar', laptop);
    await page.locator('html[data-catalogue]').waitFor();
    const title = await state(page).getAttribute('data-shortlist-add');
    await state(page).click();
    await page.getByLabel('Sort by').selectOption('name');
    await page.waitForURL(/sort=name/);
    await page.getByRole('link', { name: `Shortlisted ✓ Remove ${title}` }).waitFor();
  });
});

describe('a comparison of four on a phone', () => {
  it('keeps the names of projects and rows in view, shows that there is more to the right, and needs no script', async () => {
    const four = ['fenland-straw-biochar', 'antrim-willow-biochar', 'osage-orphan-wells', 'swaledale-hay-meadows'];
    const { page } = await open(`/projects/compare?p=${four.join('&p=')}`, { ...phone, javaScriptEnabled: false });
    const table = page.getByRole('region', { name: /^Comparison table/ });
    const isInView = (name: string) =>
      page.getByRole(name === 'Place' ? 'rowheader' : 'columnheader', { name }).evaluate((cell) => {
        const { left, top } = cell.getBoundingClientRect();
        return cell.contains(document.elementFromPoint(left + 4, top + 20));
      });
    await table.evaluate((region) => region.scrollIntoView({ behavior: 'instant' }));
    await page.mouse.move(200, 400);
    await page.mouse.wheel(150, 0);
    await expect.poll(() => table.evaluate(({ scrollLeft }) => scrollLeft)).toBeGreaterThan(100);
    await expect.poll(() => isInView('Place')).toBe(true);
    await page.mouse.wheel(0, 400);
    await expect.poll(() => table.evaluate(({ scrollTop }) => scrollTop)).toBeGreaterThan(300);
    await expect.poll(() => isInView('Osage Orphan Wells')).toBe(true);
    // The cover moves with the table, the shadow doesn't.
    expect(await table.evaluate((region) => getComputedStyle(region).backgroundAttachment)).toBe('local, scroll');
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

it('a printed certificate has one title', async () => {
  const { page } = await open('/certificates/CR-000001', laptop);
  await page.emulateMedia({ media: 'print' });
  expect(await page.getByText('Certificate of retirement', { exact: true }).filter({ visible: true }).count()).toBe(1);
});

describe('a printed project page', () => {
  it('states the company and the address, and omits what cannot be done on paper', async () => {
    const { page } = await open('/projects/redesdale-edge-native-wood', laptop);
    await page.emulateMedia({ media: 'print' });
    const main = page.locator('main');
    expect(await main.getByText('/projects/redesdale-edge-native-wood').isVisible()).toBe(true);
    expect(await main.getByText('Carma', { exact: true }).isVisible()).toBe(true);
    expect(await main.getByText('Total, incl. VAT').isVisible()).toBe(true);
    const shown = await main
      .locator('a:not([rel~="noopener"]), button, input')
      .evaluateAll((parts) => parts.filter((part) => part.checkVisibility()).length);
    expect(shown).toBe(0);
    const title = main.getByRole('heading', { name: 'Where it is' });
    expect(await title.evaluate((element) => getComputedStyle(element).color)).toBe('rgb(21, 33, 27)');
  });
});
