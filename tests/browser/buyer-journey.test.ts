import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { connectTo } from '#db/connection.ts';
import { costOf } from '#src/lib/money/basket.ts';
import type { ShortlistLine } from '#src/lib/shortlist/shortlist-address.ts';
import { laptop, phone, slowDown, testBrowser } from '#tests/support/browser.ts';
import { type ProjectOnSale, pounds, projectsOnSale, quoteRequest, tabTo } from '#tests/support/buyer.ts';
import { coveredFocus, nameIfCovered } from '#tests/support/covered-focus.ts';
import { focusedSummary } from '#tests/support/error-summary.ts';
import { layoutShift } from '#tests/support/layout-shift.ts';

const { open } = testBrowser();
const sql = connectTo(inject('siteDatabaseUrl'), { max: 1 });
afterAll(() => sql.end());

let first: ProjectOnSale;
let second: ProjectOnSale;
beforeAll(async () => {
  [first, second] = await projectsOnSale(sql);
});

// The pointer's journey is in firefox/pages.test.ts.
describe.each([
  ['on a laptop', { ...laptop, javaScriptEnabled: true }],
  ['in a narrow window without JavaScript', { ...phone, javaScriptEnabled: false }],
])('a buyer with the keyboard alone, %s,', (_how, options) => {
  it('gets from a search to a quote request', async () => {
    // Without scripts, an invalid form gets a 422 response, which the console reports.
    const { page } = await open('/projects', { ...options, reducedMotion: 'reduce', expectProblems: !options.javaScriptEnabled });
    const press = async (role: 'link' | 'button' | 'checkbox', name: string | RegExp) => {
      await tabTo(page, role, name);
      await page.keyboard.press(role === 'checkbox' ? 'Space' : 'Enter');
    };
    const write = async (role: 'textbox' | 'searchbox' | 'spinbutton', name: string, text: string) => {
      await tabTo(page, role, name);
      await page.keyboard.press('ControlOrMeta+a');
      await page.keyboard.type(text);
    };
    const email = `scripts-${options.javaScriptEnabled}@journey.example`;
    const noSidewaysScroll = async () =>
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(options.viewport.width);

    // Search, then filter: beside the list, or above it and folded.
    await write('searchbox', 'Search', 'biochar');
    await page.keyboard.press('Enter');
    await page.waitForURL(/q=biochar/);
    if (!options.javaScriptEnabled) await page.locator('summary', { hasText: 'Project type' }).press('Enter');
    await press('checkbox', /^Biochar/);
    // With scripts no button is needed.
    if (!options.javaScriptEnabled) await press('button', 'Show projects');
    await page.waitForURL(/\/projects\?q=biochar&type=Biochar(#found)?$/);
    await page.getByRole('link', { name: 'Remove Biochar' }).waitFor();

    // Compare.
    await press('checkbox', `Compare ${first.title}`);
    await press('button', 'Compare the ticked projects');
    await page.waitForURL(/\/projects\/compare/);
    const back = await page.getByRole('link', { name: 'All projects' }).first().getAttribute('href');
    expect(back).toContain('type=Biochar');
    await write('searchbox', 'Name, place, type or standard', second.title);
    await page.keyboard.press('Enter');
    await page.waitForURL(/find=/);
    await press('link', `Add ${second.title}`);
    await page.waitForURL((url) => url.searchParams.getAll('p').length === 2);
    const table = page.getByRole('table');
    expect(await table.getByRole('columnheader').allTextContents()).toEqual(['Project', first.title, second.title]);
    expect(await table.getByRole('row', { name: /^Price per credit/ }).textContent()).toContain(pounds(second.pence));
    await noSidewaysScroll();

    // Shortlist.
    await press('link', `Add to shortlist ${first.title}`);
    if (options.javaScriptEnabled) {
      await page.getByRole('status').getByText(`${first.title} is on your shortlist.`).waitFor();
      await press('link', `Add to shortlist ${second.title}`);
      await page.getByRole('status').getByText(`${second.title} is on your shortlist.`).waitFor();
      await press('link', 'Shortlist (2)');
    } else {
      await page.waitForURL(/\/shortlist\?p=/);
      await write('searchbox', 'Name, place, type or standard', second.title);
      await page.keyboard.press('Enter');
      await page.waitForURL(/find=/);
      await press('link', `Add ${second.title}`);
    }
    await page.waitForURL((url) => url.pathname === '/shortlist' && url.searchParams.getAll('p').length === 2);
    await write('spinbutton', `Tonnes of ${first.title}`, '250');
    await write('spinbutton', `Tonnes of ${second.title}`, '3');
    await press('button', 'Update the totals');
    await page.waitForURL(/:250/);
    const subtotal = 250 * first.pence + 3 * second.pence;
    const vat = Math.floor((subtotal * 20 + 50) / 100);
    expect(await page.getByRole('row', { name: /^Subtotal/ }).textContent()).toContain(pounds(subtotal));
    expect(await page.getByRole('row', { name: /^VAT at 20%/ }).textContent()).toContain(pounds(vat));
    expect(await page.getByRole('row', { name: /^Total, incl/ }).textContent()).toContain(pounds(subtotal + vat));
    await noSidewaysScroll();

    // Request a quote, first with an error, which must not lose anything.
    await write('textbox', 'Name', 'Ada Lovelace');
    await write('textbox', 'Email', 'nowhere');
    await write('textbox', 'Message (optional)', 'By April, please.');
    await press('button', 'Request a Quote');
    expect(await focusedSummary(page)).toEqual(['Email']);
    expect(await page.getByRole('textbox', { name: 'Message' }).inputValue()).toBe('By April, please.');
    await write('textbox', 'Email', email);
    await press('button', 'Request a Quote');
    // Without scripts the answer is the quote's page; with them the panel links it.
    if (options.javaScriptEnabled) {
      await page.getByText('Quote requested').first().waitFor();
      await press('link', 'Open your quote’s page');
    }
    await page.waitForURL(/\/quotes\/Q-[0-9A-F]{8}-[0-9a-f]{32}/);
    await page.getByRole('heading', { name: 'Received' }).waitFor();
    expect(await page.getByRole('row', { name: /^Total, incl/ }).textContent()).toContain(pounds(subtotal + vat));
    await noSidewaysScroll();
    const lines = await quoteRequest(sql, email);
    const person = { name: 'Ada Lovelace', message: 'By April, please.' };
    expect(lines).toEqual([
      { project_slug: first.slug, tonnes: 250, price_per_credit: first.pence, ...person },
      { project_slug: second.slug, tonnes: 3, price_per_credit: second.pence, ...person },
    ]);
  });
});

it('the calculator follows typing, and adds those tonnes to the shortlist', async () => {
  const { page } = await open(`/projects/${second.slug}`, laptop);
  const section = page.getByRole('region', { name: 'What your tonnes cost' });
  await section.getByRole('textbox', { name: 'Tonnes of CO₂e' }).fill('1,200');
  await section
    .getByRole('status')
    .getByText(pounds(1_200 * second.pence))
    .waitFor();
  await section.getByRole('button', { name: 'Add to shortlist' }).click();
  await page.getByText(`1,200 t of ${second.title}`).first().waitFor();
  await page.getByRole('banner').getByRole('link', { name: 'Shortlist (1)' }).click();
  await page.waitForURL(`**/shortlist?p=${second.slug}:1200`);
});

describe('a purchase from a project’s page', () => {
  const total = (tonnes: number) => {
    const subtotal = tonnes * first.pence;
    return pounds(subtotal + Math.floor((subtotal * 20 + 50) / 100));
  };

  it.each([
    ['Purchase', true],
    ['Request a Quote', false],
  ])('carries the tonnes typed there from “%s” to the request (scripts: %s)', async (button, javaScriptEnabled) => {
    const email = `scripts-${javaScriptEnabled}@purchase.example`;
    const { page } = await open(`/projects/${first.slug}`, { ...laptop, javaScriptEnabled, expectProblems: !javaScriptEnabled });
    await page.getByRole('textbox', { name: 'Tonnes of CO₂e' }).fill('250');
    await page.getByRole('button', { name: button }).click();
    await page.waitForURL(`**/contact?project=${first.slug}&tonnes=250`);
    const section = page.getByRole('region', { name: `Purchase: ${first.title}` });
    expect(await section.textContent()).toContain(total(250));
    expect(await page.getByRole('dialog').count()).toBe(0);

    // Other tonnes, whose cost is worked out without losing what else was typed, and an error.
    await section.getByRole('textbox', { name: 'Tonnes of CO₂e' }).fill('1,000');
    await section.getByRole('textbox', { name: 'Name' }).fill('A');
    await section.getByRole('textbox', { name: 'Email' }).fill(email);
    if (!javaScriptEnabled) await section.getByRole('button', { name: 'Calculate' }).click();
    await section.getByText(total(1000)).first().waitFor();
    await section.getByRole('button', { name: 'Request a Quote' }).click();
    expect(await focusedSummary(page)).toEqual(['Name']);
    expect(await section.getByRole('link', { name: 'Back to the project' }).getAttribute('href')).toBe(
      `/projects/${first.slug}?tonnes=1000#cost`,
    );
    await section.getByRole('textbox', { name: 'Name' }).fill('Ada Lovelace');
    await section.getByRole('textbox', { name: 'Tonnes of CO₂e' }).fill('999');
    await section.getByRole('button', { name: 'Request a Quote' }).click();
    await page
      .getByText(/Q-[0-9A-F]{8}/)
      .first()
      .waitFor();
    expect(await quoteRequest(sql, email)).toMatchObject([{ project_slug: first.slug, tonnes: 999, price_per_credit: first.pence }]);
  });

  it('names tonnes that cannot be bought, in its field, and keeps what was typed', async () => {
    const { page } = await open(`/contact?project=${first.slug}`, { ...phone, expectProblems: true });
    const section = page.getByRole('region', { name: `Purchase: ${first.title}` });
    const tonnes = section.getByRole('textbox', { name: 'Tonnes of CO₂e' });
    await section.getByRole('textbox', { name: 'Name' }).fill('Ada Lovelace');
    await section.getByRole('textbox', { name: 'Email' }).fill('refused@purchase.example');
    for (const [typed, words] of [
      ['12,5', 'Tonnes must be a whole number'],
      [String(first.available + 1), `At most ${first.available.toLocaleString('en-GB')} credits`],
    ] as const) {
      await tonnes.fill(typed);
      await section.getByRole('button', { name: 'Request a Quote' }).click();
      await section.getByText(words).first().waitFor();
      expect(await focusedSummary(page)).toEqual(['Tonnes of CO₂e']);
      expect(await tonnes.inputValue()).toBe(typed);
    }
    expect(await section.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Ada Lovelace');
    expect(await quoteRequest(sql, 'refused@purchase.example')).toEqual([]);
  });

  it('asks for exactly what the project’s page lacks', async () => {
    const email = 'ada@evidence.example';
    const { page } = await open(`/projects/${first.slug}`, laptop);
    await page.getByRole('link', { name: /^Ask for it.*Boundary of the project/ }).click();
    const section = page.getByRole('region', { name: `Ask about: ${first.title}` });
    const message = `Please send us this evidence on ${first.title}: Boundary of the project.`;
    expect(await section.getByRole('textbox', { name: 'Message' }).inputValue()).toBe(message);
    await section.getByRole('textbox', { name: 'Name' }).fill('Ada Lovelace');
    await section.getByRole('textbox', { name: 'Email' }).fill(email);
    await section.getByRole('button', { name: 'Send Message' }).click();
    await page.getByText('Message sent successfully!').first().waitFor();
    await page.getByText(/^Your reference: \S{9,}$/).waitFor();
    expect(await sql`select subject, project_slug, message from contact_messages where email = ${email}`).toEqual([
      { subject: `Question about ${first.title}`, project_slug: first.slug, message },
    ]);
  });
});

it('the purchase section has its button in view from the start, and whatever field has the focus', async () => {
  const { page } = await open('/livez', { reducedMotion: 'reduce' });
  const section = page.getByRole('region', { name: `Purchase: ${first.title}` });
  const submit = section.getByRole('button', { name: 'Request a Quote' });
  const inView = () =>
    submit.evaluate((button) => button.getBoundingClientRect().bottom <= innerHeight && button.getBoundingClientRect().top >= 0);
  for (const [width, height] of [
    [1280, 800],
    [375, 340],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto(`/contact?project=${first.slug}`);
    expect(await inView()).toBe(true);
    for (const field of await section.getByRole('textbox').all()) {
      await field.focus();
      expect(await inView()).toBe(true);
      expect(await page.evaluate(nameIfCovered)).toBe('');
    }
  }
});

describe('the shortlist in a browser', () => {
  const stored = (page: Page) => page.evaluate(() => localStorage.getItem('carma.shortlist'));
  const count = (page: Page, number: number) =>
    page.getByRole('banner').getByRole('link', { name: number ? `Shortlist (${number})` : 'Shortlist', exact: true });
  const add = (page: Page, { title }: ProjectOnSale) => page.getByRole('link', { name: `Shortlist ${title}` }).click();
  const list = '/projects?q=biochar';
  /** Opens a page of the visitor's own shortlist, with 100 t of each project. */
  const openOwn = async (...projects: ProjectOnSale[]) => {
    const { page } = await open('/livez', laptop);
    const lines = projects.map(({ slug }) => ({ slug, tonnes: 100 }));
    await page.evaluate((text) => localStorage.setItem('carma.shortlist', text), JSON.stringify(lines));
    await page.goto(`/shortlist?${lines.map(({ slug, tonnes }) => `p=${slug}:${tonnes}`).join('&')}`);
    await count(page, projects.length).waitFor();
    return page;
  };

  it('is counted in the header of every page and tab, without React and without layout shift', async () => {
    const { page } = await open(list, laptop);
    const scripts: string[] = [];
    page.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()));
    const other = await page.context().newPage();
    await other.goto('/about');
    await add(page, first);
    await count(page, 1).waitFor();
    await count(other, 1).waitFor();
    await other.reload();
    await count(other, 1).waitFor();
    expect(
      await other.evaluate(() => '__reactContainer' in document || Object.keys(document).some((key) => key.startsWith('__react'))),
    ).toBe(false);
    expect(await layoutShift(other)).toBe(0);
  });

  it.each([
    ['any script', /\.js$/],
    ["the shortlist's code", /shortlist/],
  ])('accepts clicks before %s has loaded, in order, without leaving the page', async (_what, scripts) => {
    const { page } = await open('/livez', laptop);
    await slowDown(page, scripts);
    await page.goto(list, { waitUntil: 'domcontentloaded' });
    await add(page, first);
    await add(page, second);
    await count(page, 2).waitFor();
    expect(page.url()).toContain(list);
    expect(await stored(page)).toBe(JSON.stringify([first, second].map(({ slug }) => ({ slug, tonnes: 100 }))));
  });

  it('is added to by the link itself if the code does not load within 8 s of the click', async () => {
    const { page } = await open('/livez', { ...laptop, fresh: true });
    await page.clock.install();
    const unblocked = Promise.withResolvers<void>();
    await page.route(/assets\/deferred/, async (route) => {
      await unblocked.promise;
      await route.continue();
    });
    await page.goto(list, { waitUntil: 'domcontentloaded' });
    await add(page, first);
    await page.clock.fastForward(7_900);
    expect(page.url()).toContain(list);
    await page.clock.fastForward(200);
    await page.waitForURL(`**/shortlist?p=${first.slug}:100`);
    unblocked.resolve();
    await count(page, 1).waitFor();
  });

  it('ignores invalid or hostile stored data', async () => {
    const { page } = await open('/livez', laptop);
    await page.evaluate(() => localStorage.setItem('carma.shortlist', '[null,7,{"slug":"<img src=x>","tonnes":1}]'));
    await page.goto('/shortlist');
    await page.getByRole('heading', { name: 'Your shortlist is empty' }).waitFor();
    await count(page, 0).waitFor();
  });

  it('is kept in the address if storage is forbidden or full', async () => {
    const { page } = await open('/livez', { ...laptop, fresh: true });
    await page.addInitScript(`Storage.prototype.setItem = () => { throw new DOMException("no", "SecurityError") }`);
    await page.goto(list);
    await add(page, first);
    await page.waitForURL(`**/shortlist?p=${first.slug}:100`);
    await page.goto(`/projects/${second.slug}`);
    await page.getByRole('button', { name: 'Add to shortlist' }).click();
    await page.waitForURL(`**/shortlist?p=${second.slug}:100`);
  });

  it('restores what was removed, and keeps the fields of a quote request through every change of the list', async () => {
    const page = await openOwn(first, second);
    await page.getByRole('textbox', { name: 'Message' }).fill('By April, please.');
    await page.getByRole('link', { name: `Remove ${first.title}` }).click();
    const notice = page.getByText(`Removed: ${first.title}.`);
    await notice.waitFor();
    await expect.poll(() => notice.evaluate((element) => element === document.activeElement)).toBe(true);
    await count(page, 1).waitFor();
    expect(await page.getByRole('textbox', { name: 'Message' }).inputValue()).toBe('By April, please.');
    await page.getByRole('link', { name: 'Undo' }).click();
    await count(page, 2).waitFor();
    await page.getByRole('link', { name: 'Clear the shortlist' }).click();
    await page.getByRole('heading', { name: 'Your shortlist is empty' }).waitFor();
    await count(page, 0).waitFor();
    expect(await stored(page)).toBe('[]');
    await page.getByRole('link', { name: 'Undo' }).click();
    await count(page, 2).waitFor();
  });

  it('keeps what was typed, and whose list it is, if a change precedes its code', async () => {
    const page = await openOwn(first, second);
    await slowDown(page, /shortlist/);
    await page.reload({ waitUntil: 'domcontentloaded' });
    await page.getByRole('textbox', { name: 'Message' }).fill('By April, please.');
    await page.getByLabel('Credits needed by (optional)').fill('2199-12-31');
    await page.getByRole('link', { name: `Remove ${first.title}` }).click();
    await page.getByText(`Removed: ${first.title}.`).waitFor();
    await expect.poll(() => page.getByLabel('Credits needed by (optional)').inputValue()).toBe('2199-12-31');
    await expect.poll(() => page.getByRole('textbox', { name: 'Message' }).inputValue()).toBe('By April, please.');
    expect(await stored(page)).toBe(JSON.stringify([{ slug: second.slug, tonnes: 100 }]));
    await page.reload({ waitUntil: 'domcontentloaded' });
    await page.getByRole('spinbutton').first().fill('7');
    await page.getByRole('button', { name: 'Update the totals' }).click();
    await page.waitForURL(`**/shortlist?p=${second.slug}:7`);
    await expect.poll(() => stored(page)).toBe(JSON.stringify([{ slug: second.slug, tonnes: 7 }]));
    expect(await page.getByRole('link', { name: 'Replace it with this one' }).count()).toBe(0);
  });

  it('leaves no cookie with scripts, even after a link was opened in a new tab, and stays empty once emptied', async () => {
    const { page } = await open(list, laptop);
    const link = page.getByRole('link', { name: `Shortlist ${first.title}` });
    const [tab] = await Promise.all([page.context().waitForEvent('page'), link.click({ modifiers: ['Control'] })]);
    await count(tab, 1).waitFor();
    expect(await page.context().cookies()).toEqual([]);
    await tab.getByRole('link', { name: `Remove ${first.title}` }).click();
    await tab.getByRole('heading', { name: 'Your shortlist is empty' }).waitFor();
    await count(tab, 0).waitFor();
    await tab.goto('/shortlist');
    await tab.getByRole('heading', { name: 'Your shortlist is empty' }).waitFor();
    expect(await page.context().cookies()).toEqual([]);
  });

  it('is asked about before a second mix replaces or joins it', async () => {
    const { page } = await open('/livez', laptop);
    for (const tonnes of [500, 800]) {
      await page.goto(`/portfolio?tonnes=${tonnes}&deliverBy=2199-12-31`);
      await page.getByRole('link', { name: /^Add to shortlist\s?: Cheapest/ }).click();
      await page.waitForURL('**/shortlist?p=**');
    }
    const question = page.getByText('You already have another shortlist');
    await question.waitFor();
    const choices = await page.getByRole('note').getByRole('link').allTextContents();
    expect(choices).toEqual(['Replace it with this one', 'Add these projects to it', 'Keep yours']);
    const mine = await stored(page);
    const second = new URL(page.url()).searchParams.getAll('p');
    await page.getByRole('link', { name: 'Keep yours' }).click();
    const linesOf = (list: string | null) => JSON.parse(list ?? '[]').map(({ slug, tonnes }: ShortlistLine) => `${slug}:${tonnes}`);
    await expect.poll(() => new URL(page.url()).searchParams.getAll('p')).toEqual(linesOf(mine));
    await question.waitFor({ state: 'hidden' });
    expect(await stored(page)).toBe(mine);
    await page.goBack();
    await page.getByRole('link', { name: 'Add these projects to it' }).click();
    await question.waitFor({ state: 'hidden' });
    expect(new URL(page.url()).searchParams.get('by')).toBe('2199-12-31');
    const lines = linesOf(await stored(page));
    expect(new URL(page.url()).searchParams.getAll('p')).toEqual(lines);
    expect(lines).toEqual(expect.arrayContaining(second));
  });

  it('is still the visitor’s own if its page was left before the script could store it, and a second mix is added', async () => {
    const lines = [`${first.slug}:100`, `${second.slug}:200`];
    const { page } = await open(`/shortlist?p=${lines[1]}&yours=${lines[0]}`, laptop);
    await expect.poll(() => stored(page)).toBe(JSON.stringify([{ slug: first.slug, tonnes: 100 }]));
    await page.getByRole('link', { name: 'Add these projects to it' }).click();
    await expect.poll(() => new URL(page.url()).searchParams.getAll('p')).toEqual(lines);
  });

  it('is reached by the button itself if its code does not load within 8 s of the click', async () => {
    const { page } = await open('/livez', { ...laptop, fresh: true });
    await page.clock.install();
    const unblocked = Promise.withResolvers<void>();
    await page.route(/\/assets\/index-/, async (route) => {
      await unblocked.promise;
      await route.continue().catch(() => {});
    });
    await page.goto(`/projects/${second.slug}`);
    await page.getByRole('button', { name: 'Add to shortlist' }).click();
    await page.clock.fastForward(8_100);
    await page.waitForURL(`**/shortlist?p=${second.slug}:100`);
    unblocked.resolve();
    await count(page, 1).waitFor();
  });

  it('grows by “Add to shortlist” on a project’s page, with tonnes that were typed before any script loaded', async () => {
    const page = await openOwn(first);
    await slowDown(page, /\.js$/);
    await page.goto(`/projects/${second.slug}`, { waitUntil: 'domcontentloaded' });
    await page.getByRole('textbox', { name: 'Tonnes of CO₂e' }).fill('512');
    await page.getByRole('button', { name: 'Add to shortlist' }).click();
    await count(page, 2).waitFor();
    expect(page.url()).toMatch(/\/projects\//);
    expect(await stored(page)).toBe(JSON.stringify([first, second].map(({ slug }, index) => ({ slug, tonnes: [100, 512][index] }))));
  });

  it('keeps tonnes typed but not yet totalled when the page is reloaded, another project searched for, or one removed', async () => {
    const page = await openOwn(first, second);
    for (const [tonnes, navigate, address] of [
      ['12', () => page.reload(), /\?p=[^&]+:12&p=[^&]+:100$/],
      ['13', () => page.getByRole('searchbox').press('Enter'), /\?p=[^&]+:13&p=[^&]+:100&find=/],
      ['14', () => page.getByRole('link', { name: `Remove ${second.title}` }).click(), /\?p=[^&]+:14&removed=/],
    ] as const) {
      await page.getByRole('spinbutton', { name: first.title }).fill(tonnes);
      await page.getByRole('textbox', { name: 'Message' }).focus();
      await navigate();
      await page.waitForURL(address);
      expect(await page.getByRole('spinbutton', { name: first.title }).inputValue()).toBe(tonnes);
      expect(await page.getByRole('link', { name: 'Replace it with this one' }).count()).toBe(0);
    }
  });

  it('keeps tonnes typed before hydration', async () => {
    const { page } = await open('/livez', laptop);
    const unblocked = Promise.withResolvers<void>();
    await page.route(/\/assets\/copy-link-/, async (route) => {
      await unblocked.promise;
      await route.continue();
    });
    const isAsked = page.waitForRequest(/\/assets\/copy-link-/);
    await page.goto(`/shortlist?p=${first.slug}:100`, { waitUntil: 'domcontentloaded' });
    await page.getByRole('spinbutton').focus();
    await isAsked;
    await page.getByRole('spinbutton').fill('12');
    await page.getByRole('textbox', { name: 'Message' }).focus();
    await expect.poll(() => stored(page)).toBe(JSON.stringify([{ slug: first.slug, tonnes: 12 }]));
    unblocked.resolve();
    await expect.poll(() => page.locator('[data-island="waiting"]').count()).toBe(0);
    expect(await page.getByRole('spinbutton').inputValue()).toBe('12');
  });

  it('is totalled and sent as typed; a line that cannot be read says so at its field, and a price that has moved is asked about', async () => {
    const { page } = await open(`/shortlist?p=${second.slug}:5&p=${first.slug}:100`, { ...laptop, expectProblems: true });
    const tonnes = page.locator(`[name="t.${first.slug}"]`);
    await page.getByRole('textbox', { name: 'Name' }).fill('Ada Lovelace');
    await page.getByRole('textbox', { name: 'Email' }).fill('typed@journey.example');
    await tonnes.fill('');
    await page.getByRole('button', { name: 'Request a Quote' }).click();
    expect(await focusedSummary(page)).toEqual(['Line 2: Tonnes must be a whole number from 1 to 1,000,000']);
    await tonnes.fill('33');
    const { total } = costOf([second, first].map(({ pence }, index) => ({ pricePerCredit: pence, tonnes: [5, 33][index] ?? 0 })));
    expect(await page.getByRole('row', { name: 'Total, incl. VAT' }).textContent()).toContain(pounds(total));
    // The catalogue's price is another than the page's.
    await page.route('**/contact.requestQuote*', (route) =>
      route.continue({ postData: route.request().postData()?.replace(`"pricePerCredit":${first.pence}`, '"pricePerCredit":16800') ?? '' }),
    );
    await page.getByRole('button', { name: 'Request a Quote' }).click();
    await page.getByText(`${first.title} was £168.00, is ${pounds(first.pence)} per credit.`).waitFor();
    expect(await focusedSummary(page)).toEqual([]);
    await page.unroute('**/contact.requestQuote*');
    await page.getByRole('button', { name: 'Request a Quote' }).click();
    await page.getByText('Quote requested').first().waitFor();
    expect(await quoteRequest(sql, 'typed@journey.example')).toMatchObject([{ tonnes: 5 }, { tonnes: 33 }]);
  });

  it('is not changed by viewing it: by a focused field, or a link opened in another tab', async () => {
    const page = await openOwn(first);
    await page.getByRole('spinbutton').click();
    await page.getByRole('link', { name: `Remove ${first.title}` }).click({ modifiers: ['ControlOrMeta'] });
    await page.getByRole('spinbutton').press('Tab');
    await page.goto(`/shortlist?p=${second.slug}:5`);
    await page.getByRole('link', { name: 'Replace it with this one' }).waitFor();
    expect(await stored(page)).toBe(JSON.stringify([{ slug: first.slug, tonnes: 100 }]));
  });

  it('keeps what another tab added when it is changed in this one, and shows it', async () => {
    const page = await openOwn(first);
    const other = await page.context().newPage();
    await other.goto(list);
    await add(other, second);
    await count(page, 2).waitFor();
    await page.getByRole('spinbutton', { name: first.title }).fill('7');
    await page.getByRole('button', { name: 'Update the totals' }).click();
    await page.waitForURL(`**/shortlist?p=${first.slug}:7&p=${second.slug}:100`);
    await page.getByRole('link', { name: `Remove ${first.title}` }).click();
    await page.getByText(`Removed: ${first.title}.`).waitFor();
    await expect.poll(() => stored(page)).toBe(JSON.stringify([{ slug: second.slug, tonnes: 100 }]));
  });

  it('shows what was added since when navigating back by reloading', async () => {
    const { page } = await open(list, laptop);
    await add(page, first);
    await count(page, 1).click();
    await page.getByRole('table').getByRole('link', { name: first.title, exact: true }).click();
    await page.waitForURL(`**/projects/${first.slug}`);
    await page.goto(list);
    await add(page, second);
    await count(page, 2).waitFor();
    await page.goBack({ waitUntil: 'commit' });
    await page.getByRole('heading', { name: first.title, level: 1 }).waitFor();
    await page.goBack({ waitUntil: 'commit' });
    await page.waitForURL(`**/shortlist?p=${first.slug}:100&p=${second.slug}:100`);
    expect(await page.getByRole('link', { name: 'Replace it with this one' }).count()).toBe(0);
  });

  it("does not change when someone else's is opened, until that is saved instead, which is the visitor's own from then on", async () => {
    const page = await openOwn(first);
    await page.goto(`/shortlist?p=${second.slug}:5&p=${first.slug}:1`);
    await page.getByRole('link', { name: 'Replace it with this one' }).waitFor();
    expect(await stored(page)).toBe(JSON.stringify([{ slug: first.slug, tonnes: 100 }]));
    await page.getByRole('link', { name: 'Replace it with this one' }).click();
    await expect.poll(() => stored(page)).toBe(JSON.stringify([second, first].map(({ slug }, index) => ({ slug, tonnes: 5 - 4 * index }))));
    await page.goto('/shortlist');
    await page.waitForURL(`**/shortlist?p=${second.slug}:5&p=${first.slug}:1`);
    await page.getByRole('link', { name: `Remove ${first.title}` }).click();
    await page.getByText(`Removed: ${first.title}.`).waitFor();
    await expect.poll(() => stored(page)).toBe(JSON.stringify([{ slug: second.slug, tonnes: 5 }]));
    await page.goto(`/shortlist?p=${first.slug}:100`);
    await page.getByRole('link', { name: 'Replace it with this one' }).waitFor();
    expect(await stored(page)).toBe(JSON.stringify([{ slug: second.slug, tonnes: 5 }]));
  });
});

it('a comparison on a phone shows two projects side by side; with more it scrolls within itself, to what has the focus', async () => {
  const slugs = (await sql<{ slug: string }[]>`select slug from carbon_projects order by id limit 5`).map(({ slug }) => slug);
  const { page } = await open('/projects/compare?p=antrim-willow-biochar&p=galloway-march-dyke-planting', {
    ...phone,
    reducedMotion: 'reduce',
  });
  const region = page.locator('section:has(> table)');
  expect(await region.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  await page.goto(`/projects/compare?${slugs.map((slug) => `p=${slug}`).join('&')}`);
  expect(await page.getByRole('table').getByRole('columnheader').count()).toBe(5);
  expect(await page.getByRole('rowheader').count()).toBeGreaterThan(8);
  await page.getByText('The table holds four projects.').waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375);
  // Backwards, which scrolls links in from the left, where the row names are.
  await page.getByRole('contentinfo').getByRole('link').first().focus();
  expect(await coveredFocus(page, 'Shift+Tab')).toEqual([]);
});
