import type { Page } from 'playwright';

/** Presses Tab until the element is focused, as a keyboard user has to. @throws Error when `limit` presses do not reach it. */
export async function tabTo(page: Page, role: string, name: string | RegExp, limit = 150): Promise<void> {
  const target = page.getByRole(role as Parameters<Page['getByRole']>[0], { name, exact: typeof name === 'string' }).first();
  await target.waitFor({ state: 'attached' });
  // Looked up once, not after each key press: computing every accessible name on a page takes longer than pressing a key.
  let found = await target.elementHandle();
  for (let pressed = 0; pressed < limit; pressed += 1) {
    const state = await found?.evaluate((element) => (element.isConnected ? element === document.activeElement : 'gone'));
    if (state === true) return;
    if (state === 'gone') found = await target.elementHandle();
    await page.keyboard.press('Tab');
  }
  throw new Error(`${limit} presses of Tab did not reach ${role} ${name}`);
}
