import { expect, it } from 'vitest';
import { laptop, testBrowser } from '#tests/support/browser.ts';

const { open } = testBrowser();

it('an article copies its address and confirms with a toast, which returns the focus when it is closed by keyboard', async () => {
  const { page } = await open('/blog/blockchain-transparency', { ...laptop, permissions: ['clipboard-read', 'clipboard-write'] });
  const copy = page.getByRole('button', { name: 'Copy Link' });
  await copy.press('Enter');
  await page.getByText('Link copied', { exact: true }).waitFor();
  // F8 leads to the notifications.
  for (const key of ['F8', 'Tab', 'Enter']) await page.keyboard.press(key);
  await page.getByRole('button', { name: 'Close' }).waitFor({ state: 'detached' });
  await expect.poll(() => copy.evaluate((button) => button === document.activeElement)).toBe(true);
  // The site's scripts may not read the clipboard, so paste as a person would.
  const field = page.getByLabel('Address of this article');
  const address = await field.inputValue();
  expect(address).toMatch(/\/blog\/blockchain-transparency$/);
  await field.evaluate((input: HTMLInputElement) => Object.assign(input, { readOnly: false, value: '' }).focus());
  await page.keyboard.press('ControlOrMeta+V');
  await expect.poll(() => field.inputValue()).toBe(address);
});
