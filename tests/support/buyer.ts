import type { Page } from 'playwright';

/** Presses Tab until the focus is on what is sought; a keyboard has no other way. @throws Error when it is not reached. */
export async function tabTo(page: Page, role: string, name: string | RegExp, limit = 150): Promise<void> {
  const target = page.getByRole(role as Parameters<Page['getByRole']>[0], { name, exact: typeof name === 'string' }).first();
  await target.waitFor({ state: 'attached' });
  // Found once, not after each key: to name everything on a page takes longer than the key.
  let found = await target.elementHandle();
  for (let pressed = 0; pressed < limit; pressed += 1) {
    const state = await found?.evaluate((element) => (element.isConnected ? element === document.activeElement : 'gone'));
    if (state === true) return;
    if (state === 'gone') found = await target.elementHandle();
    await page.keyboard.press('Tab');
  }
  throw new Error(`${limit} times Tab did not reach ${role} ${name}`);
}
