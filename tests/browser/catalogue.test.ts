import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { allScripts, hasFocus, hold, laptop, phone, testBrowser } from '#tests/support/browser.ts';
import { coveredFocus } from '#tests/support/covered-focus.ts';

const { open } = testBrowser();

it.each([
  ['1280 px', laptop],
  ['375 px', phone],
])('the catalogue by keyboard shows what has the focus at %s, never under a bar, and compares by Enter', async (_width, size) => {
  // On a busy machine the site turns away some of what the browser prefetches meanwhile.
  const { page } = await open('/projects?view=cards&type=Biochar', { ...size, allowProblems: true });
  if (size === phone) await page.locator('summary', { hasText: 'Filters' }).first().press('Enter');
  const box = page.getByRole('checkbox', { name: /^Compare/ }).first();
  await box.press('Space');
  await expect.poll(() => box.isChecked()).toBe(true);
  const hint = page.locator(`#${await box.getAttribute('aria-describedby')}`);
  // What only screen readers are told is a pixel wide.
  expect((await hint.boundingBox())?.width).toBeGreaterThan(100);
  // From the beginning of the page.
  await page.getByRole('link', { name: 'Skip to content' }).focus();
  expect(await coveredFocus(page)).toEqual([]);
  expect(await hint.textContent()).toContain('Enter');
  await box.press('Enter');
  await page.waitForURL(/\/projects\/compare\?p=/);
});

const chips = (page: Page) => page.getByRole('navigation', { name: 'Filters applied' }).getByRole('link');
const rows = (page: Page) => page.locator('#found tbody tr:has(th)');
const tick = (page: Page, name: RegExp) => page.getByRole('checkbox', { name }).first().press('Space');
const said = (page: Page) => page.evaluate(() => (window as unknown as { said: string[] }).said);

/** Opens the list. `said` then returns all that live regions have announced; a reload would remove `isAsLoaded`. */
async function openList(address: string, size: typeof phone) {
  const { page } = await open(address, { ...size, allowProblems: true });
  await page.locator('html[data-catalogue]').waitFor();
  await page.evaluate(() => {
    const texts: string[] = [];
    const note = (records: MutationRecord[]) => {
      for (const { target, addedNodes } of records) {
        const region = (target instanceof Element ? target : target.parentElement)?.closest('[role="status"], [role="alert"], [aria-live]');
        if (region) texts.push(...[...addedNodes].map(({ textContent }) => textContent ?? ''));
      }
    };
    Object.assign(window, { said: texts, isAsLoaded: true });
    new MutationObserver(note).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  return page;
}

it('what a filter changes is the list alone, in place, at 375 px: the focus stays, the count is announced once, the address follows, and back works', async () => {
  const page = await openList('/projects?page=2', phone);
  const secondPage = await page.title();
  const type = page.getByRole('checkbox', { name: /^Biochar/ }).first();
  await page.locator('summary', { hasText: 'Project type' }).press('Enter');
  const counts = await page.locator('#catalogue [data-count]').allTextContents();
  await type.press('Space');
  await page.waitForURL('/projects?type=Biochar');
  await chips(page).first().waitFor();
  const status = await page.locator('#found [role="status"]').textContent();
  expect(status).toMatch(/^Projects 1 to \d+ of \d+\. /);
  await expect.poll(() => said(page)).toEqual([status]);
  await expect.poll(() => hasFocus(type)).toBe(true);
  expect(await page.title()).not.toBe(secondPage);
  await expect.poll(() => rows(page).count()).toBe(Number(/of (\d+)/.exec(status ?? '')?.[1]));
  await expect.poll(() => page.locator('#catalogue [data-count]').allTextContents()).not.toEqual(counts);

  await page.getByLabel('Sort by').selectOption('price');
  await page.waitForURL('/projects?type=Biochar&sort=price');
  await expect.poll(() => said(page)).toEqual([status, status]);

  // By the keyboard, the focus goes to the filter that takes the place of the removed one.
  await page.locator('summary', { hasText: 'Issued or pending' }).press('Enter');
  await tick(page, /^Issued/);
  await chips(page).nth(2).waitFor();
  await page.getByRole('link', { name: 'Remove Biochar' }).press('Enter');
  await page.waitForURL('/projects?units=issued&sort=price');
  await expect.poll(() => hasFocus(chips(page).first())).toBe(true);
  await expect.poll(() => type.isChecked()).toBe(false);
  await expect.poll(() => said(page)).toHaveLength(4);

  await page.goBack();
  await expect.poll(() => type.isChecked()).toBe(true);
  await page.goBack();
  await page.goBack();
  await expect.poll(() => chips(page).allTextContents()).toEqual(['Remove Biochar×', 'Clear all']);
  // The list by price, which this step leaves, has the same filters: the order tells when the step is done.
  await expect.poll(() => page.getByLabel('Sort by').inputValue()).toBe('');
  await page.goBack();
  await expect.poll(() => chips(page).count()).toBe(0);
  await expect.poll(() => page.locator('#catalogue [data-count]').allTextContents()).toEqual(counts);
  expect(await page.evaluate(() => 'isAsLoaded' in window)).toBe(true);
});

it('what a filter changes is announced even if it leaves no project, with ways back in place', async () => {
  const page = await openList('/projects?type=Biochar&status=On+sale', laptop);
  const further = page.locator('#catalogue [data-more]');
  await expect.poll(() => further.textContent()).toBe('More filters (1)');
  await page.getByRole('link', { name: 'Remove On sale' }).press('Enter');
  await expect.poll(() => further.textContent()).toBe('More filters');
  await expect.poll(() => said(page)).toHaveLength(1);
  await page.getByRole('searchbox').fill('saltmarsh');
  await page.keyboard.press('Enter');
  await page.waitForURL('/projects?q=saltmarsh&type=Biochar');
  await expect.poll(() => said(page)).toEqual([expect.any(String), 'No project matches all of this.']);
  await expect.poll(() => rows(page).count()).toBe(0);
  await page.getByRole('link', { name: /^Without Project type: \d+ project/ }).press('Enter');
  await page.waitForURL('/projects?q=saltmarsh');
  await expect.poll(() => hasFocus(page.locator('#found'))).toBe(true);
  await expect.poll(() => rows(page).count()).toBeGreaterThan(0);
  expect(await page.evaluate(() => 'isAsLoaded' in window)).toBe(true);
});

it('what a filter changes is announced once, for the last of several filters that change faster than the lists arrive', async () => {
  const page = await openList('/projects', laptop);
  const release = await hold(page, /\/projects\?type=Biochar$/);
  await tick(page, /^Biochar/);
  await page.locator('#found[aria-busy]').waitFor();
  await tick(page, /^UK tree planting/);
  await page.waitForURL('/projects?type=UK+tree+planting&type=Biochar');
  release();
  await expect.poll(() => chips(page).count()).toBe(3);
  await expect.poll(() => said(page)).toHaveLength(1);
});

it.each(['has no list', 'does not come in time'])('what a filter changes is the whole page, if the answer %s', async (problem) => {
  const page = await openList('/projects', laptop);
  const isLate = problem !== 'has no list';
  if (isLate) await page.evaluate(() => Object.assign(AbortSignal, { timeout: () => AbortSignal.abort() }));
  // The back/forward cache may show the page that is left, which then waits for nothing.
  await page.evaluate(() => {
    const isBusy = () => document.querySelector('#found')?.hasAttribute('aria-busy');
    addEventListener('pagehide', () => sessionStorage.setItem('busy', String(isBusy())));
  });
  await page.route(/\/projects\?type=Biochar$/, async (route) => {
    if (isLate && !route.request().isNavigationRequest()) return;
    await route.fulfill({ status: 503, contentType: 'text/html', body: '<h1>Busy</h1>' });
  });
  await tick(page, /^Biochar/);
  await page.getByRole('heading', { name: 'Busy' }).waitFor();
  expect(await page.evaluate(() => sessionStorage.getItem('busy'))).toBe('false');
});

it('the map of a list that a filter changes has its tooltips, and none of the browser, even if it had no marks before', async () => {
  const page = await openList('/projects?view=map&q=zzzzzz&type=Biochar', laptop);
  await chips(page).first().press('Enter');
  const mark = page.locator('#found [data-tip]:visible').first();
  await mark.hover();
  await page.getByRole('tooltip').waitFor();
  expect(await page.locator('[data-tip] > title').count()).toBe(0);
  await tick(page, /^UK tree planting/);
  await chips(page).nth(2).waitFor();
  await expect.poll(() => page.locator('[data-tip] > title').count()).toBe(0);
  expect(await page.locator('#found [data-tip]').count()).toBeGreaterThan(0);
});

it.each(['1200&budget=40000', '20000&units=issued'])('the bills of mixes for tonnes=%s fit a window of 320 px', async (need) => {
  const { page } = await open(`/portfolio?tonnes=${need}`, { viewport: { width: 320, height: 640 } });
  const bills = page.locator('[aria-labelledby^="mix-"] div:has(> table)');
  expect(await bills.evaluateAll((all) => all.map(({ clientWidth, scrollWidth }) => scrollWidth - clientWidth))).toEqual([0, 0]);
});

it('a comparison of four on a tablet fits, keeps the names of its projects in view, has no prose folded, and needs no script', async () => {
  const four = ['fenland-straw-biochar', 'antrim-willow-biochar', 'osage-orphan-wells', 'swaledale-hay-meadows'];
  const tablet = { viewport: { width: 768, height: 812 }, javaScriptEnabled: false };
  const { page } = await open(`/projects/compare?p=${four.join('&p=')}`, tablet);
  expect(await page.getByRole('table').evaluate(({ clientWidth, scrollWidth }) => scrollWidth - clientWidth)).toBe(0);
  await page.getByText('measured with a flow chamber').waitFor();
  await page.mouse.move(200, 400);
  await page.mouse.wheel(0, 900);
  const isInView = (name: string) =>
    page.getByRole('columnheader', { name }).evaluate((cell) => {
      const { left, bottom } = cell.getBoundingClientRect();
      return cell.contains(document.elementFromPoint(left + 4, bottom - 8));
    });
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(800);
  await expect.poll(() => isInView('Osage Orphan Wells')).toBe(true);
});

it('ticks for a comparison survive the next page of the list, and are counted: a fifth, ticked before the script has loaded, is refused', async () => {
  const { page, release } = await open('/projects', { ...laptop, holds: allScripts });
  const boxes = page.getByRole('checkbox', { name: /^Compare/ });
  for (const index of [0, 1, 2, 3, 4]) await boxes.nth(index).check();
  release();
  await page.getByText('Four are ticked already. Untick one first.').waitFor();
  await boxes.nth(3).uncheck();
  await page.getByText('3 of 4 ticked').waitFor();
  const ticked = await boxes.nth(0).getAttribute('value');
  await page.goto('/projects?page=2');
  await page.getByText('3 of 4 ticked').waitFor();
  await boxes.nth(0).check();
  await page.getByRole('button', { name: 'Compare the ticked projects' }).click();
  await page.waitForURL(/compare\?/);
  const asked = new URL(page.url()).searchParams.getAll('p');
  expect([asked.length, asked.includes(ticked ?? '')]).toEqual([4, true]);
});

it('ticks for a comparison are counted and refused while the browser stores nothing, too, and the focus outlives “Untick all”', async () => {
  // First an address without scripts, so that the page meets a browser that stores nothing.
  const { page } = await open('/livez', laptop);
  await page.addInitScript(() =>
    Object.defineProperty(window, 'sessionStorage', {
      get: () => {
        if (!('isOn' in window)) throw new Error('off');
        return localStorage;
      },
    }),
  );
  await page.goto('/projects');
  await page.waitForSelector('html[data-catalogue]');
  const boxes = page.getByRole('checkbox', { name: /^Compare/ });
  for (const index of [0, 1, 2, 3]) await boxes.nth(index).check();
  await boxes.nth(4).click();
  await page.getByText('Four are ticked already. Untick one first.').waitFor();
  await expect.poll(() => boxes.nth(4).isChecked()).toBe(false);
  await page.getByRole('button', { name: 'Untick all' }).press('Enter');
  await expect.poll(() => boxes.nth(0).isChecked()).toBe(false);
  await page.locator(':focus', { hasText: 'Compare the ticked projects' }).waitFor();
  await page.evaluate(() => Object.assign(window, { isOn: true }));
  for (const index of [0, 1]) await boxes.nth(index).check();
  await page.getByText('2 of 4 ticked').waitFor();
});

it('a need with a wrong number says so at its field, and that the mixes are of the one before; on the way back the field has the earlier number', async () => {
  const { page } = await open('/portfolio?tonnes=100', laptop);
  await page.waitForSelector('html[data-catalogue]');
  const field = page.getByRole('textbox', { name: 'Tonnes' });
  const earlier = page.locator('#found p', { hasText: 'Still the answer to what you asked before' }).last();
  await field.fill('12,5');
  await earlier.waitFor();
  const error = () => field.evaluate((input) => document.getElementById(input.getAttribute('aria-describedby') ?? '')?.innerText);
  await expect.poll(error).toBe('Tonnes must be a whole number from 1 to 1,000,000, such as 1200');
  await expect.poll(() => page.locator('#found [role="status"]').textContent()).toContain('whole number');
  // A link within the page asks for nothing, and so leaves what was typed.
  await page.getByRole('link', { name: 'Skip to content' }).press('Enter');
  await page.waitForURL(/#/);
  expect([await page.locator('#found').getAttribute('aria-busy'), await field.inputValue()]).toEqual([null, '12,5']);
  await field.fill('800');
  await page.waitForURL(/tonnes=800/);
  await earlier.waitFor({ state: 'hidden' });
  await expect.poll(async () => [await field.getAttribute('aria-invalid'), await error()]).toEqual([null, undefined]);
  await page.goBack();
  await expect.poll(() => field.inputValue()).toBe('100');
});

it('what was wrong in the address is so until it is mended, in the summary and at a group of choices, too', async () => {
  const { page } = await open('/portfolio?tonnes=0&label=Unheard', laptop);
  await page.waitForSelector('html[data-catalogue]');
  const error = page.locator('#need-label-error');
  const wrong = () => page.locator('[role="alert"] a').evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  await expect.poll(wrong).toEqual(['#need-tonnes', '#need-label']);
  await page.getByRole('textbox', { name: 'Tonnes' }).fill('200');
  await expect.poll(wrong).toEqual(['#need-label']);
  await expect.poll(() => page.locator('#found [role="status"]').textContent()).toContain(await error.textContent());
  await page.getByRole('checkbox', { name: 'Unheard' }).press('Space');
  await error.waitFor({ state: 'detached' });
  await expect.poll(wrong).toEqual([]);
  expect(await page.locator('#need-label').getAttribute('aria-describedby')).toBeNull();
});

it('a comparison as a whole is put on the shortlist in one act, keeping the tonnes of what is on it', async () => {
  const { page } = await open('/projects/compare?p=fenland-straw-biochar&p=antrim-willow-biochar', laptop);
  await page.evaluate(() => localStorage.setItem('carma.shortlist', '[{"slug":"antrim-willow-biochar","tonnes":7}]'));
  // Pressed while the script is on its way.
  const release = await hold(page, /\/assets\/shortlist-/);
  await Promise.all([page.waitForRequest(/\/assets\/shortlist-/), page.reload()]);
  await page.getByRole('link', { name: 'Add all to shortlist' }).click();
  release();
  await page.getByText('2 projects are on your shortlist.').waitFor();
  const stored = () => page.evaluate(() => localStorage.getItem('carma.shortlist'));
  await expect.poll(stored).toBe('[{"slug":"antrim-willow-biochar","tonnes":7},{"slug":"fenland-straw-biochar","tonnes":100}]');
  await page.locator('main a[data-shortlist-add]').filter({ visible: true }).first().click();
  await page.getByText('2 projects are on your shortlist already.').waitFor();
});

it('on paper a project states the company and the address, a list is its table, what cannot be done there is left out, and light text is ink', async () => {
  const { page } = await open('/projects/redesdale-edge-native-wood', laptop);
  await page.emulateMedia({ media: 'print' });
  const main = page.locator('main');
  const shown = (selector: string) => main.locator(selector).evaluateAll((parts) => parts.filter((part) => part.checkVisibility()).length);
  const colourOf = (element: Element) => getComputedStyle(element).color;
  for (const words of ['/projects/redesdale-edge-native-wood', /^Carma$/, 'Total, incl. VAT']) await main.getByText(words).waitFor();
  expect(await shown('a:not([rel~="noopener"]), button, input')).toBe(0);
  expect(await main.getByRole('heading', { name: 'Where it is' }).evaluate(colourOf)).toBe('rgb(21, 33, 27)');
  await page.goto('/projects?view=table');
  await main.getByRole('table').waitFor();
  expect([await shown('table'), await shown('form, nav')]).toEqual([1, 0]);
  await page.goto('/portfolio');
  await main.getByRole('heading', { name: 'Lowest price' }).waitFor();
  expect(await shown('form, nav, a[href^="/portfolio"]')).toBe(0);
  // Columns keep their headings.
  const firstRow = main.locator('tbody > tr').first();
  expect(await firstRow.evaluate((row) => getComputedStyle(row).breakBefore)).toBe('avoid');
  await page.goto('/geospatial');
  expect(await page.locator('h1').evaluate(colourOf)).toBe('rgb(21, 33, 27)');
});
