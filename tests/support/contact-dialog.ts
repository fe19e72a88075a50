import type { Page } from 'playwright';

/** The contact dialog of a page, the button that opens it, and the one that sends its form. `show` opens it, `fillIn` fills its fields. */
export function contactDialog(page: Page) {
  const dialog = page.getByRole('dialog', { name: 'Write to us' });
  const opener = page.getByRole('button', { name: 'Email Us' }).first();
  const show = async () => {
    await opener.click();
    await dialog.waitFor();
  };
  const fillIn = async ({ name = 'Ada Lovelace', email = 'ada@browser.example', message = 'Hello' } = {}) => {
    for (const [label, text] of Object.entries({ Name: name, Email: email, Message: message }))
      await dialog.getByRole('textbox', { name: label }).fill(text);
  };
  return { dialog, opener, send: dialog.getByRole('button', { name: 'Send Message' }), show, fillIn };
}
