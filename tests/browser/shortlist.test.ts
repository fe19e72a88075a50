import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { quote, shortlist } from '#shared/content/shortlist.ts';
import type { ShortlistLine } from '#shared/lib/shortlist.ts';
import { dayIn, dayTexts } from '#shared/schemas/typed.ts';
import { allScripts, hasFocus, hold, hydrated, laptop, testBrowser } from '#tests/support/browser.ts';
import { type ProjectOnSale, pounds, projectsOnSale, quotedLines, withVat } from '#tests/support/buyer.ts';
import { focusedSummary } from '#tests/support/error-summary.ts';
import { layoutShift } from '#tests/support/layout-shift.ts';
import { sharedSite } from '#tests/support/own-site.ts';

const { open } = testBrowser();
/** The full Chromium, which takes seconds to start. */
const { open: openWithCache } = testBrowser({ backForwardCache: true });
const { sql } = sharedSite();
const [first, second] = await projectsOnSale(sql);

/** Expects what the browser keeps in the end. Asked again if the page is left for another at that moment. */
const stored = (page: Page) => expect.poll(() => page.evaluate(() => localStorage.getItem('carma.shortlist')));
const written = (...lines: ShortlistLine[]) => JSON.stringify(lines);
const linesInAddress = (page: Page) => new URL(page.url()).searchParams.getAll('p');
const countInHeader = (page: Page, number: number) =>
  page.getByRole('banner').getByRole('link', { name: number ? `Shortlist (${number})` : 'Shortlist', exact: true });
const add = (page: Page, { title }: ProjectOnSale) => page.getByRole('link', { name: `Shortlist ${title}` }).click();
const catalogue = '/projects?q=biochar';
/** Opens a shortlist with 100 t of each project. It is the visitor's own, because there is no other. */
const openOwn = async (...projects: ProjectOnSale[]) => {
  const { page } = await open(`/shortlist?${projects.map(({ slug }) => `p=${slug}:100`).join('&')}`, laptop);
  await countInHeader(page, projects.length).waitFor();
  return page;
};

it('the shortlist in a browser is counted in the header of every page and tab, without React and without layout shift', async () => {
  const { page } = await open(catalogue, laptop);
  const other = await page.context().newPage();
  await other.goto('/about');
  await add(page, first);
  await countInHeader(page, 1).waitFor();
  await countInHeader(other, 1).waitFor();
  await other.reload();
  await countInHeader(other, 1).waitFor();
  expect(await other.evaluate(() => Object.keys(document).filter((key) => key.startsWith('__react')))).toEqual([]);
  expect(await layoutShift(other)).toBe(0);
});

it('the shortlist in a browser accepts clicks before any script has loaded, in order, without leaving the page', async () => {
  const { page, release } = await open(catalogue, { ...laptop, holds: allScripts });
  await add(page, first);
  await add(page, second);
  release();
  await countInHeader(page, 2).waitFor();
  expect(page.url()).toContain(catalogue);
  await stored(page).toBe(written({ slug: first.slug, tonnes: 100 }, { slug: second.slug, tonnes: 100 }));
});

it('the note that a project is on the shortlist stays for 6 s, and longer while it has the focus', async () => {
  const { page } = await open('about:blank', laptop);
  await page.clock.install();
  await page.goto(catalogue);
  await add(page, first);
  const link = page.getByRole('link', { name: 'View shortlist (1)' });
  await link.focus();
  await page.clock.pauseAt(Date.now() + 60_000);
  expect(await link.count()).toBe(1);
  await link.blur();
  await page.clock.runFor(5_900);
  expect(await link.count()).toBe(1);
  await page.clock.runFor(200);
  expect(await link.count()).toBe(0);
});

it('a link that adds to the shortlist says whether its project is on it, takes it off again with its tonnes kept, and moves nothing', async () => {
  const { page } = await open('/projects?type=Biochar', laptop);
  const link = page.locator('a[data-shortlist-add]:not([data-shortlist-add=""])').first();
  // Measured from the top of the page, because a click may scroll the link from behind a bar.
  const place = () =>
    link.evaluate((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return { x, y: y + scrollY, width, height };
    });
  // Once its scripts have run, /projects has no button to apply filters, which would move what is below it.
  await page.locator('html[data-catalogue]').waitFor();
  const before = await place();
  const title = await link.getAttribute('data-shortlist-add');
  await page.getByRole('link', { name: `Shortlist ${title}`, exact: true }).waitFor();
  await link.click();
  await page.getByRole('link', { name: `Shortlisted ✓ Remove ${title}` }).waitFor();
  await expect.poll(place).toEqual(before);
  await page.evaluate(() => localStorage.setItem('carma.shortlist', (localStorage.getItem('carma.shortlist') ?? '').replace('100', '7')));
  await link.click();
  await page.getByText(`${title} is no longer on your shortlist.`).waitFor();
  await stored(page).toBe('[]');
  await countInHeader(page, 0).waitFor();
  await link.click();
  await page.getByText(`${title} is on your shortlist.`).waitFor();
  await stored(page).toContain('"tonnes":7');
  await expect.poll(place).toEqual(before);
});

it('the shortlist in a browser is added to by the link itself if the code does not load within 8 s of the click', async () => {
  const { page } = await open('about:blank', laptop);
  await page.clock.install();
  const release = await hold(page, /assets\/deferred/);
  await page.goto(catalogue, { waitUntil: 'domcontentloaded' });
  await page.clock.pauseAt(Date.now() + 60_000);
  await add(page, first);
  await page.clock.fastForward(7_900);
  expect(page.url()).toContain(catalogue);
  await page.clock.fastForward(200);
  await page.waitForURL(`**/shortlist?p=${first.slug}:100`);
  release();
  await countInHeader(page, 1).waitFor();
});

it('the shortlist in a browser is kept in the address if storage is forbidden', async () => {
  const { page } = await open('about:blank', laptop);
  await page.addInitScript(() => {
    const get = () => {
      throw new DOMException('no', 'SecurityError');
    };
    for (const storage of ['localStorage', 'sessionStorage']) Object.defineProperty(window, storage, { get });
  });
  await page.goto(catalogue);
  await add(page, first);
  await page.waitForURL(`**/shortlist?p=${first.slug}:100`);
  await page.goto(`/projects/${second.slug}`);
  await page.getByRole('button', { name: 'Add to shortlist' }).click();
  await page.waitForURL(`**/shortlist?p=${second.slug}:100`);
  await page.getByRole('textbox', { name: `Tonnes of ${second.title}` }).fill('7');
  await page.waitForURL(`**/shortlist?p=${second.slug}:7`);
});

it('the shortlist in a browser restores what was removed, and keeps the fields of a quote request through every change of the list', async () => {
  const page = await openOwn(first, second);
  const message = page.getByRole('textbox', { name: 'Message' });
  await message.fill('By April, please.');
  await page.getByRole('link', { name: `Remove ${first.title}` }).click();
  const notice = page.getByText(`Removed: ${first.title}.`);
  await notice.waitFor();
  await expect.poll(() => hasFocus(notice)).toBe(true);
  await countInHeader(page, 1).waitFor();
  await page.getByRole('link', { name: 'Undo' }).click();
  await countInHeader(page, 2).waitFor();
  await page.getByRole('link', { name: 'Clear the shortlist' }).click();
  await page.getByRole('heading', { name: 'Your shortlist is empty' }).waitFor();
  await countInHeader(page, 0).waitFor();
  await stored(page).toBe('[]');
  await page.getByRole('link', { name: 'Undo' }).click();
  await countInHeader(page, 2).waitFor();
  await expect.poll(() => message.inputValue()).toBe('By April, please.');
});

it('the shortlist in a browser leaves no cookie with scripts, even after a link was opened in a new tab, and stays empty once emptied', async () => {
  const { page } = await open(catalogue, laptop);
  const link = page.getByRole('link', { name: `Shortlist ${first.title}` });
  const [tab] = await Promise.all([page.context().waitForEvent('page'), link.click({ modifiers: ['Control'] })]);
  await countInHeader(tab, 1).waitFor();
  // What a page's script deletes, the browser forgets a moment later.
  await expect.poll(() => page.context().cookies()).toEqual([]);
  await tab.getByRole('link', { name: `Remove ${first.title}` }).click();
  await tab.getByRole('heading', { name: 'Your shortlist is empty' }).waitFor();
  await countInHeader(tab, 0).waitFor();
  await tab.goto('/shortlist');
  await tab.getByRole('heading', { name: 'Your shortlist is empty' }).waitFor();
  await expect.poll(() => page.context().cookies()).toEqual([]);
});

it('the shortlist in a browser takes a mix and its day without leaving the page of mixes, and asks before a mix with other tonnes or another day joins or replaces it', async () => {
  const { page } = await open('/portfolio?tonnes=100&deliverBy=2199-12-31', laptop);
  const own = async () => {
    const kept: ShortlistLine[] = JSON.parse((await page.evaluate(() => localStorage.getItem('carma.shortlist'))) ?? '[]');
    return kept.map(({ slug, tonnes }) => `${slug}:${tonnes}`);
  };
  const sumOf = (lines: string[]) => lines.reduce((sum, line) => sum + Number(line.split(':')[1]), 0);
  const addAll = page.getByRole('link', { name: /^Add all to shortlist\s?: Lowest price/ });
  // What is typed is followed: nothing is pressed but the link that adds what is shown.
  await page.waitForSelector('html[data-catalogue]');
  await page.getByRole('textbox', { name: 'Tonnes' }).fill('500');
  await page.getByText('The least you can pay for 500\u00a0t').waitFor();
  await page.locator('main a[href^="/contact?need=tonnes%3D500%26"]').first().waitFor();
  await addAll.click();
  await page.getByText('projects are on your shortlist.').waitFor();
  await page.getByRole('link', { name: /^Shortlisted ✓\s?: Lowest price/ }).waitFor();
  expect(page.url()).toMatch(/\/portfolio\?tonnes=500&deliverBy=2199-12-31$/);
  const mine = await own();
  expect(sumOf(mine)).toBe(500);
  for (const [tonnes, day] of [
    [500, '2199-12-30'],
    [800, '2199-12-31'],
  ] as const) {
    await page.goto(`/portfolio?tonnes=${tonnes}&deliverBy=${day}`);
    await addAll.click();
    await page.waitForURL(`**/shortlist?p=**by=${day}`);
    expect(sumOf(linesInAddress(page))).toBe(tonnes);
  }
  const question = page.getByText('You already have another shortlist');
  await question.waitFor();
  const added = linesInAddress(page);
  await page.getByRole('link', { name: 'Keep yours' }).click();
  await question.waitFor({ state: 'hidden' });
  await expect.poll(() => linesInAddress(page)).toEqual(mine);
  await expect.poll(own).toEqual(mine);
  await page.goBack();
  await page.getByRole('link', { name: 'Add these projects to it' }).click();
  await question.waitFor({ state: 'hidden' });
  await expect.poll(own).toEqual(expect.arrayContaining(added));
  await expect.poll(async () => linesInAddress(page).join() === (await own()).join()).toBe(true);
  // A mix is only ever added, also if it is a single project.
  const { page: small } = await open('/portfolio?tonnes=5', laptop);
  const single = small.locator('a[data-shortlist-add]:not([data-shortlist-add=""])').first();
  await single.click();
  await small.getByText('is on your shortlist.').waitFor();
  await single.click();
  await small.getByText('is on your shortlist already.').waitFor();
});

it('the shortlist in a browser grows by “Add to shortlist” on a project’s page, with tonnes that were typed before any script loaded', async () => {
  const page = await openOwn(first);
  const release = await hold(page, allScripts);
  await page.goto(`/projects/${second.slug}`, { waitUntil: 'domcontentloaded' });
  const field = page.getByRole('textbox', { name: 'Tonnes of CO₂e' });
  await field.fill('512');
  const addButton = page.getByRole('button', { name: 'Add to shortlist' });
  await addButton.click();
  release();
  await countInHeader(page, 2).waitFor();
  expect(page.url()).toMatch(/\/projects\//);
  const both = written({ slug: first.slug, tonnes: 100 }, { slug: second.slug, tonnes: 512 });
  await stored(page).toBe(both);
  // What the shortlist has stays.
  await field.fill('7');
  await addButton.click();
  await page.getByText(`${second.title} is on your shortlist already, with 512 t`).waitFor();
  await stored(page).toBe(both);
  await page.getByText('Your shortlist has 512 t of it. Change them there').waitFor();
  // Tonnes that cannot be read put nothing there.
  await page.evaluate(() => localStorage.clear());
  const notAdded = page.getByText('Nothing was added: these tonnes can’t be read.');
  const purchase = page.getByRole('button', { name: 'Purchase' });
  await field.fill('12,5');
  await addButton.click();
  await notAdded.waitFor();
  await purchase.click();
  await notAdded.waitFor({ state: 'hidden' });
  // Nor do more than there are, or a project that a full list has no room for.
  await field.fill('999999');
  for (const button of [addButton, purchase]) {
    await button.click();
    await expect.poll(() => hasFocus(field)).toBe(true);
  }
  expect(await page.evaluate(() => localStorage.getItem('carma.shortlist'))).toBe(null);
  const full = written(...Array.from({ length: 20 }, (_, index) => ({ slug: `project-${index}`, tonnes: 1 })));
  await page.evaluate((text) => localStorage.setItem('carma.shortlist', text), full);
  await field.fill('7');
  await addButton.click();
  await page.getByText('Your shortlist is full').waitFor();
  await stored(page).toBe(full);
});

it('the shortlist in a browser keeps the day by which its credits are needed, in the address to share and for the next visit', async () => {
  const page = await openOwn(first);
  await page.getByLabel(quote.labels.deliverBy).fill('2099-03-31');
  const field = page.getByRole('textbox', { name: shortlist.keep.copy.field });
  await expect.poll(() => field.inputValue()).toMatch(/&by=2099-03-31$/);
  // On paper, where no form says it, the list and its address do.
  await page.emulateMedia({ media: 'print' });
  await page.getByText(/^http.*&by=2099-03-31$/).waitFor();
  await page.getByText('Credits needed by 31 March 2099').waitFor();
  await page.emulateMedia({ media: null });
  const later = await page.context().newPage();
  await later.goto('/shortlist');
  await later.waitForURL(/\?p=[^&]+:100&by=2099-03-31$/);
  const day = later.getByLabel(quote.labels.deliverBy);
  await expect.poll(() => day.inputValue()).toBe('2099-03-31');
  await day.fill('2020-01-01');
  await later.getByText(dayTexts.tooEarly).waitFor();
  expect(await day.getAttribute('aria-invalid')).toBe('true');
  // A day that is cleared stays so after a search, whose form still has the day of the address. An empty list has none.
  await day.fill('');
  await later.getByText(dayTexts.tooEarly).waitFor({ state: 'hidden' });
  await Promise.all([later.waitForEvent('load'), later.getByRole('searchbox').press('Enter')]);
  await expect.poll(() => day.inputValue()).toBe('');
  await day.fill('2099-06-30');
  await later.getByRole('link', { name: `Remove ${first.title}` }).click();
  await expect.poll(() => later.evaluate(() => localStorage.getItem('carma.needed-by'))).toBe(null);
});

it('the shortlist in a browser keeps tonnes typed but not yet totalled when another project is searched for or one removed, and what cannot be read, with its message, when the page is reloaded', async () => {
  const page = await openOwn(first, second);
  const field = page.getByRole('textbox', { name: `Tonnes of ${first.title}` });
  for (const [tonnes, navigate, address] of [
    ['13', () => page.getByRole('searchbox').press('Enter'), /\?p=[^&]+(?::|%3A)13&p=[^&]+(?::|%3A)100&find=/],
    ['1e3', () => page.reload(), /\?p=[^&]+:13&p=[^&]+:100&find=/],
    ['14', () => page.getByRole('link', { name: `Remove ${second.title}` }).click(), /\?p=[^&]+:14&removed=/],
  ] as const) {
    await field.fill(tonnes);
    await page.getByRole('textbox', { name: 'Message' }).focus();
    await navigate();
    await page.waitForURL(address);
    await expect.poll(() => field.inputValue()).toBe(tonnes);
    await page.getByText('Enter whole tonnes, such as 1,200.').waitFor({ state: /^\d+$/.test(tonnes) ? 'hidden' : 'visible' });
    await page.getByRole('link', { name: 'Replace it with this one' }).waitFor({ state: 'hidden' });
  }
});

it('the shortlist in a browser is totalled and sent as typed, and a line that cannot be read says so at its field', async () => {
  // An address that was escaped on its way, with a separator between thousands.
  const { page } = await open(`/shortlist?p=${second.slug}:1,001&amp%3Bamp;p=${first.slug}:100`, { ...laptop, allowProblems: true });
  await expect.poll(() => linesInAddress(page)).toEqual([`${second.slug}:1001`, `${first.slug}:100`]);
  const tonnes = page.locator(`[name="t.${first.slug}"]`);
  await page.getByRole('textbox', { name: 'Name' }).fill('Ada Lovelace');
  await page.getByRole('textbox', { name: 'Email' }).fill('typed@journey.example');
  await tonnes.fill('');
  await page.getByRole('textbox', { name: 'Email' }).press('Enter');
  expect(await focusedSummary(page)).toEqual([`${first.title}: Tonnes must be a whole number from 1 to 1,000,000, such as 1200`]);
  // What has been mended is wrong no longer, and does not come back into the summary while somebody types.
  const summary = page.getByRole('alert').filter({ hasText: first.title });
  await tonnes.fill('33');
  await summary.waitFor({ state: 'detached' });
  await tonnes.fill('0');
  await page.locator(`[name="t.${first.slug}"][aria-invalid]`).waitFor();
  expect(await summary.count()).toBe(0);
  await page.locator('[name=deliverBy]').fill(dayIn(3));
  const near = page.getByText(/^With 3 days left/);
  await near.waitFor();
  await tonnes.fill('33');
  // Works out the totals, and sends nothing.
  await tonnes.press('Enter');
  const total = pounds(withVat(1001 * second.pence + 33 * first.pence));
  await page.getByRole('row', { name: `Total, incl. VAT ${total}` }).waitFor();
  await page.getByRole('status').getByText(`Total, incl. VAT: ${total}`, { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Request a Quote' }).click();
  await page.getByText('Quote requested').first().waitFor();
  expect(await quotedLines(sql, 'typed@journey.example')).toMatchObject([{ tonnes: 1001 }, { tonnes: 33 }]);
  // Thanks are for what was sent: under other tonnes the form is back, and names that quote.
  const asked = page.getByText('You asked for a quote on');
  await tonnes.fill('34');
  await asked.waitFor();
  await page.getByRole('button', { name: 'Request a Quote' }).waitFor();
  expect(await near.count()).toBe(0);
  await tonnes.fill('33');
  // Whoever comes back finds the list as it was sent, and the quote: for 30 days, and only if the address is a quote's.
  const { url } = JSON.parse(await page.evaluate(() => localStorage.getItem('carma.last-quote') ?? ''));
  for (const [address, days, count] of [
    [url, 31, 0],
    [`//elsewhere.example${url}`, 1, 0],
    [url, 29, 1],
  ] as const) {
    const last = JSON.stringify({ url: address, at: Date.now() - days * 86_400_000 });
    await page.evaluate((text) => localStorage.setItem('carma.last-quote', text), last);
    await page.reload();
    expect(await tonnes.inputValue()).toBe('33');
    await hydrated(page);
    await expect.poll(() => asked.count()).toBe(count);
  }
  await asked.getByRole('link', { name: 'Open its page' }).click();
  await page.waitForURL(/\/quotes\/Q-/);
  // A link that takes as many tonnes as there are keeps its number, whatever is typed.
  const { page: tooMany } = await open(`/shortlist?p=${first.slug}:999999`, laptop);
  await countInHeader(tooMany, 1).waitFor();
  await tooMany.getByRole('link', { name: `Take ${first.available.toLocaleString('en-GB')}` }).click();
  await expect.poll(() => linesInAddress(tooMany)).toEqual([`${first.slug}:${first.available}`]);
});

it('the shortlist in a browser keeps what another tab added when it is changed in this one, and shows it', async () => {
  const page = await openOwn(first);
  const other = await page.context().newPage();
  await other.goto(catalogue);
  await add(other, second);
  await countInHeader(page, 2).waitFor();
  await page.getByText('Another tab changed your shortlist.').waitFor();
  await page.getByRole('textbox', { name: first.title }).fill('7');
  await page.waitForURL(`**/shortlist?p=${first.slug}:7`);
  // From the page that does not show what was added.
  await page.getByRole('link', { name: `Remove ${first.title}` }).click();
  await page.getByText(`Removed: ${first.title}.`).waitFor();
  await page.getByRole('textbox', { name: second.title }).waitFor();
  await stored(page).toBe(written({ slug: second.slug, tonnes: 100 }));
});

it("the shortlist in a browser does not change when someone else's is opened, until that is saved instead, which is the visitor's own from then on", async () => {
  // The visitor's own is the one that the address names, because they left its page before a script could store it.
  const { page } = await open(`/shortlist?p=${second.slug}:5&yours=${first.slug}:100`, laptop);
  await stored(page).toBe(written({ slug: first.slug, tonnes: 100 }));
  await page.goto('/shortlist');
  await countInHeader(page, 1).waitFor();
  // Nor does it change by a focused field, by a removal that opens in another tab, or by an edit that led nowhere a minute ago.
  await page.evaluate(() => sessionStorage.setItem('carma.shortlist.edit', JSON.stringify({ at: Date.now() - 60_000, base: [] })));
  await page.getByRole('textbox', { name: 'Tonnes of' }).click();
  await page.getByRole('link', { name: `Remove ${first.title}` }).click({ modifiers: ['ControlOrMeta'] });
  await page.goto(`/shortlist?p=${second.slug}:5&p=${first.slug}:1`);
  const replace = page.getByRole('link', { name: 'Replace it with this one' });
  await replace.waitFor();
  await page.emulateMedia({ media: 'print' });
  await replace.waitFor({ state: 'hidden' });
  await page.emulateMedia({ media: null });
  await stored(page).toBe(written({ slug: first.slug, tonnes: 100 }));
  await replace.click();
  await stored(page).toBe(written({ slug: second.slug, tonnes: 5 }, { slug: first.slug, tonnes: 1 }));
  await page.goto('/shortlist');
  await page.waitForURL(`**/shortlist?p=${second.slug}:5&p=${first.slug}:1`);
  await replace.waitFor({ state: 'hidden' });
});

it('a browser shows a page as it was left, from the back/forward cache, and on the shortlist what was added since', async () => {
  const { page } = await openWithCache(catalogue, laptop);
  await add(page, first);
  await countInHeader(page, 1).click();
  await page.getByRole('table').getByRole('link', { name: first.title, exact: true }).click();
  await page.waitForURL(`**/projects/${first.slug}`);
  // Requests in flight when a visitor leaves keep a page out of the cache.
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => Object.assign(window, { isAsLeft: true }));
  await page.goto(catalogue);
  await add(page, second);
  await countInHeader(page, 2).waitFor();
  await page.goBack({ waitUntil: 'commit' });
  await page.getByRole('heading', { name: first.title, level: 1 }).waitFor();
  await expect.poll(() => page.evaluate(() => 'isAsLeft' in window)).toBe(true);
  await page.goBack({ waitUntil: 'commit' });
  await page.waitForURL(`**/shortlist?p=${first.slug}:100&p=${second.slug}:100`);
  await page.getByRole('link', { name: 'Replace it with this one' }).waitFor({ state: 'hidden' });
});
