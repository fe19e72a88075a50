import { describe, expect, it } from 'vitest';
import { laptop, phone, testBrowser } from '#tests/support/browser.ts';
import { focusedSummary } from '#tests/support/error-summary.ts';

const { open } = testBrowser();

describe('an article', () => {
  it('returns the focus when its toast is closed by keyboard', async () => {
    const { page } = await open('/blog/blockchain-transparency', { ...laptop, permissions: ['clipboard-write'] });
    const copy = page.getByRole('button', { name: 'Copy Link' }).first();
    await copy.press('Enter');
    await page.getByRole('button', { name: 'Close' }).waitFor();
    await page.keyboard.press('F8');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Close' }).waitFor({ state: 'detached' });
    expect(await copy.evaluate((button) => button === document.activeElement)).toBe(true);
  });

  it('copies its address and confirms with a toast', async () => {
    const { page } = await open('/blog/blockchain-transparency', { ...laptop, permissions: ['clipboard-read', 'clipboard-write'] });
    await page.getByRole('button', { name: 'Copy Link' }).click();
    await page.getByText('Link copied', { exact: true }).waitFor();
    const address = await page.getByLabel('Address of this article').inputValue();
    expect(address).toMatch(/\/blog\/blockchain-transparency$/);
    // The site's scripts may not read the clipboard, so paste as a person would.
    const field = page.getByLabel('Address of this article');
    await field.evaluate((input: HTMLInputElement) => Object.assign(input, { readOnly: false, value: '' }).focus());
    await page.keyboard.press('ControlOrMeta+V');
    expect(await field.inputValue()).toBe(address);
  });

  it('shows its address instead of the button without scripts', async () => {
    const { page } = await open('/blog/blockchain-transparency', { ...laptop, javaScriptEnabled: false });
    expect(await page.getByLabel('Address of this article').isVisible()).toBe(true);
    expect(await page.getByRole('button', { name: 'Copy Link' }).isVisible()).toBe(false);
  });

  it('shows each table row separately on a phone, without overflow, labelled with its columns', async () => {
    const { page } = await open('/blog/verified-carbon-credits', phone);
    const table = page.getByRole('table', { name: 'What each stage of a credit’s life establishes' });
    const cell = table.getByRole('cell').nth(1);
    expect(await cell.evaluate((element) => getComputedStyle(element, '::before').content)).toBe('"What it establishes"');
    const { left, right } = await cell.evaluate((element) => element.getBoundingClientRect());
    expect(left).toBeGreaterThanOrEqual(0);
    expect(right).toBeLessThanOrEqual(375);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375);
  });
});

describe('the newsletter form', () => {
  it('shows the error under the field, revalidates on change, and thanks', async () => {
    const { page } = await open('/blog', laptop);
    const email = page.getByRole('textbox', { name: 'Email address' });
    await email.fill('nowhere');
    await page.getByRole('button', { name: 'Subscribe' }).click();
    expect(await focusedSummary(page)).toEqual(['Please enter a valid email address']);
    expect(await page.title()).toMatch(/^Error: /);
    await email.fill('ada@browser.example');
    await page.getByText('There is a problem').waitFor({ state: 'detached' });
    expect(await email.getAttribute('aria-invalid')).toBeNull();
    await email.press('Enter');
    await page.getByRole('status').getByText('You are subscribed').waitFor();
    expect(await email.isVisible()).toBe(false);
    expect(await page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('status');
  });

  it('shows the error between the field and the button on a phone', async () => {
    const { page } = await open('/blog', phone);
    const button = page.getByRole('button', { name: 'Subscribe' });
    await button.click();
    const error = await page.locator('p', { hasText: 'Please enter a valid email address' }).boundingBox();
    const field = await page.getByRole('textbox', { name: 'Email address' }).boundingBox();
    expect(error?.y).toBeGreaterThan(field?.y ?? 0);
    expect(error?.y).toBeLessThan((await button.boundingBox())?.y ?? 0);
  });

  it('keeps what was typed, and says what to do, if the server does not answer', async () => {
    const { page } = await open('/blog', { ...laptop, expectProblems: true });
    await page.route('**/api/rpc/**', (route) => route.abort());
    const email = page.getByRole('textbox', { name: 'Email address' });
    await email.fill('ada@browser.example');
    await page.getByRole('button', { name: 'Subscribe' }).click();
    await page.getByRole('alert').getByText('Please try again').waitFor();
    expect(await email.inputValue()).toBe('ada@browser.example');
  });

  it('works without scripts', async () => {
    const { page } = await open('/blog', { ...laptop, javaScriptEnabled: false, expectProblems: true });
    await page.getByRole('textbox', { name: 'Email address' }).fill('nowhere');
    await page.getByRole('button', { name: 'Subscribe' }).click();
    expect(await focusedSummary(page)).toEqual(['Please enter a valid email address']);
    await page.getByRole('textbox', { name: 'Email address' }).fill('plain@browser.example');
    await page.getByRole('button', { name: 'Subscribe' }).click();
    await page.getByText('You are subscribed').waitFor();
    expect(page.url()).toMatch(/\/blog\?subscribed=1#newsletter$/);
  });
});
