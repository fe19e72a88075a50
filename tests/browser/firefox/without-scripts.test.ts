import { expect, it } from 'vitest';
import { laptop, phone } from '#tests/support/browser.ts';
import { testFirefox } from '#tests/support/firefox.ts';

const open = testFirefox({ 'javascript.enabled': false });

// Without scripts only functions that return at once can be evaluated in the page.

it('the header over the home hero is solid, because Firefox has no scroll-driven animations', async () => {
  const page = await open('/', laptop);
  expect(await page.evaluate(() => matchMedia('(scripting: none)').matches)).toBe(true);
  const hasAnimations = await page.evaluate(() => CSS.supports('animation-timeline: scroll()'));
  const background = () => getComputedStyle(document.querySelector('header') as Element).backgroundColor;
  expect(await page.evaluate(background)).toBe(hasAnimations ? 'rgba(0, 0, 0, 0)' : 'rgb(245, 241, 230)');
});

it('the contact dialog opens with the focus in its first field, and Cancel closes it', async () => {
  const page = await open('/contact', phone);
  const press = async (selector: string) => {
    const at = await page.evaluate((which) => {
      const { left, top } = (document.querySelector(which) as Element).getBoundingClientRect();
      return [left + 10, top + 10] as const;
    }, selector);
    await page.mouse.click(...at);
  };
  const isOpen = () => page.evaluate(() => document.querySelector('dialog')?.checkVisibility());
  await press('[aria-haspopup=dialog]');
  expect(await isOpen()).toBe(true);
  await page.keyboard.type('Ada');
  expect(await page.evaluate(() => document.querySelector<HTMLInputElement>('dialog [name=name]')?.value)).toBe('Ada');
  await press('dialog form button');
  expect(await isOpen()).toBe(false);
});
