import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { accessibilityViolations } from '#tests/support/accessibility.ts';
import { hasFocus, laptop, phone, slowDown, testBrowser } from '#tests/support/browser.ts';
import { sharedSite } from '#tests/support/own-site.ts';

const { open } = testBrowser();
const { sql } = sharedSite();

const panel = (page: Page, id: string) => page.locator(`#${id}`);
const tooltip = (page: Page) => page.getByRole('tooltip');

/** The features with a demo: its title, its id, and a text that is hidden until it is opened. */
const features = [
  ['Real Time Credit Tracking', 'demo-credit-tracking', 'Karoo Ridge Wind'],
  ['Geospatial Verification', 'demo-geospatial', 'Projects on the map, by name'],
  ['Retirement Certificates', 'demo-certificate', 'The fields of a certificate'],
  ['Integrations', 'demo-integrations', 'Fields and units of the response'],
] as const;

it.each([
  ['with', true],
  ['without', false],
])('the features of the impact hub each open their demo and close it again, %s JavaScript, within 320 px', async (_, javaScriptEnabled) => {
  const { page } = await open('/impact-hub', { ...laptop, javaScriptEnabled });
  for (const [title, id, hidden] of features) {
    const more = panel(page, id).getByText(hidden, { exact: true }).first();
    expect(await more.isVisible(), title).toBe(false);
    await page.getByRole('region', { name: title }).getByRole('button', { name: 'Access Feature' }).click();
    await more.waitFor();
    await panel(page, id).getByRole('link', { name: 'Close the feature' }).click();
    await more.waitFor({ state: 'hidden' });
  }
  await page.goto('/impact-hub#demo-credit-tracking');
  const [projects] = await sql<[{ count: number }]>`select count(*)::int as count from carbon_projects`;
  const table = 'table:has(caption:text-is("Projects: status, available credits, price and last change"))';
  expect(await panel(page, 'demo-credit-tracking').locator(`${table} tbody tr:visible`).count()).toBe(projects.count);

  await page.setViewportSize({ width: 320, height: 640 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  // One column, in the order of the features.
  const map = await page.getByRole('group', { name: 'United Kingdom: ' }).boundingBox();
  const certificate = await page.getByText('Certificate of retirement').boundingBox();
  expect(map?.y).toBeLessThan(certificate?.y ?? 0);
});

it('the map on /geospatial names the project at a mark, which is large enough for a finger and leads to it, by keyboard too', async () => {
  const { page } = await open('/geospatial', phone);
  // Each map is aligned with its base map, which is loaded when in view.
  for (const name of ['United Kingdom: ', 'Elsewhere: ']) {
    const map = page.getByRole('group', { name });
    await map.scrollIntoViewIfNeeded();
    const ground = map.locator('xpath=preceding-sibling::img');
    await expect.poll(() => ground.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0)).toBe(true);
    expect(await ground.boundingBox()).toEqual(await map.boundingBox());
  }
  // Some marks are drawn only where the map is wide.
  const sizes = await page.locator('svg[role="group"] a:visible').evaluateAll((links) =>
    links.map((link) => {
      const { width, height } = link.getBoundingClientRect();
      return Math.min(width, height);
    }),
  );
  expect(sizes).not.toEqual([]);
  expect(Math.min(...sizes)).toBeGreaterThanOrEqual(24);
  // Of single projects, not of groups.
  const marks = page.getByRole('group', { name: 'United Kingdom: ' }).locator('a:has(path)');
  // Each mark is served with a title, which the script of the tooltips takes away.
  const served = await (await fetch(page.url())).text();
  expect(served).toMatch(/<a [^>]*href="\/projects\/[^"]+"[^>]*><title>/);
  const [first, second] = await marks.evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  const [project] = await sql<[{ title: string }]>`select title from carbon_projects where '/projects/' || slug = ${first ?? ''}`;
  await marks.first().hover();
  await tooltip(page).getByText(project.title, { exact: true }).waitFor();
  expect(await tooltip(page).innerText()).toMatch(/° N, .*° [EW]/);
  expect(await marks.first().locator('title').count()).toBe(0);
  // The tooltip of the westernmost mark fits into the window, too.
  const places = await marks.evaluateAll((links) => links.map((link) => link.getBoundingClientRect().x));
  await marks.nth(places.indexOf(Math.min(...places))).hover();
  await tooltip(page).getByText(project.title, { exact: true }).waitFor({ state: 'detached' });
  expect((await tooltip(page).boundingBox())?.x).toBeGreaterThanOrEqual(0);

  await marks.first().focus();
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('href'));
  while ((await focused()) !== second) await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.waitForURL(`**${second}`);
});

it('the map on /geospatial has the coordinates listed in full on request, without JavaScript', async () => {
  const { page } = await open('/geospatial', { ...phone, javaScriptEnabled: false });
  const rows = page.locator('#all-places tbody tr:visible');
  // So many are shown until all are asked for.
  expect(await rows.count()).toBe(3);
  await page.getByRole('link', { name: /^List places \(\d+\)$/ }).click();
  await rows.nth(3).waitFor();
  const [located] = await sql<[{ count: number }]>`select count(*)::int as count from carbon_projects where latitude is not null`;
  await expect.poll(() => rows.count()).toBe(located.count);
});

it('a tooltip explains a term when the first key press of a visit focuses it, without accessibility violations, and closes with Esc', async () => {
  const { page } = await open('/impact-hub', laptop);
  const tracking = page.getByRole('region', { name: 'Real Time Credit Tracking' });
  const term = tracking.getByRole('link', { name: 'tCO₂e', exact: true });
  // The tooltip's code arrives long after the focus.
  await slowDown(page, /\/tooltips-/);
  await tracking.getByRole('button', { name: 'Learn More' }).focus();
  await page.keyboard.press('Tab');
  await expect.poll(() => hasFocus(term)).toBe(true);
  await tooltip(page).getByText('One tonne of CO₂').waitFor();
  const description = await term.evaluate((link) => document.getElementById(link.getAttribute('aria-describedby') ?? '')?.textContent);
  expect(description).toContain('One credit is one tCO₂e.');
  expect(await accessibilityViolations(page, { parts: ['[role="tooltip"]', 'ul:has([data-tip])'] })).toEqual([]);
  await page.keyboard.press('Escape');
  await tooltip(page).waitFor({ state: 'detached' });
  expect(await hasFocus(term)).toBe(true);
});

// product.md, section 9: "Tooltip delay 700 ms, skip delay 300 ms".
it('a tooltip opens after 700 ms under the pointer, and at once within 300 ms of another that has closed', async () => {
  const { page } = await open('/livez', laptop);
  // The clock has to be installed before the page whose tooltips it times.
  await page.clock.install();
  await page.goto('/impact-hub');
  const terms = page.locator('#demo-credit-tracking ul:has([data-tip])');
  const [tonne, standard] = [terms.getByRole('link', { name: 'tCO₂e' }), terms.getByRole('link', { name: 'Standard' })];
  // The script is there once it has taken the titles away.
  await page.locator('[data-tip][aria-label]').first().waitFor({ state: 'attached' });
  await page.clock.pauseAt(Date.now() + 60_000);
  await tonne.hover();
  await page.clock.runFor(690);
  expect(await tooltip(page).count()).toBe(0);
  await page.clock.runFor(20);
  await tooltip(page).getByText('One tonne of CO₂').waitFor();
  // It stays while the pointer is on it, and closes soon after.
  await tooltip(page).hover();
  await page.clock.runFor(1_000);
  expect(await tooltip(page).count()).toBe(1);
  await page.mouse.move(2, 2);
  await page.clock.runFor(200);
  expect(await tooltip(page).count()).toBe(0);
  await tonne.hover();
  await page.clock.runFor(1);
  await tonne.dispatchEvent('pointerdown');
  expect(await tooltip(page).count()).toBe(0);
  await page.clock.runFor(290);
  await standard.hover();
  await page.clock.runFor(1);
  await tooltip(page).getByText('The rulebook').waitFor();
  await page.keyboard.press('Escape');
  await page.clock.runFor(310);
  await tonne.hover();
  await page.clock.runFor(1);
  expect(await tooltip(page).count()).toBe(0);
});
