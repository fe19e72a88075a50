import { expect, it } from 'vitest';
import { hasFocus, laptop, phone, testBrowser } from '#tests/support/browser.ts';
import { pounds, projectsOnSale, quotedLines, tabTo, withVat } from '#tests/support/buyer.ts';
import { focusedSummary } from '#tests/support/error-summary.ts';
import { sharedSite } from '#tests/support/own-site.ts';

const { open } = testBrowser();
const { sql } = sharedSite();
const [first, second] = await projectsOnSale(sql);

// The pointer's journey is in firefox.test.ts.
it.each([
  ['on a laptop', { ...laptop, javaScriptEnabled: true }],
  ['in a narrow window without JavaScript', { ...phone, javaScriptEnabled: false }],
])('a buyer with the keyboard alone, %s, gets from a search to a quote request', async (_how, options) => {
  // Without scripts, an invalid form gets a 422 response, which the console reports.
  const { page } = await open('/projects', { ...options, allowProblems: !options.javaScriptEnabled });
  const press = async (role: 'link' | 'button' | 'checkbox', name: string | RegExp) => {
    await tabTo(page, role, name);
    await page.keyboard.press(role === 'checkbox' ? 'Space' : 'Enter');
  };
  const write = async (role: 'textbox' | 'searchbox', name: string, text: string) => {
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
  for (const name of ['Project', first.title, second.title]) await table.getByRole('columnheader', { name, exact: true }).waitFor();
  const seeRow = (name: string, pence: number) => {
    const row = page.getByRole('row', { name: new RegExp(`^${name}`) });
    return row.filter({ hasText: pounds(pence) }).waitFor();
  };
  await seeRow('Price per credit', second.pence);
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
    // It is on the visitor's own list.
    await page.waitForURL((url) => url.searchParams.getAll('p').length === 2);
    await page.goto('/shortlist');
  }
  await page.waitForURL((url) => url.pathname === '/shortlist' && url.searchParams.getAll('p').length === 2);
  await write('textbox', `Tonnes of ${first.title}`, '250');
  await write('textbox', `Tonnes of ${second.title}`, '3');
  if (!options.javaScriptEnabled) await press('button', 'Update the totals');
  await page.waitForURL(/:250/);
  const subtotal = 250 * first.pence + 3 * second.pence;
  const total = withVat(subtotal);
  const seeTotals = async () => {
    for (const [name, pence] of Object.entries({ Subtotal: subtotal, 'VAT at 20%': total - subtotal, 'Total, incl': total }))
      await seeRow(name, pence);
    await noSidewaysScroll();
  };
  await seeTotals();

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
    // Said once, in the panel: no toast repeats it.
    await page.getByText(/^We have your request for [\d,]+\st, £[\d,.]+ incl. VAT/).waitFor();
    await press('link', 'Open your quote’s page');
  }
  await page.waitForURL(/\/quotes\/Q-[0-9A-F]{8}-[0-9a-f]{32}/);
  await page.getByRole('heading', { name: 'Received' }).waitFor();
  await seeTotals();
  const lines = await quotedLines(sql, email);
  const person = { name: 'Ada Lovelace', message: 'By April, please.' };
  expect(lines).toEqual([
    { project_slug: first.slug, tonnes: 250, price_per_credit: first.pence, ...person },
    { project_slug: second.slug, tonnes: 3, price_per_credit: second.pence, ...person },
  ]);
  // A browser with scripts remembers that it has asked.
  if (!options.javaScriptEnabled) return;
  await page.goto(`/shortlist?p=${first.slug}:1`);
  await page.getByText('You asked for a quote on ').waitFor();
});

it('a purchase from a project’s page names tonnes that cannot be bought, in its field, and keeps what was typed', async () => {
  // Without motion: a page that still scrolls to its summary carries the button away between press and release.
  const { page } = await open(`/contact?project=${first.slug}`, { ...phone, allowProblems: true });
  const section = page.getByRole('region', { name: `Purchase: ${first.title}` });
  const tonnes = section.getByRole('textbox', { name: 'Tonnes of CO₂e' });
  await section.getByRole('textbox', { name: 'Name' }).fill('Ada Lovelace');
  await section.getByRole('textbox', { name: 'Email' }).fill('refused@purchase.example');
  for (const [typed, words, isSaidAtOnce] of [
    ['12,5', 'Tonnes must be a whole number', false],
    [String(first.available + 1), `At most ${first.available.toLocaleString('en-GB')} credits`, true],
  ] as const) {
    await tonnes.fill(typed);
    // Once a form was refused, it says what is wrong while somebody types, which moves its button.
    if (isSaidAtOnce) await section.getByText(words).first().waitFor();
    await section.getByRole('button', { name: 'Request a Quote' }).click();
    await section.getByText(words).first().waitFor();
    expect(await focusedSummary(page)).toEqual(['Tonnes of CO₂e']);
    expect(await tonnes.inputValue()).toBe(typed);
    // The link leads to the field, and leaves the address as it is.
    const address = page.url();
    await section.getByRole('link', { name: 'Tonnes of CO₂e' }).press('Enter');
    await expect.poll(() => hasFocus(tonnes)).toBe(true);
    expect(page.url()).toBe(address);
  }
  expect(await section.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Ada Lovelace');
  expect(await quotedLines(sql, 'refused@purchase.example')).toEqual([]);
  // What the site has refused is wrong no longer once it is mended, either.
  await tonnes.fill('10');
  await section.getByRole('alert').waitFor({ state: 'detached' });
  expect(await tonnes.getAttribute('aria-invalid')).toBeNull();
});
