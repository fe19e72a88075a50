import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { dayTexts } from '#shared/schemas/typed.ts';
import { hold, hydrated, laptop, slowDown, testBrowser } from '#tests/support/browser.ts';
import { type ProjectOnSale, pounds, projectsOnSale, withVat } from '#tests/support/buyer.ts';
import { sharedSite } from '#tests/support/own-site.ts';

const { open } = testBrowser();
const { sql, url } = sharedSite();
const [first, second] = await projectsOnSale(sql);

const total = (...lines: [ProjectOnSale, number][]) => pounds(withVat(lines.reduce((sum, [{ pence }, tonnes]) => sum + pence * tonnes, 0)));

type Row = {
  form: string;
  address: string;
  /** The name of the field, and what is typed into it. */
  field: string;
  typed: string;
  /** What the page shows, as the quote in the end does, and parts of where it leads, before anything is pressed. */
  shows?: string[];
  leads?: string[];
  /** Goes to the form that is sent, if it is another. */
  next?: (page: Page) => Promise<void>;
  /** What sends the form, which then has a reference; without one nothing is sent. */
  button?: string;
  /** Other fields that this form asks for. */
  others?: Record<string, string>;
  /** The tonnes that are stored, in all. */
  stored?: number;
};

const quote = 'Request a Quote';
/** Both projects; the tonnes of the first are added where it is used. */
const both = `p=${second.slug}:5&p=${first.slug}`;
const rows: Row[] = [
  {
    ...{ form: 'a project’s page', address: `/projects/${first.slug}`, field: 'tonnes', typed: '321', stored: 321 },
    ...{ shows: [total([first, 321])], button: quote },
    next: (page) => page.getByRole('button', { name: 'Purchase' }).click(),
  },
  {
    ...{ form: 'a purchase', address: `/contact?project=${first.slug}&tonnes=5`, field: `t.${first.slug}`, typed: '322', stored: 322 },
    ...{ shows: [total([first, 322])], leads: ['tonnes=322'], button: quote },
  },
  {
    ...{ form: 'the shortlist', address: `/shortlist?${both}:100`, field: `t.${first.slug}`, typed: '323', stored: 328 },
    ...{ shows: [total([first, 323], [second, 5])], button: quote },
    // The file, what is copied, and an address of the same list with another project.
    leads: [`shortlist.xlsx?${both}:323`, `/shortlist?${both}:323&on=`, ':323&p='],
  },
  {
    // How a mix is added: shortlist.test.ts.
    ...{ form: 'the finder of mixes', address: '/portfolio?tonnes=100', field: 'tonnes', typed: '640' },
    ...{ shows: ['640 t'], leads: ['/contact?need=tonnes%3D640'] },
  },
  {
    ...{ form: 'a comparison', address: `/projects/compare?${both}:100`, field: `t.${first.slug}`, typed: '326' },
    ...{ shows: [total([first, 326], [second, 5])] },
    leads: [`compare.csv?${both}:326`, `add=${first.slug}:326`, `/shortlist?${both}:326`],
  },
  {
    ...{ form: 'a question about a project', address: `/contact?project=${first.slug}&ask=boundary`, field: 'tonnes', typed: '324' },
    ...{ button: 'Send Message', stored: 324 },
  },
  {
    ...{ form: 'the enterprise form', address: '/enterprise/contact', field: 'volume', typed: '12345', stored: 12_345 },
    ...{ button: 'Send to Enterprise Team', others: { organisation: 'Engines Ltd', sector: 'Manufacturing', message: 'A year’s tonnes.' } },
  },
  { form: 'the filters', address: '/projects', field: 'max', typed: '9.50', leads: ['/projects.csv?max=9.5'] },
];

it.each(rows)('a number typed into $form is the one that the page follows at once, and that is sent', async (row) => {
  const { address, typed, shows = [], leads = [], next, button, others = {}, stored } = row;
  const { page } = await open(address, laptop);
  await hydrated(page);
  // `hydrated` waits for React alone, and lists follow by another script.
  await page.waitForLoadState('networkidle');
  const field = page.locator(`[name="${row.field}"]`);
  await field.evaluate((element) => element.closest('details')?.toggleAttribute('open', true));
  await field.fill(typed);
  const main = page.locator('main');
  const shown = async () => (await main.innerText()).replaceAll('\u00a0', ' ');
  const showsAll = async () => {
    for (const text of shows) await expect.poll(shown).toContain(text);
  };
  await showsAll();
  const ways = () =>
    main
      .locator('a[href], [data-copy]')
      .evaluateAll((parts) => parts.map((part) => part.getAttribute('href') ?? part.getAttribute('data-copy')).join('\n'));
  for (const part of leads) await expect.poll(ways).toContain(part);
  await next?.(page);
  if (button) {
    const email = `${typed}@typed.example`;
    for (const [name, value] of Object.entries({ name: 'Ada Lovelace', email, ...others })) {
      const asked = main.locator(`form[method=post] [name="${name}"]`);
      await (name === 'sector' ? asked.selectOption(value) : asked.fill(value));
    }
    await main.getByRole('button', { name: button }).last().click();
    const reference = page.getByText(/Q-[0-9A-F]{8}/);
    await reference.first().waitFor();
    const [sent] = await sql<{ tonnes: number }[]>`
      select coalesce(sum(lines.tonnes), max(messages.tonnes), max(volume_tco2e_a_year))::int as tonnes
      from messages
      left join message_lines as lines on message_id = messages.id
      where email = ${email}
    `;
    expect(sent?.tonnes).toBe(stored);
  }
  if (button !== quote) return;
  await page.getByRole('link', { name: 'Open your quote’s page' }).click();
  await page.waitForURL(/\/quotes\/Q-/);
  await showsAll();
});

it('tonnes typed on a project’s page are there again on the way back, with their price, and after a reload, even if they cannot be read', async () => {
  const { page } = await open(`/projects/${first.slug}`, laptop);
  await hydrated(page);
  const field = page.locator('[name="tonnes"]');
  await field.fill('60');
  await expect.poll(() => page.url()).toContain('tonnes=60');
  await page.getByRole('link', { name: 'Projects' }).first().click();
  await page.waitForURL(({ pathname }) => pathname === '/projects');
  await page.goBack();
  await expect.poll(() => field.inputValue()).toBe('60');
  await expect.poll(async () => (await page.locator('main').innerText()).replaceAll('\u00a0', ' ')).toContain(total([first, 60]));
  await field.fill('12x');
  await expect.poll(() => page.url()).toContain('tonnes=12x');
  await page.reload();
  expect([await field.inputValue(), await field.getAttribute('aria-invalid')]).toEqual(['12x', 'true']);
});

/** Forms that search as one types; what is typed into each field; where the button leads; and how long (ms) answers take. */
const searching = [
  ['/portfolio', { tonnes: '1200', budget: '40000' }, '/portfolio?tonnes=1200&budget=40000', 400],
  ['/portfolio?tonnes=500&budget=20000', { tonnes: '1200', budget: '40000' }, '/portfolio?tonnes=1200&budget=40000', 0],
  ['/projects', { q: 'wood', min: '10', max: '30.50' }, '/projects?q=wood&min=10&max=30.50', 0],
  // An answer would write the first price otherwise.
  ['/projects?min=1&max=90', { min: '£10.5', max: '30.50' }, '/projects?min=%C2%A310.5&max=30.50', 400],
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
});

it.each([
  [{ q: ' wood ' }, '“wood”'],
  [{ min: '£50.0', max: '90' }, 'From £50.00'],
])('a link removes a filter that the page writes otherwise than it was typed: %o', async (typed, filter) => {
  const { page } = await open('/projects', laptop);
  await page.waitForSelector('html[data-catalogue]');
  for (const [name, text] of Object.entries(typed)) await page.locator(`#catalogue [name="${name}"]`).fill(text);
  await page.keyboard.press('Enter');
  const link = page.getByRole('link', { name: `Remove ${filter}` });
  await link.click();
  await link.waitFor({ state: 'detached' });
  await page.waitForLoadState('networkidle');
  expect(await link.count()).toBe(0);
  expect(new URL(page.url()).search).toBe(filter.startsWith('From') ? '?max=90' : '');
});

it.each([
  ['that are off', 'the shortlist', `/shortlist?${both}:100`, [second]],
  ['that never come', 'a purchase', `/contact?project=${first.slug}&tonnes=100`, []],
])('with scripts %s, tonnes typed into %s are answered with their total first, and sent with it', async (scripts, _, address, others) => {
  const javaScriptEnabled = scripts === 'that never come';
  // First an address without scripts, so that the page's own are aborted from its first load on.
  const { page } = await open('/livez', { ...laptop, javaScriptEnabled, allowProblems: true });
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.goto(address);
  const costs = total([first, 325], ...others.map((other): [ProjectOnSale, number] => [other, 5]));
  await page.locator(`[name="t.${first.slug}"]`).fill('325');
  const email = javaScriptEnabled ? 'late@scripts.example' : 'off@scripts.example';
  for (const [name, value] of Object.entries({ name: 'Ada Lovelace', email, message: 'By April.' }))
    await page.locator(`main form[method=post] [name="${name}"]`).fill(value);
  await page.getByRole('button', { name: 'Request a Quote' }).click();
  await page.getByText('You changed the tonnes, so nothing has been sent yet.').waitFor();
  await page.locator('main').getByText(costs).first().waitFor();
  expect(await sql`select from messages where email = ${email}`).toEqual([]);
  expect(await page.locator('main form[method=post] [name="message"]').inputValue()).toBe('By April.');
  await page.getByRole('button', { name: 'Request a Quote' }).click();
  await page.waitForURL(/\/quotes\/Q-/);
  await page.locator('main').getByText(costs).first().waitFor();
});

it.each([
  ['/portfolio?tonnes=100', 'Find mixes'],
  ['/shortlist', 'Request a Quote'],
])('a day that is half typed on %s is refused at the day, and is not left out', async (place, button) => {
  const { page } = await open(place === '/shortlist' ? `/shortlist?p=${first.slug}:7` : place, laptop);
  await page.waitForLoadState('networkidle');
  await page.locator('[name="deliverBy"]').pressSequentially('0228');
  await page.getByRole('button', { name: button }).click();
  await page.getByText(dayTexts.wrong, { exact: true }).first().waitFor();
  expect(await page.locator('[name="deliverBy"]').getAttribute('aria-invalid')).toBe('true');
  await page.locator('[name="deliverBy"]').pressSequentially('2099');
  await page.getByText(dayTexts.wrong, { exact: true }).waitFor({ state: 'detached' });
});

it('what is passed on is the number in the field, never a part of what is typed; if that cannot be read, such as 1e2, the number as served', async () => {
  const { page } = await open(`/shortlist?p=${first.slug}:7`, laptop);
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
    await expect.poll(copied).toContain(`?p=${first.slug}:${tonnes}&on=`);
    // The list as it was served is not offered beside another sum.
    expect(await page.locator('[data-copy]').isVisible(), String(typed)).toBe(typed !== '1e2' && typed !== '12.0');
  }
  // It is sent as typed, so nothing says that it is left out.
  const line = await page.getByRole('row').nth(1).innerText();
  expect(line).toContain('can be bought.');
  expect(line).not.toContain('Not included');
});
