import type { Locator, Page } from 'playwright';
import postgres from 'postgres';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { referenceOf } from '#src/lib/text/reference.ts';
import { laptop, phone, testBrowser } from '#tests/support/browser.ts';
import { nameIfCovered } from '#tests/support/covered-focus.ts';
import { focusedSummary } from '#tests/support/error-summary.ts';

const { open } = testBrowser();
const sql = postgres(inject('siteDatabaseUrl'), { max: 1 });
afterAll(() => sql.end());

async function openDialog(page: Page) {
  const opener = page.getByRole('button', { name: 'Email Us' }).first();
  await opener.click();
  const dialog = dialogOf(page);
  await dialog.waitFor();
  return { dialog, opener };
}

/** The page has the same form outside the dialog, too. */
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Email Us' });
const formInPage = (page: Page) => page.getByRole('region', { name: 'Send a message' });

async function fillIn(page: Locator, { name = 'Ada Lovelace', email = 'ada@browser.example' } = {}) {
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByRole('textbox', { name: 'Message (optional)' }).fill('How many tonnes are left?');
}

/** Stores in `window.shownFor` how long (ms) the success panel is visible before the dialog closes. */
async function measurePanel(page: Page) {
  await page.evaluate(() => {
    const dialog = document.querySelector('dialog');
    let shownAt = Number.NaN;
    new MutationObserver((_, observer) => {
      if (!dialog?.querySelector('[role=status]')?.textContent) return;
      shownAt = performance.now();
      observer.disconnect();
    }).observe(document.body, { subtree: true, childList: true });
    dialog?.addEventListener('close', () => Object.assign(window, { shownFor: performance.now() - shownAt }));
  });
}

describe('the contact dialog', () => {
  it('is closed at first, opens by its button, and returns the focus when Esc or Cancel closes it', async () => {
    const { page } = await open('/contact', laptop);
    expect(await page.getByRole('dialog').count()).toBe(0);
    const { dialog, opener } = await openDialog(page);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    expect(await opener.evaluate((element) => element === document.activeElement)).toBe(true);
    await openDialog(page);
    await dialogOf(page).getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'hidden' });
    expect(await opener.evaluate((element) => element === document.activeElement)).toBe(true);
  });

  it.each([true, false])('focuses its first field when it opens (scripts: %s)', async (scripts) => {
    const { page } = await open('/contact', { ...laptop, javaScriptEnabled: scripts });
    await page.getByRole('button', { name: 'Email Us' }).first().press('Enter');
    await page.keyboard.type('Ada Lovelace');
    expect(await dialogOf(page).getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Ada Lovelace');
    expect(await dialogOf(page).locator('[name="topic_note"]').inputValue()).toBe('');
  });

  it('sends when the form was shown, so that tools which fill in hidden fields do not cost anybody their message', async () => {
    const { page } = await open('/contact', laptop);
    await openDialog(page);
    await fillIn(dialogOf(page), { email: 'ticket@browser.example' });
    const sent = page.waitForRequest('**/api/rpc/contact.send*');
    await dialogOf(page).getByRole('button', { name: 'Send Message' }).click();
    const shownAt = Number.parseInt(/"form_ticket":"([0-9a-z]+)-/.exec((await sent).postData() ?? '')?.[1] ?? '', 36);
    expect(Date.now() - shownAt).toBeGreaterThan(0);
    expect(Date.now() - shownAt).toBeLessThan(60_000);
  });

  it('shows each error under its field on submit, with a red border, and revalidates on change', async () => {
    const { page } = await open('/contact', laptop);
    const { dialog } = await openDialog(page);
    await dialogOf(page).getByRole('textbox', { name: 'Name' }).fill('A');
    await dialogOf(page).getByRole('textbox', { name: 'Email' }).fill('nowhere');
    await dialogOf(page).getByRole('button', { name: 'Send Message' }).click();
    await dialog.getByText('Name must be at least 2 characters').waitFor();
    await dialog.getByText('Please enter a valid email address').waitFor();
    const name = dialogOf(page).getByRole('textbox', { name: 'Name' });
    expect(await name.getAttribute('aria-invalid')).toBe('true');
    // React has the ids that the server has written.
    expect(await name.getAttribute('aria-describedby')).toBe(`${await name.getAttribute('id')}-error`);
    expect(await name.evaluate((element) => getComputedStyle(element).borderTopColor)).toBe('rgb(179, 38, 30)');
    expect(await name.evaluate((element) => element === document.activeElement)).toBe(true);
    // As specified: the dialog has no summary, and the page's title stays.
    expect(await dialog.getByText('There is a problem').count()).toBe(0);
    expect(await page.title()).toMatch(/^Contact Carma/);
    await name.fill('Ad');
    await dialog.getByText('Name must be at least 2 characters').waitFor({ state: 'detached' });
    await name.fill('x'.repeat(101));
    await dialog.getByText('Name must be less than 100 characters').waitFor();
  });

  it('disables the buttons while sending, then shows success panel and toast, and closes 2 s later', async () => {
    const { page } = await open('/contact', laptop);
    await page.route('**/api/rpc/contact.send*', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 400));
      await route.continue();
    });
    const { dialog } = await openDialog(page);
    await measurePanel(page);
    await fillIn(dialogOf(page));
    await dialogOf(page).getByRole('button', { name: 'Send Message' }).click();
    const sending = dialogOf(page).getByRole('button', { name: 'Sending...' });
    await sending.waitFor();
    expect(await sending.isDisabled()).toBe(true);
    expect(await dialogOf(page).getByRole('button', { name: 'Cancel' }).isDisabled()).toBe(true);
    await page.keyboard.press('Escape');
    expect(await dialog.isVisible()).toBe(true);

    await dialog.getByRole('status').getByText('Message sent successfully!').first().waitFor();
    await page
      .getByRole('region', { name: /Notifications/ })
      .getByText("We'll get back to you within 24 hours.")
      .waitFor();
    await dialog.waitFor({ state: 'hidden' });
    const shownFor = await page.evaluate(() => (window as unknown as { shownFor: number }).shownFor);
    expect(shownFor).toBeGreaterThan(1_900);
    expect(shownFor).toBeLessThan(3_000);
    await openDialog(page);
    expect(await dialogOf(page).getByRole('textbox', { name: 'Name' }).inputValue()).toBe('');
  });

  it('shows one toast for 5 s in total, announced once, though the dialog closes meanwhile', async () => {
    const { page } = await open('/contact', { ...laptop, fresh: true });
    const { dialog } = await openDialog(page);
    await fillIn(dialogOf(page), { email: 'toast@browser.example' });
    await page.waitForLoadState('networkidle');
    // From here on the page's clock advances only when told to.
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    await dialogOf(page).getByRole('button', { name: 'Send Message' }).click();
    const region = page.getByRole('region', { name: /Notifications/ });
    await region.getByText("We'll get back to you within 24 hours.").waitFor();
    const toast = await region.getByRole('status').elementHandle();
    expect(await toast?.evaluate((element) => element.closest('dialog') !== null && !element.hasAttribute('aria-live'))).toBe(true);
    await page.clock.runFor(2_000);
    await dialog.waitFor({ state: 'hidden' });
    await region.getByText("We'll get back to you within 24 hours.").waitFor();
    const moved = () => toast?.evaluate((element) => element.isConnected && element.closest('dialog') === null && element.ariaLive);
    await expect.poll(moved).toBe('off');
    await page.clock.runFor(2_900);
    expect(await toast?.isVisible()).toBe(true);
    await page.clock.runFor(200);
    await expect.poll(() => toast?.evaluate((element) => element.isConnected)).toBe(false);
  });

  it.each([
    ['the network is gone', undefined],
    ['the server fails', 500],
  ])('keeps the form and shows the destructive toast, which covers no focus and closes by Esc, when %s', async (_what, status) => {
    const { page } = await open('/contact', { ...phone, expectProblems: true });
    await page.route('**/api/rpc/contact.send*', (route) => (status ? route.fulfill({ status, body: 'no' }) : route.abort()));
    const { dialog } = await openDialog(page);
    await fillIn(dialogOf(page));
    await dialogOf(page).getByRole('button', { name: 'Send Message' }).click();
    const toast = page.getByRole('region', { name: /Notifications/ });
    await toast.getByText('Failed to send message').waitFor();
    await toast.getByText('Please try again or contact us directly at hello@carma.example').waitFor();
    const send = dialogOf(page).getByRole('button', { name: 'Send Message' });
    const hasFocus = () => send.evaluate((element) => element === document.activeElement);
    await expect.poll(hasFocus).toBe(true);
    expect(await page.evaluate(nameIfCovered)).toBe('');
    await page.keyboard.press('F8');
    await page.keyboard.press('Escape');
    await toast.getByText('Failed to send message').waitFor({ state: 'detached', timeout: 3_000 });
    expect(await hasFocus()).toBe(true);
    expect(await dialog.isVisible()).toBe(true);
    expect(await dialogOf(page).getByRole('textbox', { name: 'Message (optional)' }).inputValue()).toBe('How many tonnes are left?');
    await page.unroute('**/api/rpc/contact.send*');
    await dialogOf(page).getByRole('button', { name: 'Send Message' }).click();
    await dialog.getByRole('status').getByText('Message sent successfully!').first().waitFor();
  });

  it('reports in a toast, and beside its button, which keeps the focus, that there is no connection', async () => {
    const { page } = await open('/contact', { ...laptop, expectProblems: true });
    const { dialog } = await openDialog(page);
    await fillIn(dialogOf(page));
    await page.waitForLoadState('networkidle');
    await page.context().setOffline(true);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    const toast = page.getByRole('region', { name: /Notifications/ });
    await toast.getByText('Failed to send message').waitFor();
    // Elsewhere the dialog, which scrolls, could cut it off.
    expect(await toast.evaluate((element) => element.matches('dialog :popover-open'))).toBe(true);
    await dialog.locator('form').getByRole('alert').getByText('Failed to send message').waitFor();
    const send = dialogOf(page).getByRole('button', { name: 'Send Message' });
    await expect.poll(() => send.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.context().setOffline(false);
    await page.keyboard.press('Enter');
    await dialog.getByRole('status').getByText('Message sent successfully!').first().waitFor();
  });

  it('opens with the subject filled in if the address names the topic, and leaves the focus on the button that opens it again', async () => {
    const { page } = await open('/contact?topic=strategy-call', laptop);
    await page.getByRole('dialog', { name: 'Email Us' }).getByText('Strategy call').waitFor();
    expect(await page.locator('dialog:modal').count()).toBe(1);
    // The deferred script, which adds the manifest, has loaded.
    await page.locator('link[rel="manifest"]').waitFor({ state: 'attached' });
    await page.keyboard.press('Escape');
    const opener = page.getByRole('button', { name: 'Email Us' }).first();
    await expect.poll(() => opener.evaluate((element) => element === document.activeElement)).toBe(true);
  });

  it('loses nothing submitted before the form is ready', async () => {
    const { page } = await open('/contact', laptop);
    // The form's code arrives late: everything is typed and sent before React has loaded it.
    await page.route('**/assets/contact-form*', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 1_500));
      await route.continue();
    });
    const { dialog } = await openDialog(page);
    await fillIn(dialogOf(page), { email: 'early@browser.example' });
    await dialogOf(page).getByRole('button', { name: 'Send Message' }).click();
    await dialog.getByRole('status').getByText('Message sent successfully!').first().waitFor();
    expect(page.url()).not.toContain('sent=');
  });
});

describe('without JavaScript, the contact dialog', () => {
  const plain = { ...laptop, javaScriptEnabled: false };

  it('opens, posts and thanks', async () => {
    const { page } = await open('/contact', plain);
    await openDialog(page);
    await fillIn(dialogOf(page), { email: 'plain@browser.example' });
    await dialogOf(page).getByRole('button', { name: 'Send Message' }).click();
    await page.getByText('Message sent successfully!').waitFor();
    expect(new URL(page.url()).search).toMatch(/^\?sent=Q-[0-9A-F]{8}$/);
  });

  it.each(['/contact', '/contact?topic=strategy-call'])('is closed by its Cancel button (%s)', async (path) => {
    const { page } = await open(path, plain);
    if (path === '/contact') await openDialog(page);
    await dialogOf(page).getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('dialog', { name: 'Email Us' }).waitFor({ state: 'hidden' });
  });

  it('is returned open with errors beside the fields and what was typed', async () => {
    const { page } = await open('/contact', { ...plain, expectProblems: true });
    await openDialog(page);
    await fillIn(dialogOf(page), { name: 'A' });
    await dialogOf(page).getByRole('button', { name: 'Send Message' }).click();
    expect(await focusedSummary(page)).toEqual(['Name must be at least 2 characters']);
    expect(await page.title()).toMatch(/^Error: Contact Carma/);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect(
      await dialogOf(page)
        .getByRole('textbox', { name: 'Name' })
        .evaluate((field) => field === document.activeElement),
    ).toBe(true);
    expect(await dialogOf(page).getByRole('textbox', { name: 'Message (optional)' }).inputValue()).toBe('How many tonnes are left?');
  });
});

describe('the contact form in the page', () => {
  it('stands beside two ways to the dialog, which stays closed', async () => {
    const { page } = await open('/contact', laptop);
    expect((await page.locator('body').innerText()).split('Email Us')).toHaveLength(3);
    expect(await page.getByRole('button', { name: 'Email Us' }).count()).toBe(2);
    await formInPage(page).getByRole('button', { name: 'Send Message' }).click();
    expect(await focusedSummary(page)).toEqual(['Name must be at least 2 characters', 'Please enter a valid email address']);
    expect(await page.title()).toMatch(/^Error: Contact Carma/);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    const name = formInPage(page).getByRole('textbox', { name: 'Name' });
    expect(await name.evaluate((field) => field === document.activeElement)).toBe(true);
    // What is mended leaves the summary; what goes wrong while somebody types is not added to it.
    await page.keyboard.type('Ada Lovelace');
    await formInPage(page).getByRole('link', { name: 'Name must be' }).waitFor({ state: 'detached' });
    await formInPage(page).getByRole('textbox', { name: 'Email' }).fill('ada@in-page.example');
    await formInPage(page).getByText('There is a problem').waitFor({ state: 'detached' });
    expect(await page.title()).toMatch(/^Contact Carma/);
    await name.fill('A');
    await formInPage(page).getByText('Name must be at least 2 characters').waitFor();
    expect(await page.getByText('There is a problem').count()).toBe(0);
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  it('sends as the dialog does, and keeps its thanks with the reference, which get the focus', async () => {
    const { page } = await open('/contact', phone);
    await fillIn(formInPage(page), { email: 'in-page@browser.example' });
    await formInPage(page).getByRole('button', { name: 'Send Message' }).click();
    const thanks = formInPage(page).getByRole('status');
    await thanks.getByText('Message sent successfully!').waitFor();
    await expect.poll(() => thanks.evaluate((panel) => panel === document.activeElement)).toBe(true);
    await page
      .getByRole('region', { name: /Notifications/ })
      .getByText("We'll get back to you within 24 hours.")
      .waitFor();
    const [sent] = await sql`select id, message from contact_messages where email = 'in-page@browser.example'`;
    expect(sent?.message).toBe('How many tonnes are left?');
    expect(await thanks.textContent()).toContain(`Your reference: ${referenceOf(sent?.id)}`);
  });

  it('returns what was typed with its errors in its own place, and thanks, without scripts', async () => {
    const { page } = await open('/contact', { ...laptop, javaScriptEnabled: false, expectProblems: true });
    const form = formInPage(page);
    await fillIn(form, { name: 'A', email: 'in-page-plain@browser.example' });
    await form.getByRole('button', { name: 'Send Message' }).click();
    expect(await focusedSummary(page)).toEqual(['Name must be at least 2 characters']);
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(await form.getByRole('textbox', { name: 'Message (optional)' }).inputValue()).toBe('How many tonnes are left?');
    await form.getByRole('textbox', { name: 'Name' }).fill('Ada Lovelace');
    await form.getByRole('button', { name: 'Send Message' }).click();
    await page.getByText('Message sent successfully!').waitFor();
  });
});
