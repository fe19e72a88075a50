import postgres from 'postgres';
import { afterAll, expect, inject, it } from 'vitest';
import { laptop } from '#tests/support/browser.ts';
import { pounds, projectsOnSale, quoteRequest } from '#tests/support/buyer.ts';
import { testFirefox, waitForText } from '#tests/support/firefox.ts';

const open = testFirefox();
const sql = postgres(inject('siteDatabaseUrl'), { max: 1 });
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
