import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { laptop, slowDown, testBrowser } from '#tests/support/browser.ts';
import { translate, translateInPlace } from '#tests/support/translate.ts';

const { open } = testBrowser();

const project = '/projects/cwm-ty-coch-hillside-woodland';
type Form = { path: string; form: string; text: [name: string, typed: string]; select?: [name: string, chosen: string]; sender?: string };
/** Every form that React hydrates, and the script that sends it. */
const forms: Form[] = [
  {
    path: '/contact?topic=strategy-call',
    form: 'form[action^="/api/contact"]',
    text: ['name', 'Ann Example'],
    sender: 'contact-sender',
  },
  {
    path: '/enterprise/contact',
    form: 'form[action^="/api/enterprise"]',
    text: ['organisation', 'Example Ltd'],
    select: ['sector', 'Retail'],
    sender: 'enterprise-sender',
  },
  { path: '/blog', form: 'form[action^="/api/newsletter"]', text: ['email', 'ann@firm.example'], sender: 'newsletter-sender' },
  { path: '/verify', form: 'form[action^="/api/verify"]', text: ['record', 'CR-000001'], sender: 'check-in-browser' },
  {
    path: '/shortlist?p=cwm-ty-coch-hillside-woodland:10',
    form: 'form[action^="/api/quote"]',
    text: ['organisation', 'Example Ltd'],
    sender: 'quote-sender',
  },
  { path: project, form: '#cost form', text: ['tonnes', '12'] },
  {
    path: `/contact?project=${project.split('/').at(-1)}`,
    form: '#quote form',
    text: ['organisation', 'Example Ltd'],
    sender: 'quote-sender',
  },
];
const enterprise = forms.filter(({ select }) => select);

const islands = (page: Page) => page.locator('[data-island="waiting"]');

/** Runs in the page. */
const hasFetched = (script: string) => performance.getEntriesByType('resource').some(({ name }) => name.includes(`/assets/${script}-`));

/** Marks everything that React must leave in place, and returns how much of it is still there. */
async function markPage(page: Page): Promise<() => Promise<boolean>> {
  const kept = await page.evaluateHandle(() => [
    ...document.querySelectorAll('header *, footer *, main h1, main input, main textarea, main select'),
  ]);
  return () => kept.evaluate((elements) => elements.length > 50 && elements.every((element) => element.isConnected));
}

describe.each([
  ['translated', forms, translate],
  // How a page is kept as served does not depend on its form.
  ['translated in place', enterprise, translateInPlace],
  ['as served', enterprise, undefined],
] as const)('%s,', (_, those, change) => {
  it.each(those)(
    '$path keeps what is typed, chosen, selected and focused before React and while it starts, and fetches what sends it',
    async ({ path, form, text: [name, typed], select, sender }) => {
      const { page } = await open('/livez', laptop);
      await slowDown(page, /\.js$/);
      await page.goto(path, { waitUntil: 'domcontentloaded' });
      const isKept = await markPage(page);
      if (change) await page.evaluate(change);
      const field = page.locator(`${form} [name="${name}"]`);
      await field.fill(typed);
      if (select) await page.locator(`${form} [name="${select[0]}"]`).selectOption(select[1]);
      await field.focus();
      // Fields for email addresses have no selection that scripts may set.
      for (const key of ['Home', 'ArrowRight', 'Shift+ArrowRight']) await field.press(key);
      // The translator goes on while React works.
      if (change) await page.evaluate(`setInterval(${change}, 20)`);
      await expect.poll(() => islands(page).count()).toBe(0);
      await field.press('x');
      expect(await field.inputValue()).toBe(`${typed[0]}x${typed.slice(2)}`);
      expect(await field.evaluate((input) => input === document.activeElement)).toBe(true);
      if (select) expect(await page.locator(`${form} [name="${select[0]}"]`).inputValue()).toBe(select[1]);
      expect(await isKept()).toBe(true);
      if (change) expect(await page.getByRole('heading', { level: 1 }).innerText()).toContain('«');
      if (sender) await page.waitForFunction(hasFetched, sender);
    },
  );
});

describe('a translated page', () => {
  it('keeps its dialog open and sends the message', async () => {
    const { page } = await open('/contact', laptop);
    await page.evaluate(translate);
    await page.getByRole('button', { name: 'Email Us' }).first().click();
    await page.locator('dialog [name="name"]').fill('Ann Example');
    await page.locator('dialog [name="email"]').fill('ann@translated.example');
    await page.locator('dialog').getByRole('button', { name: 'Send Message' }).click();
    await page.getByRole('dialog').getByRole('heading', { name: 'Thank you' }).waitFor();
  });

  it('works out what new tonnes cost, translated before or after React has started', async () => {
    const { page } = await open(project, laptop);
    const total = page.locator('#cost form dd').last();
    const given = await total.innerText();
    await page.evaluate(translate);
    await page.locator('[name="tonnes"]').fill('7');
    await expect.poll(() => islands(page).count()).toBe(0);
    await expect.poll(() => total.innerText()).not.toContain(given);
    const seven = await total.innerText();
    await page.evaluate(translate);
    await page.locator('[name="tonnes"]').fill('8');
    await expect.poll(() => total.innerText()).not.toContain(seven);
    await page.evaluate(translate);
    await page.locator('[name="tonnes"]').fill('7');
    await expect.poll(() => total.innerText()).toContain(seven);
  });

  it('checks for newer figures, again and again', async () => {
    const { page } = await open('/credits', laptop);
    await expect.poll(() => islands(page).count()).toBe(0);
    const result = page.getByText(/these are the current figures|the catalogue has changed/);
    await page.evaluate(translate);
    await page.getByRole('button', { name: 'Check for updates' }).click();
    await result.waitFor();
    await page.evaluate(translate);
    await page.getByRole('button', { name: /Check for updates|Show the new figures/ }).click();
    await result.waitFor();
  });
});

it('an element that an extension has inserted stays, and changes nothing', async () => {
  const { page } = await open('/livez', laptop);
  await slowDown(page, /\.js$/);
  await page.goto('/enterprise/contact', { waitUntil: 'domcontentloaded' });
  const isKept = await markPage(page);
  await page.evaluate(() => {
    const icon = Object.assign(document.createElement('div'), { id: 'extension' });
    document.querySelector('form [name="email"]')?.after(icon);
  });
  await page.locator('[name="name"]').fill('Ann');
  await expect.poll(() => islands(page).count()).toBe(0);
  expect(await page.locator('[name="name"]').inputValue()).toBe('Ann');
  expect(await page.locator('form #extension').count()).toBe(1);
  expect(await isKept()).toBe(true);
});
