import { describe, expect, it } from 'vitest';
import { laptop, phone, testBrowser } from '#tests/support/browser.ts';
import { focusedSummary } from '#tests/support/error-summary.ts';

const { open } = testBrowser();

describe('an article', () => {
  it('copies its address and confirms with a toast, which returns the focus when it is closed by keyboard', async () => {
    const { page } = await open('/blog/blockchain-transparency', { ...laptop, permissions: ['clipboard-read', 'clipboard-write'] });
    const copy = page.getByRole('button', { name: 'Copy Link' });
    await copy.press('Enter');
    await page.getByText('Link copied', { exact: true }).waitFor();
    await page.keyboard.press('F8');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Close' }).waitFor({ state: 'detached' });
    expect(await copy.evaluate((button) => button === document.activeElement)).toBe(true);
    // The site's scripts may not read the clipboard, so paste as a person would.
    const field = page.getByLabel('Address of this article');
    const address = await field.inputValue();
    expect(address).toMatch(/\/blog\/blockchain-transparency$/);
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
  it('shows the error between field and button, revalidates on change, keeps what was typed if the server does not answer, and thanks', async () => {
    const { page } = await open('/blog', { ...phone, expectProblems: true });
    const email = page.getByRole('textbox', { name: 'Email address' });
    const button = page.getByRole('button', { name: 'Subscribe' });
    await email.fill('nowhere');
    await button.click();
    expect(await focusedSummary(page)).toEqual(['Email address']);
    expect(await page.title()).toMatch(/^Error: /);
    const error = await page.locator('p', { hasText: 'Please enter a valid email address' }).boundingBox();
    expect(error?.y).toBeGreaterThan((await email.boundingBox())?.y ?? Number.POSITIVE_INFINITY);
    expect(error?.y).toBeLessThan((await button.boundingBox())?.y ?? 0);
    await email.fill('ada@browser.example');
    await page.getByText('There is a problem').waitFor({ state: 'detached' });
    expect(await email.getAttribute('aria-invalid')).toBeNull();

    await page.route('**/api/trpc/**', (route) => route.abort());
    await button.click();
    await page.getByRole('alert').getByText('Please try again').waitFor();
    expect(await email.inputValue()).toBe('ada@browser.example');
    await page.unroute('**/api/trpc/**');
    await email.press('Enter');
    await page.getByRole('status').getByText('You are subscribed').waitFor();
    expect(await email.isVisible()).toBe(false);
    expect(await page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('status');
  });

  it('works without scripts', async () => {
    const { page } = await open('/blog', { ...laptop, javaScriptEnabled: false, expectProblems: true });
    await page.getByRole('textbox', { name: 'Email address' }).fill('nowhere');
    await page.getByRole('button', { name: 'Subscribe' }).click();
    expect(await focusedSummary(page)).toEqual(['Email address']);
    await page.getByRole('textbox', { name: 'Email address' }).fill('plain@browser.example');
    await page.getByRole('button', { name: 'Subscribe' }).click();
    await page.getByText('You are subscribed').waitFor();
    expect(page.url()).toMatch(/\/blog\?subscribed=1#newsletter$/);
  });
});
