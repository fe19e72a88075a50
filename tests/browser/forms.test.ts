import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { limits } from '#server/platform/limits.ts';
import { allScripts, hasFocus, hold, hydrated, laptop, phone, testBrowser } from '#tests/support/browser.ts';
import { contactDialog } from '#tests/support/contact-dialog.ts';
import { nameIfCovered } from '#tests/support/covered-focus.ts';
import { focusedSummary } from '#tests/support/error-summary.ts';
import { changedByAdding } from '#tests/support/page-sweep.ts';

const { open } = testBrowser();

it('the contact dialog is closed at first, opens by its button with the focus in its first field, and returns it when Esc or Cancel closes it; after its thanks it closes by itself, even if it was opened before any script ran', async () => {
  // With motion, as most visitors have it.
  const { page } = await open('/contact', { ...laptop, reducedMotion: 'no-preference' });
  expect(await page.getByRole('dialog').count()).toBe(0);
  const { dialog, opener, send, show, fillIn } = contactDialog(page);
  const cancel = dialog.getByRole('button', { name: 'Cancel' });
  // Opened before any script ran, it is no modal dialog.
  await page.evaluate(() => document.querySelector('dialog')?.showPopover());
  await cancel.click();
  await dialog.waitFor({ state: 'hidden' });
  await opener.press('Enter');
  expect(await page.evaluate(() => getComputedStyle(document.body).overflow)).toBe('hidden');
  await page.keyboard.type('Ada');
  await expect.poll(() => dialog.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Ada');
  expect(await dialog.locator('[name="topic_note"]').inputValue()).toBe('');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await expect.poll(() => hasFocus(opener)).toBe(true);
  await show();
  await cancel.click();
  await dialog.waitFor({ state: 'hidden' });
  await expect.poll(() => hasFocus(opener)).toBe(true);
  await page.evaluate(() => document.querySelector('dialog')?.showPopover());
  await fillIn();
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await send.click();
  await dialog.getByRole('heading', { name: 'Thank you' }).waitFor();
  await page.clock.runFor(2_000);
  await dialog.waitFor({ state: 'hidden' });
});

it('the contact dialog shows each error under its field on submit, with a red border and all its styles, without motion, and revalidates on change', async () => {
  const { page } = await open('/contact', phone);
  const { dialog, send, show } = contactDialog(page);
  await show();
  expect(await dialog.evaluate((element) => element.getAnimations().length)).toBe(0);
  const name = dialog.getByRole('textbox', { name: 'Name' });
  await name.fill('A');
  await dialog.getByRole('textbox', { name: 'Email' }).fill('nowhere');
  await send.click();
  for (const error of ['Name must be at least 2 characters', 'Please enter a valid email address']) await dialog.getByText(error).waitFor();
  await expect.poll(() => name.getAttribute('aria-invalid')).toBe('true');
  // React has the ids that the server has written.
  expect(await name.getAttribute('aria-describedby')).toBe(`${await name.getAttribute('id')}-error`);
  expect(await name.evaluate((element) => getComputedStyle(element).borderTopColor)).toBe('rgb(155, 28, 21)');
  await expect.poll(() => hasFocus(name)).toBe(true);
  // As specified: the dialog has no summary, and the page's title stays.
  expect(await dialog.getByText('There is a problem').count()).toBe(0);
  expect(await page.title()).toMatch(/^Contact Carma/);
  await name.fill('Ad');
  await dialog.getByText('Name must be at least 2 characters').waitFor({ state: 'detached' });
  await name.fill('x'.repeat(101));
  await dialog.getByText('Name must be less than 100 characters').waitFor();
  expect(await changedByAdding(page)).toEqual([]);
});

it('the contact dialog disables the buttons while sending, then thanks and closes 2 s later, and shows one toast for 5 s in total, announced once', async () => {
  const { page } = await open('/contact', laptop);
  const deliver = await hold(page, /\/api\/trpc\/contact\.send/);
  const { dialog, send, show, fillIn } = contactDialog(page);
  await show();
  await fillIn({ email: 'toast@browser.example' });
  await page.waitForLoadState('networkidle');
  // From here on the page's clock advances only when told to.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  const sent = page.waitForRequest('**/api/trpc/contact.send*');
  await send.click();
  const sending = dialog.getByRole('button', { name: 'Sending...' });
  await sending.waitFor();
  for (const button of [sending, dialog.getByRole('button', { name: 'Cancel' })]) await expect.poll(() => button.isDisabled()).toBe(true);
  await page.keyboard.press('Escape');
  expect(await dialog.isVisible()).toBe(true);
  // The ticket says when the form was shown, not sent (a minute later by the page's clock): by it the server knows a hasty script.
  const shownAt = Number.parseInt(/"form_ticket":"([0-9a-z]+)-/.exec((await sent).postData() ?? '')?.[1] ?? '', 36);
  expect(Date.now() - shownAt).toBeGreaterThan(0);
  expect(Date.now() - shownAt).toBeLessThan(60_000);

  deliver();
  await dialog.getByRole('heading', { name: 'Thank you' }).waitFor();
  const region = page.getByRole('region', { name: /Notifications/ });
  await region.getByText("We'll get back to you within 24 hours.").waitFor();
  const toast = await region.getByRole('status').elementHandle();
  expect(await toast?.evaluate((element) => element.closest('dialog') !== null && !element.hasAttribute('aria-live'))).toBe(true);
  await page.clock.runFor(1_900);
  expect(await dialog.isVisible()).toBe(true);
  await page.clock.runFor(200);
  await dialog.waitFor({ state: 'hidden' });
  // Moved out of the dialog, it is not announced again.
  const liveOutside = () => toast?.evaluate((element) => element.isConnected && element.closest('dialog') === null && element.ariaLive);
  await expect.poll(liveOutside).toBe('off');
  // It waits for whoever reads it.
  await region.getByRole('status').hover();
  await page.clock.runFor(9_000);
  await page.mouse.move(2, 500);
  await page.clock.runFor(2_800);
  expect(await toast?.isVisible()).toBe(true);
  await page.clock.runFor(200);
  await expect.poll(() => toast?.evaluate((element) => element.isConnected)).toBe(false);
  await show();
  expect(await dialog.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('');
});

it('the contact dialog keeps the form without a connection, and says so in a toast, which covers no focus and closes by Esc', async () => {
  const { page } = await open('/contact', { ...phone, allowProblems: true });
  const keys: string[] = [];
  page.on('request', (request) => keys.push(...(request.headers()['idempotency-key']?.split(',') ?? [])));
  const { dialog, send, show, fillIn } = contactDialog(page);
  await show();
  await fillIn({ message: 'How many tonnes are left?' });
  await page.waitForLoadState('networkidle');
  await send.focus();
  const toast = page.getByRole('region', { name: /Notifications/ });
  await page.context().setOffline(true);
  await page.keyboard.press('Enter');
  await toast.getByRole('alert').getByText('Failed to send message').waitFor();
  await toast.getByText('Please try again or contact us directly at hello@carma.example').waitFor();
  // Elsewhere the dialog, which scrolls, could cut it off.
  await expect.poll(() => toast.evaluate((element) => element.matches('dialog :popover-open'))).toBe(true);
  // Said once: the form itself has no word of it.
  expect(await dialog.locator('form').getByText('Failed to send message').count()).toBe(0);
  await expect.poll(() => hasFocus(send)).toBe(true);
  await expect.poll(() => page.evaluate(nameIfCovered)).toBe('');
  // F8 leads to the toast; pressed again there, it does not forget where the focus was.
  for (const key of ['F8', 'F8', 'Escape']) await page.keyboard.press(key);
  await toast.getByText('Failed to send message').waitFor({ state: 'detached', timeout: 3_000 });
  await expect.poll(() => hasFocus(send)).toBe(true);
  expect(await dialog.isVisible()).toBe(true);
  const message = dialog.getByRole('textbox', { name: 'Message' });
  expect(await message.inputValue()).toBe('How many tonnes are left?');
  await page.context().setOffline(false);
  // Other words are another message: the first may have been stored, though its answer never came.
  await message.fill('How many tonnes are there?');
  await send.press('Enter');
  await dialog.getByRole('heading', { name: 'Thank you' }).waitFor();
  expect(new Set(keys).size).toBe(2);
});

it('the contact dialog opens with the subject filled in if the address names the topic; its button says that it is open, and has the focus afterwards', async () => {
  const { page } = await open('/contact?topic=strategy-call', laptop);
  const { dialog } = contactDialog(page);
  await dialog.getByText('Strategy call').waitFor();
  expect(await dialog.locator('[name=subject]').inputValue()).toBe('Strategy call');
  expect(await page.locator('dialog:modal').count()).toBe(1);
  const opener = page.locator('main [aria-haspopup="dialog"]').first();
  await expect.poll(() => opener.getAttribute('aria-expanded')).toBe('true');
  // The deferred script, which adds the manifest, has loaded.
  await page.locator('link[rel="manifest"]').waitFor({ state: 'attached' });
  await page.keyboard.press('Escape');
  await expect.poll(() => opener.getAttribute('aria-expanded')).toBe('false');
  await expect.poll(() => hasFocus(opener)).toBe(true);
});

it('without JavaScript, the contact dialog focuses its first field, is returned open with errors beside the fields and what was typed, then posts and thanks', async () => {
  const { page } = await open('/contact', { ...laptop, javaScriptEnabled: false, allowProblems: true });
  const { dialog, opener, send, show, fillIn } = contactDialog(page);
  const name = dialog.getByRole('textbox', { name: 'Name' });
  await opener.press('Enter');
  await page.keyboard.type('Ada');
  await expect.poll(() => name.inputValue()).toBe('Ada');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await show();
  await fillIn({ name: 'A', email: 'plain@browser.example', message: 'How many tonnes are left?' });
  await send.click();
  expect(await focusedSummary(page)).toEqual(['Name']);
  expect(await dialog.getByRole('textbox', { name: 'Message' }).inputValue()).toBe('How many tonnes are left?');
  await name.fill('Ada Lovelace');
  await send.click();
  await page.getByText('Message sent successfully!').waitFor();
  for (const repeated of [/Your reference: Q-[0-9A-F]{8}/, 'You wrote: How many tonnes are left?'])
    await page.getByText(repeated).waitFor();
});

const brief = { name: 'brief.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\n') };
const executable = { ...brief, buffer: Buffer.from('MZ') };

async function fillBrief(page: Page, { email = 'ada@form.example' } = {}) {
  const texts = {
    ...{ Name: 'Ada Lovelace', 'Work email': email, Organisation: 'Engines Ltd', 'Estimated volume (optional)': '12,000' },
    ...{ 'Timeframe (optional)': 'by 2027', 'Your brief': 'Twelve thousand tonnes, from 2027.' },
  };
  for (const [label, text] of Object.entries(texts)) await page.getByLabel(label, { exact: true }).fill(text);
  await page.getByLabel('Sector').selectOption('Data centres');
}
const sendBrief = (page: Page) => page.getByRole('button', { name: 'Send to Enterprise Team' }).click({ noWaitAfter: true });

it('the enterprise form shows errors on submit, before any script has loaded too, keeps what was typed when the network fails, then thanks and is empty, also after a reload', async () => {
  const { page, release } = await open('/enterprise/contact?mode=brief', { ...phone, allowProblems: true, holds: allScripts });
  await fillBrief(page, { email: 'nowhere' });
  await page.getByText('choosing again replaces them').waitFor();
  await page.getByLabel('Procurement brief (optional)').setInputFiles(executable);
  await sendBrief(page);
  release();
  expect(await focusedSummary(page)).toEqual(['Work email']);
  const listed = () => page.locator('form [aria-live] li').allTextContents();
  await expect.poll(listed).toEqual(['brief.pdf']);
  // Two files of two folders may have one name.
  await page.getByLabel('Procurement brief (optional)').setInputFiles([brief, brief]);
  await expect.poll(listed).toEqual(['brief.pdf', 'brief.pdf']);
  await page.getByLabel('Procurement brief (optional)').setInputFiles({ ...brief, name: 'plan.pdf' });
  await expect.poll(listed).toEqual(['plan.pdf']);
  await page.getByLabel('Procurement brief (optional)').setInputFiles([brief, { ...brief, name: 'map.png' }]);
  await expect.poll(listed).toEqual(['brief.pdf', 'map.png isn’t a PDF, Word (DOCX) or Excel (XLSX) file']);
  await page.getByLabel('Procurement brief (optional)').setInputFiles(executable);
  await page.getByLabel('Work email').fill('ada@form.example');
  await page.getByText('There is a problem').waitFor({ state: 'detached' });
  await sendBrief(page);
  const wrongType = page.locator('p', { hasText: 'Please attach PDF, Word (DOCX) or Excel (XLSX) files' });
  await wrongType.waitFor();
  expect(await focusedSummary(page)).toEqual(['Procurement brief (optional)']);
  await expect.poll(() => page.title()).toMatch(/^Error: /);
  // An error that the server has found stays until its field changes.
  await page.getByLabel('Organisation').fill('Analytical Engines Ltd');
  expect(await wrongType.isVisible()).toBe(true);
  await page.getByLabel('Procurement brief (optional)').setInputFiles(brief);
  await wrongType.waitFor({ state: 'detached' });

  const keys: unknown[] = [];
  page.on('request', (request) => request.method() === 'POST' && keys.push(request.headers()['idempotency-key']));
  await page.route('**/api/enterprise-contact', (route) => route.abort());
  await sendBrief(page);
  await page.getByText('Failed to send message').first().waitFor();
  expect(await page.getByLabel('Organisation').inputValue()).toBe('Analytical Engines Ltd');
  await page.unroute('**/api/enterprise-contact');
  const waits = await page.evaluateHandle(() => [] as number[]);
  await waits.evaluate((all) => Object.assign(AbortSignal, { timeout: (ms: number) => void all.push(ms) }));
  await sendBrief(page);
  await expect.poll(() => page.evaluate(() => document.activeElement?.querySelector('h2')?.textContent)).toBe('Thank you');
  expect(await waits.jsonValue()).toContain(limits.requestTimeoutMs);
  // Sent twice, it is one message.
  expect(keys).toEqual([expect.any(String), keys[0]]);
  const sendAnother = page.getByRole('button', { name: 'Send another message' });
  await sendAnother.waitFor();
  const said = 'You wrote: Twelve thousand tonnes, from 2027.';
  for (const repeated of ['Tonnes of CO₂e per year: 12,000', 'Timeframe: by 2027', said, 'Attachments: brief.pdf'])
    await page.getByText(repeated).waitFor();
  await sendAnother.click();
  await expect.poll(() => page.getByLabel('Organisation').inputValue()).toBe('');
  // Nor is there a draft of it any longer.
  await page.reload();
  await hydrated(page);
  expect(await page.getByLabel('Organisation').inputValue()).toBe('');
});

it('the enterprise form keeps what was typed when another kind of message is chosen', async () => {
  const { page } = await open('/enterprise/contact?mode=brief#form', laptop);
  await fillBrief(page, { email: 'kinds@form.example' });
  const typed = () => page.locator('form[data-draft]').evaluate((form: HTMLFormElement) => Object.fromEntries(new FormData(form)));
  expect(await typed()).toMatchObject({ kind: 'brief' });
  await page.getByRole('link', { name: 'Ask a question' }).click();
  await page.waitForURL((url) => !url.search.includes('mode=brief'));
  await hydrated(page);
  const kept = { kind: 'enquiry', email: 'kinds@form.example', sector: 'Data centres', message: 'Twelve thousand tonnes, from 2027.' };
  await expect.poll(typed).toMatchObject(kept);
});

it('the newsletter form shows the error between field and button, revalidates on change, keeps what was typed if the server does not answer, and thanks', async () => {
  const { page } = await open('/blog', { ...phone, allowProblems: true });
  const email = page.getByRole('textbox', { name: 'Email address' });
  const button = page.getByRole('button', { name: 'Subscribe' });
  await email.fill('nowhere');
  await button.click();
  expect(await focusedSummary(page)).toEqual(['Email address']);
  await expect.poll(() => page.title()).toMatch(/^Error: /);
  const error = await page.locator('p', { hasText: 'Please enter a valid email address' }).boundingBox();
  expect(error?.y).toBeGreaterThan((await email.boundingBox())?.y ?? Number.POSITIVE_INFINITY);
  expect(error?.y).toBeLessThan((await button.boundingBox())?.y ?? 0);
  await email.fill('ada@browser.example');
  await page.getByText('There is a problem').waitFor({ state: 'detached' });
  await expect.poll(() => page.title()).not.toMatch(/^Error: /);
  await expect.poll(() => email.getAttribute('aria-invalid')).toBeNull();

  await page.route('**/api/trpc/**', (route) => route.abort());
  await button.click();
  await page.getByRole('alert').getByText('Please try again').waitFor();
  expect(await email.inputValue()).toBe('ada@browser.example');
  await page.unroute('**/api/trpc/**');
  await email.press('Enter');
  await page.getByRole('status').getByText('You are subscribed').waitFor();
  await email.waitFor({ state: 'hidden' });
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('status');
});
