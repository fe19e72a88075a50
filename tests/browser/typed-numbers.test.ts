import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { dayTexts } from '#shared/schemas/typed.ts';
import { hold, hydrated, laptop, slowDown, testBrowser } from '#tests/support/browser.ts';
import { type ProjectOnSale, pounds, projectsOnSale, quotedLines, withVat } from '#tests/support/buyer.ts';
import { sharedSite } from '#tests/support/own-site.ts';

const { open } = testBrowser();
const { sql, url } = sharedSite();
const [first, second] = await projectsOnSale(sql);

const total = (...lines: [ProjectOnSale, number][]) => pounds(withVat(lines.reduce((sum, [{ pence }, tonnes]) => sum + pence * tonnes, 0)));

/** Both projects; the tonnes of the first are added where it is used. */
const both = `p=${second.slug}:5&p=${first.slug}`;

/** Expects that the page says so, and where it leads then or what it copies, in parts. */
async function follows(page: Page, text: string, ...leads: string[]): Promise<void> {
  const main = page.locator('main');
  await expect.poll(async () => (await main.innerText()).replaceAll('\u00a0', ' ')).toContain(text);
  const ways = () =>
    main
      .locator('a[href], [data-copy]')
      .evaluateAll((parts) => parts.map((part) => part.getAttribute('href') ?? part.getAttribute('data-copy')).join('\n'));
  for (const part of leads) await expect.poll(ways).toContain(part);
}

/** Sends the form with somebody's name and address, and waits for its reference. */
async function send(page: Page, email: string, button: string): Promise<void> {
  for (const [name, value] of Object.entries({ name: 'Ada Lovelace', email }))
    await page.locator(`main form[method=post] [name="${name}"]`).fill(value);
  await page.locator('main').getByRole('button', { name: button }).last().click();
  await page
    .getByText(/Q-[0-9A-F]{8}/)
    .first()
    .waitFor();
}

it('tonnes typed on a project’s page are priced at once, there again on the way back and after a reload, even if they cannot be read, and go to their purchase, which prices and sends what is typed there', async () => {
  const { page } = await open(`/projects/${first.slug}`, laptop);
  await hydrated(page);
  const field = page.locator('[name="tonnes"]');
  const historyLength = () => page.evaluate(() => history.length);
  const before = await historyLength();
  await field.fill('60');
  await follows(page, total([first, 60]));
  await expect.poll(() => page.url()).toContain('tonnes=60');
  // Otherwise the way back would lead through every number that was typed.
  expect(await historyLength()).toBe(before);
  await page.getByRole('link', { name: 'Projects' }).first().click();
  await page.waitForURL(({ pathname }) => pathname === '/projects');
  await page.goBack();
  await expect.poll(() => field.inputValue()).toBe('60');
  await follows(page, total([first, 60]));
  await field.fill('12x');
  await expect.poll(() => page.url()).toContain('tonnes=12x');
  await page.reload();
  expect([await field.inputValue(), await field.getAttribute('aria-invalid')]).toEqual(['12x', 'true']);
  await hydrated(page);
  await field.fill('321');
  await page.getByRole('button', { name: 'Purchase' }).click();
  await page.waitForURL(/\/contact\?/);
  await follows(page, total([first, 321]), 'tonnes=321');
  await page.locator(`[name="t.${first.slug}"]`).fill('322');
  await follows(page, total([first, 322]), 'tonnes=322');
  await send(page, 'purchase@typed.example', 'Request a Quote');
  expect(await quotedLines(sql, 'purchase@typed.example')).toMatchObject([{ tonnes: 322 }]);
  await page.getByRole('link', { name: 'Open your quote’s page' }).click();
  await page.waitForURL(/\/quotes\/Q-/);
  await follows(page, total([first, 322]));
});

it('tonnes typed into a comparison are the ones that its sum, its file and its links follow at once', async () => {
  const { page } = await open(`/projects/compare?${both}:100`, laptop);
  await page.waitForSelector('html[data-catalogue]');
  await page.locator(`[name="t.${first.slug}"]`).fill('326');
  const leads = [`compare.csv?${both}:326`, `add=${first.slug}:326`, `/shortlist?${both}:326`];
  await follows(page, total([first, 326], [second, 5]), ...leads);
});

it('tonnes typed into a question about a project are sent with it', async () => {
  const { page } = await open(`/contact?project=${first.slug}&ask=boundary`, laptop);
  await page.locator('[name="tonnes"]').fill('324');
  await send(page, 'question@typed.example', 'Send Message');
  expect(await sql`select tonnes from messages where email = 'question@typed.example'`).toEqual([{ tonnes: 324 }]);
});

/** Forms that search as one types; what is typed into each field; where the button leads; and how long (ms) answers take. */
const searching = [
  ['/portfolio', { tonnes: '1200', budget: '40000' }, '/portfolio?tonnes=1200&budget=40000', 400],
  ['/portfolio?tonnes=500&budget=20000', { tonnes: '1200', budget: '40000' }, '/portfolio?tonnes=1200&budget=40000', 0],
  // An answer would write the first price otherwise.
  ['/projects?q=oak&min=1&max=90', { q: 'wood', min: '£10.5', max: '30.50' }, '/projects?q=wood&min=%C2%A310.5&max=30.50', 400],
] as const;

it.each(searching)(
  'a form that searches as one types keeps all that is typed from field to field, and asks for it: %s, %o, %s, with answers that take %d ms',
  async (address, typed, asked, delay) => {
    const { page } = await open(address, laptop);
    await page.waitForSelector('html[data-catalogue]');
    await slowDown(page, /\/(portfolio|projects)(\?|$)/, delay);
    const form = page.locator('#need, #catalogue');
    const names = Object.keys(typed);
    // Selected, so that typing replaces what is there. In the fields that follow, Tab selects it.
    await form.locator(`[name="${names[0]}"]`).selectText();
    for (const [name, text] of Object.entries(typed)) {
      // By the keyboard, as one who is quick: the answers come while the next field is typed into.
      for (let presses = 0; (await page.evaluate(() => document.activeElement?.getAttribute('name'))) !== name; presses += 1) {
        expect(presses).toBeLessThan(30);
        await page.keyboard.press('Tab');
      }
      await page.keyboard.type(text, { delay: 80 });
    }
    await page.waitForTimeout(delay);
    const inFields = () => form.evaluate((element, all) => all.map((name) => new FormData(element as HTMLFormElement).get(name)), names);
    expect(await inFields()).toEqual(Object.values(typed));
    await form.locator('[type=submit]:visible').first().click();
    await expect.poll(() => page.url().replace(url, '').split('#')[0]).toBe(asked);
  },
);

it('what is typed while a list is asked for by a link stays, and is asked for next; a failed answer leaves it, too', async () => {
  const { page } = await open('/projects?type=Biochar', { ...laptop, allowProblems: true });
  await page.waitForSelector('html[data-catalogue]');
  const release = await hold(page, /\/projects$/);
  await page.getByRole('link', { name: 'Remove Biochar' }).click();
  const [search, least] = [page.getByRole('searchbox').first(), page.locator('#catalogue [name="min"]')];
  await search.pressSequentially('wood');
  release();
  await page.getByRole('link', { name: 'Remove Biochar' }).waitFor({ state: 'detached' });
  expect(await search.inputValue()).toBe('wood');
  await expect.poll(() => page.url()).toContain('/projects?q=wood');
  // Typed while the list from £3 is asked for, which then fails.
  await page.route(/min=3$/, async (route) => {
    await least.pressSequentially('0');
    await route.fulfill({ status: 503, contentType: 'text/html', body: '<h1>Busy</h1>' });
  });
  await least.pressSequentially('3');
  await expect.poll(() => page.url()).toContain('/projects?q=wood&min=30');
  expect(await least.inputValue()).toBe('30');
  await follows(page, 'From £30.00', '/projects.csv?q=wood&min=30');
});

it('a link removes a filter that the page writes otherwise than it was typed, such as a search with blanks, or a price', async () => {
  const { page } = await open('/projects', laptop);
  await page.waitForSelector('html[data-catalogue]');
  for (const [typed, removed, filter, left] of [
    [{ q: ' wood ' }, 'q', '“wood”', ''],
    [{ min: '£50.0', max: '90' }, 'min', 'From £50.00', '?max=90'],
  ] as const) {
    for (const [name, text] of Object.entries(typed)) await page.locator(`#catalogue [name="${name}"]`).fill(text);
    await page.keyboard.press('Enter');
    const link = page.getByRole('link', { name: `Remove ${filter}` });
    await link.click();
    await link.waitFor({ state: 'detached' });
    expect(await page.locator(`#catalogue [name="${removed}"]`).inputValue()).toBe('');
    expect(new URL(page.url()).search).toBe(left);
  }
});

it('a day that is half typed into a need is refused at the day, and is not left out', async () => {
  const { page } = await open('/portfolio?tonnes=100', laptop);
  await page.waitForSelector('html[data-catalogue]');
  await halfTyped(page, 'Find mixes');
});

/** Expects that a half typed day is refused at the day, by the button, until it is complete. */
async function halfTyped(page: Page, button: string): Promise<void> {
  const day = page.locator('[name="deliverBy"]');
  await day.pressSequentially('0228');
  await page.getByRole('button', { name: button }).click();
  await page.getByText(dayTexts.wrong, { exact: true }).first().waitFor();
  expect(await day.getAttribute('aria-invalid')).toBe('true');
  await day.fill('2099-02-28');
  await page.getByText(dayTexts.wrong, { exact: true }).waitFor({ state: 'detached' });
}

it('what a shortlist passes on is the number in its field, never a part of what is typed; if that cannot be read, such as 1e2, the number as served; a day that is half typed is refused', async () => {
  const { page } = await open(`/shortlist?${both}:7`, laptop);
  await page.waitForLoadState('networkidle');
  const field = page.locator(`[name="t.${first.slug}"]`);
  const copied = () => page.locator('[data-copy]').getAttribute('data-copy');
  for (const [typed, tonnes] of [
    ['1e2', 7],
    ['12.0', 7],
    ['120', 120],
    // More than there are: it is said, and what is passed on is what stands in the field.
    ['99999', 99_999],
  ]) {
    await field.fill('');
    await field.pressSequentially(String(typed));
    await expect.poll(copied).toContain(`?${both}:${tonnes}&on=`);
    // The list as it was served is not offered beside another sum.
    expect(await page.locator('[data-copy]').isVisible(), String(typed)).toBe(typed !== '1e2' && typed !== '12.0');
  }
  // It is sent as typed, so nothing says that it is left out.
  const line = await page.getByRole('row').nth(2).innerText();
  expect(line).toContain('can be bought.');
  expect(line).not.toContain('Not included');
  await field.fill('323');
  // The file, what is copied, and an address of the same list with another project.
  await follows(page, total([first, 323], [second, 5]), `shortlist.xlsx?${both}:323`, `/shortlist?${both}:323&on=`, ':323&t.');
  await halfTyped(page, 'Request a Quote');
});
