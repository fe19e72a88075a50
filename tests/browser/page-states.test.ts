import { createHash, randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { accessibilityViolations } from '#tests/support/accessibility.ts';
import { hydrated, laptop, phone, testBrowser } from '#tests/support/browser.ts';
import { contactDialog } from '#tests/support/contact-dialog.ts';
import { focusedSummary } from '#tests/support/error-summary.ts';
import { ownSite } from '#tests/support/own-site.ts';
import { longWaits } from '#tests/support/site.ts';

const browser = testBrowser();
/** A separate site, because its catalogue and its database change. Each test goes on with what those before it changed. */
const site = await ownSite(longWaits);
const open = (address: string, options: Parameters<typeof browser.open>[1] = {}) =>
  browser.open(address, { baseURL: site.url, ...options });
const project = '/projects/cwm-ty-coch-hillside-woodland';

it('a quote’s page, and each page with a text of 200 letters and more without a blank, is no wider than its window at 320 and 1280 px', async () => {
  const [title, beneficiary] = ['X'.repeat(300), 'W'.repeat(290)];
  const lines = [{ slug: 'fenland-straw-biochar', tonnes: 7 }];
  const quote = await site.post('/api/v1/quotes', { name: 'Ada', email: 'ada@axe.example', lines });
  const quotePage = new URL(((await quote.json()) as { url: string }).url).pathname;
  const texts = { title, location: 'L'.repeat(200), description: 'D'.repeat(900) };
  await site.sql`update carbon_projects set ${site.sql(texts)} where slug = 'moray-brash-biochar'`;
  const key = createHash('sha256').update('carma_long').digest();
  await site.sql`insert into record_keys (name, key_hash, scopes) values ('long', ${key}, '{retire}')`;
  const retirement = { project: 'moray-brash-biochar', quantity: 7, beneficiary, purpose: 'V'.repeat(300), reference: 'U'.repeat(900) };
  const headers = { authorization: 'Bearer carma_long', 'idempotency-key': randomUUID() };
  const answer = await site.post('/api/v1/record/retire', retirement, headers);
  expect(answer.status).toBe(201);
  const { certificate, entry } = (await answer.json()) as { certificate: string; entry: number };
  const { page } = await open('/livez', { allowProblems: true });
  const longText = page.locator('main').getByText(/([A-Z])\1{199}/);
  const wide: Record<string, number> = {};
  for (const address of [
    ...['/record', '/record?q=WWWW', '/record?q=xxxx', `/record/entries/${entry + 1}`, `/certificates/${certificate}`, '/record/batches/1'],
    ...[`/record/disclosure?c=${certificate}`, `/record/disclosure?c=${certificate},CR-000003,${'Y'.repeat(200)}`, quotePage],
    ...['/projects/compare?p=moray-brash-biochar', '/shortlist?p=moray-brash-biochar:3', '/contact?project=moray-brash-biochar&tonnes=3'],
    ...[`/verify?certificate=${certificate}`, '/', '/credits', '/projects/moray-brash-biochar', '/impact-hub', '/geospatial'],
    ...['table', 'cards', 'map', 'prices'].map((view) => `/projects?type=Biochar&view=${view}`),
    ...[`/projects?q=${'Z'.repeat(200)}`, `/projects?view=map&q=${'Z'.repeat(200)}`],
  ]) {
    await page.goto(address, { waitUntil: 'domcontentloaded' });
    if (address === quotePage) expect(await accessibilityViolations(page)).toEqual([]);
    // A page without such a text, or without it yet, would fit.
    else await longText.first().waitFor({ state: 'attached' });
    for (const width of [320, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      const found = await page.evaluate(() => document.documentElement.scrollWidth);
      if (found > width) wide[`${address} at ${width} px`] = found;
    }
  }
  expect(wide).toEqual({});
});

it('the check for newer figures on /credits reports that nothing has changed, or shows what has without losing the page', async () => {
  // A site that has just started turns away some of what the browser prefetches.
  const { page } = await open('/credits', { ...phone, allowProblems: true });
  await page.getByRole('button', { name: 'Check for updates' }).click();
  await page.getByText(/these are the current figures/).waitFor();
  await site.sql`update carbon_projects set price_per_credit = 123456 where id = (select min(id) from carbon_projects)`;
  await page.getByRole('button', { name: 'Check for updates' }).click();
  await page.getByRole('button', { name: 'Show the new figures' }).click();
  await page.getByText('£1,234.56').waitFor();
  // A project that is gone is a change, too.
  await site.sql`delete from carbon_projects where id = (select max(id) from carbon_projects)`;
  await page.getByRole('button', { name: 'Check for updates' }).click();
  await page.getByRole('button', { name: 'Show the new figures' }).waitFor();
});

const slug = 'fenland-straw-biochar';
it.each([
  [`/shortlist?p=antrim-willow-biochar:1&p=${slug}:10`, 777, '£7,770.00'],
  [`/contact?project=${slug}&tonnes=10`, 888, '£8,880.00'],
])('a price that moves while %s is open is shown once it was refused, and the next request is taken', async (address, pounds, cost) => {
  const { page } = await open(address, { ...laptop, allowProblems: true });
  await page.getByRole('textbox', { name: 'Name' }).fill('Ada Lovelace');
  await page.getByRole('textbox', { name: 'Email' }).fill('ada@moved.example');
  await site.sql`update carbon_projects set price_per_credit = ${100 * pounds} where slug = ${slug}`;
  const send = page.getByRole('button', { name: 'Request a Quote' });
  await send.click();
  await page.getByText(` per credit, and is now £${pounds}.00.`).waitFor();
  // It has no link, because a price is no field.
  await expect.poll(() => focusedSummary(page)).toEqual([]);
  await page.getByText(cost).first().waitFor();
  await send.click();
  await page.getByText('Quote requested').first().waitFor();
});

describe('the notice of the last known figures, during an outage', () => {
  beforeAll(async () => {
    // Now the site has an answer to keep.
    await site.get(project);
    await site.dropDatabase();
    // For two seconds the last answer about the version counts.
    const isMarked = async () => (await site.get(project)).headers.has('carma-last-known');
    await vi.waitUntil(isMarked, { timeout: 20_000, interval: 100 });
  });

  it('is visible on a phone, and remains after hydration', async () => {
    const { page, problems } = await open(project, { ...phone, allowProblems: true });
    const notice = page.getByRole('status').filter({ hasText: /^\s*Figures as of \d\d:\d\d UTC on / });
    const box = await notice.boundingBox();
    // Below the header, and dark as the site's ink.
    expect(box?.y).toBeGreaterThan(40);
    expect(box?.y).toBeLessThan(200);
    expect(box?.width).toBeCloseTo(phone.viewport.width, 0);
    expect(await notice.evaluate((element) => getComputedStyle(element).backgroundColor)).toBe('rgb(21, 33, 27)');
    await page.keyboard.press('Tab');
    await page.locator('[data-island="ready"]').first().waitFor({ state: 'attached' });
    await notice.waitFor();
    expect(problems.filter((text) => !text.includes('Failed to load resource'))).toEqual([]);
  });

  it('is no reason to say twice that a form was not sent: what a plain post failed with is gone once it is sent again', async () => {
    const { page } = await open('/contact', { ...laptop, allowProblems: true });
    const { dialog, send, show, fillIn } = contactDialog(page);
    await show();
    await fillIn({ message: 'Hello' });
    await dialog.locator('form').evaluate((form: HTMLFormElement) => form.submit());
    const failed = dialog.locator('form').getByRole('alert').filter({ hasText: 'Failed to send message' });
    await failed.waitFor();
    await hydrated(page);
    await send.click();
    await failed.waitFor({ state: 'detached' });
    expect(await dialog.getByRole('textbox', { name: 'Message' }).inputValue()).toBe('Hello');
  });
});
