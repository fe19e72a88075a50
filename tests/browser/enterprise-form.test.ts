import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { laptop, phone, slowDown, testBrowser } from '#tests/support/browser.ts';
import { focusedSummary } from '#tests/support/error-summary.ts';

const { open } = testBrowser();

const brief = { name: 'brief.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\n') };
const executable = { ...brief, buffer: Buffer.from('MZ') };

async function fillIn(page: Page, { email = 'ada@form.example' } = {}) {
  await page.getByLabel('Name', { exact: true }).fill('Ada Lovelace');
  await page.getByLabel('Work email').fill(email);
  await page.getByLabel('Organisation').fill('Engines Ltd');
  await page.getByLabel('Sector').selectOption('Data centres');
  await page.getByLabel('Your brief', { exact: true }).fill('Twelve thousand tonnes, from 2027.');
}
const send = (page: Page) => page.getByRole('button', { name: 'Send to Enterprise Team' }).click({ noWaitAfter: true });

describe('the enterprise form', () => {
  it('shows errors on submit, before any script has loaded too, keeps what was typed when the network fails, then thanks', async () => {
    const { page } = await open('/livez', { ...phone, expectProblems: true });
    await slowDown(page, /\.js$/);
    await page.goto('/enterprise/contact?mode=brief', { waitUntil: 'commit' });
    await fillIn(page, { email: 'nowhere' });
    await page.getByLabel('Procurement brief (optional)').setInputFiles(executable);
    await send(page);
    expect(await focusedSummary(page)).toEqual(['Work email']);
    await page.getByLabel('Work email').fill('ada@form.example');
    await page.getByText('There is a problem').waitFor({ state: 'detached' });
    await send(page);
    const wrongType = page.locator('p', { hasText: 'Please attach a PDF or a Word document (DOCX)' });
    await wrongType.waitFor();
    expect(await focusedSummary(page)).toEqual(['Procurement brief (optional)']);
    expect(await page.title()).toMatch(/^Error: /);
    // An error that the server has found stays until its field changes.
    await page.getByLabel('Organisation').fill('Analytical Engines Ltd');
    expect(await wrongType.isVisible()).toBe(true);
    await page.getByLabel('Procurement brief (optional)').setInputFiles(brief);
    await wrongType.waitFor({ state: 'detached' });

    await page.route('**/api/enterprise-contact', (route) => route.abort());
    await send(page);
    await page.getByText('Failed to send message').first().waitFor();
    expect(await page.getByLabel('Organisation').inputValue()).toBe('Analytical Engines Ltd');
    await page.unroute('**/api/enterprise-contact');
    await send(page);
    const sendAnother = page.getByRole('button', { name: 'Send another message' });
    await sendAnother.waitFor();
    expect(await sendAnother.evaluate((element) => element === document.activeElement)).toBe(true);
    await sendAnother.click();
    expect(await page.getByLabel('Organisation').inputValue()).toBe('');
  });
});

describe('without JavaScript, the enterprise form', () => {
  it('is returned in its mode with errors and what was typed, then posts and thanks', async () => {
    const { page } = await open('/enterprise/contact?mode=brief', { ...laptop, javaScriptEnabled: false, expectProblems: true });
    await fillIn(page, { email: 'nowhere' });
    await page.getByLabel('Procurement brief (optional)').setInputFiles(brief);
    await send(page);
    expect(await focusedSummary(page)).toEqual(['Work email', 'Procurement brief (optional)']);
    expect(await page.getByLabel('Sector').inputValue()).toBe('Data centres');
    await page.getByLabel('Work email').fill('ada@plain.example');
    await page.getByLabel('Procurement brief (optional)').setInputFiles(brief);
    await send(page);
    await page.getByText('Message sent successfully!').waitFor();
    expect(new URL(page.url()).pathname).toBe('/enterprise/contact');
  });
});
