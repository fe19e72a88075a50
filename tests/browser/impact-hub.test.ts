import type { Locator, Page } from 'playwright';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { accessibilityViolations } from '#tests/support/accessibility.ts';
import { laptop, phone, testBrowser } from '#tests/support/browser.ts';
import { focusedSummary } from '#tests/support/error-summary.ts';

const { open } = testBrowser();
const sql = postgres(inject('siteDatabaseUrl'), { max: 1 });
afterAll(() => sql.end());

/** product.md, section 9: "Tooltip delay 700 ms, skip delay 300 ms". */
const delay = 700;
const skipDelay = 300;

const panel = (page: Page, id: string) => page.locator(`#${id}`);
const tooltip = (page: Page) => page.getByRole('tooltip');

describe.each([
  ['with JavaScript', true],
  ['without JavaScript', false],
])('the features of the impact hub, %s', (_how, javaScriptEnabled) => {
  it('each open their demo and close it again', async () => {
    const { page } = await open('/impact-hub', { ...laptop, javaScriptEnabled });
    for (const [title, id, hidden] of [
      ['Real Time Credit Tracking', 'demo-credit-tracking', 'Karoo Ridge Wind'],
      ['Geospatial Verification', 'demo-geospatial', 'Every project on the map, by name'],
      ['Retirement Certificates', 'demo-certificate', 'The fields of a certificate'],
      ['Integrations', 'demo-integrations', 'Fields and units of the response'],
    ] as const) {
      const more = panel(page, id).getByText(hidden, { exact: true }).first();
      expect(await more.isVisible(), title).toBe(false);
      await page.getByRole('region', { name: title }).getByRole('link', { name: 'Access Feature' }).click();
      await more.waitFor();
      await panel(page, id).getByRole('link', { name: 'Close the feature' }).click();
      await more.waitFor({ state: 'hidden' });
    }
  });

  it('show every row of the catalogue with the figures in the database, above the footer, and do not scroll sideways at 320 px', async () => {
    const { page } = await open('/impact-hub#demo-credit-tracking', { ...laptop, javaScriptEnabled });
    const projects = await sql<{ title: string; availableCredits: number; status: string; units: string | null }[]>`
      select title, available_credits as "availableCredits", status, units_status as units from carbon_projects
    `;
    const rows = await panel(page, 'demo-credit-tracking')
      .locator('table:has(caption:text-is("Projects: status, available credits, price and last change")) tbody tr:visible')
      .evaluateAll((shown) =>
        shown.map((row): [title: string, text: string] => [row.querySelector('a')?.innerText ?? '', (row as HTMLElement).innerText]),
      );
    expect(rows).toHaveLength(projects.length);
    const texts = new Map(rows);
    for (const { title, availableCredits, status } of projects) {
      const text = texts.get(title);
      expect(text).toContain(availableCredits.toLocaleString('en-GB'));
      expect(text).toContain(status === 'Not yet on sale' ? 'Not yet on sale' : availableCredits > 0 ? 'On sale' : 'Sold out');
    }
    // Issued and expected credits are never added up.
    const main = await page.getByRole('main').innerText();
    for (const kind of ['issued', 'expected', null]) {
      const those = projects.filter(({ status, units }) => status === 'On sale' && units === kind);
      const forSale = those.reduce((sum, { availableCredits }) => sum + availableCredits, 0);
      expect(main).toContain(forSale.toLocaleString('en-GB'));
    }

    await page.setViewportSize({ width: 320, height: 640 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    const map = await page.getByRole('group', { name: 'Projects in the British Isles' }).boundingBox();
    const certificate = await page.getByText('Certificate of retirement').boundingBox();
    expect(map?.y).toBeLessThan(certificate?.y ?? 0);
  });
});

describe('the demos', () => {
  it('quote the API verbatim', async () => {
    const { page } = await open('/impact-hub', laptop);
    const answer = (await (await fetch(`${inject('siteUrl')}/api/carbon-projects`)).json()) as unknown[];
    const lines = await panel(page, 'demo-integrations').locator('pre code > span').allTextContents();
    expect(JSON.parse(lines.join('\n'))).toEqual(answer[0]);
  });

  it('show a change of the catalogue on the next visit', async () => {
    await sql`update carbon_projects set available_credits = 987654 where slug = 'strathnairn-birch-and-rowan'`;
    await expect.poll(async () => (await fetch(`${inject('siteUrl')}/impact-hub`)).text(), { timeout: 10_000 }).toContain('987,654');
    const { page } = await open('/impact-hub#demo-credit-tracking', laptop);
    await panel(page, 'demo-credit-tracking').getByText('987,654').waitFor();
  });

  it('show the latest certificate on the record, marked as a sample, with links to open and to check it', async () => {
    const { page } = await open('/impact-hub', phone);
    const certificate = panel(page, 'demo-certificate');
    await certificate.getByText('Sample', { exact: true }).waitFor();
    const number = await certificate
      .getByText(/^CR-\d{6,}$/)
      .first()
      .innerText();
    expect(await certificate.getByRole('link', { name: 'Open this certificate' }).getAttribute('href')).toBe(`/certificates/${number}`);
    expect(await certificate.getByRole('link', { name: 'Check it' }).getAttribute('href')).toBe(`/verify?certificate=${number}`);
    expect(await certificate.innerText()).not.toMatch(/0x[0-9a-f]{4,}/i);
  });
});

describe.each(['/impact-hub', '/geospatial'])('the map of %s', (path) => {
  it('is aligned with its base map, has targets large enough for a finger, and links each ring to its project, by keyboard too', async () => {
    const { page } = await open(path, phone);
    // The base map is loaded when in view.
    for (const name of ['Projects in the British Isles', 'Projects in the rest of the world']) {
      const marks = page.getByRole('group', { name });
      await marks.scrollIntoViewIfNeeded();
      const ground = marks.locator('xpath=preceding-sibling::img');
      await expect.poll(() => ground.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0)).toBe(true);
      expect(await ground.boundingBox()).toEqual(await marks.boundingBox());
    }
    const sizes = await page.locator('svg[role="group"] a').evaluateAll((links) =>
      links.map((link) => {
        const { width, height } = link.getBoundingClientRect();
        return Math.min(width, height);
      }),
    );
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(24);

    const rings = page.getByRole('group', { name: 'Projects in the British Isles' }).getByRole('link');
    const [first, second] = await rings.evaluateAll((links) => links.map((link) => link.getAttribute('href')));
    expect(first).toMatch(/^\/projects\/[a-z0-9-]+$/);
    await rings.first().focus();
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('href'))).toBe(second);
    await page.keyboard.press('Enter');
    await page.waitForURL(`**${second}`);
  });
});

describe('a tooltip', () => {
  it('explains a term when the first key press of a visit focuses it, and closes with Esc', async () => {
    const { page } = await open('/impact-hub', laptop);
    const tracking = page.getByRole('region', { name: 'Real Time Credit Tracking' });
    const term = tracking.getByRole('link', { name: 'tCO₂e', exact: true });
    // The tooltip's code arrives long after the focus.
    await page.route('**/assets/tooltip-*', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      await route.continue();
    });
    await tracking.getByRole('link', { name: 'Learn More' }).focus();
    await page.keyboard.press('Tab');
    expect(await term.evaluate((link) => link === document.activeElement)).toBe(true);
    await tooltip(page).getByText('One tonne of CO₂').waitFor();
    const description = await term.evaluate((link) => document.getElementById(link.getAttribute('aria-describedby') ?? '')?.textContent);
    expect(description).toContain('One credit is one tCO₂e.');
    await page.keyboard.press('Escape');
    await tooltip(page).waitFor({ state: 'detached' });
    expect(await term.evaluate((link) => link === document.activeElement)).toBe(true);
  });

  it('opens after 700 ms under the pointer, and the next one at once', async () => {
    const { page } = await open('/impact-hub', { ...laptop, reducedMotion: 'reduce' });
    // React loads on the first interaction; measure the delays after that.
    const terms = page.locator('#demo-credit-tracking ul[data-island="ready"]');
    await expect
      .poll(async () => {
        await page.keyboard.press('Shift');
        return terms.count();
      })
      .toBe(1);
    await terms.scrollIntoViewIfNeeded();
    await page.evaluate(watchTooltips);
    await moveTo(page, terms.getByRole('link', { name: 'tCO₂e' }));
    await tooltip(page).getByText('One tonne of CO₂').waitFor();
    await moveTo(page, terms.getByRole('link', { name: 'Standard' }));
    await tooltip(page).getByText('The rulebook').waitFor();
    const [first, next] = await page.evaluate(() => (globalThis as unknown as { waits: number[] }).waits);
    expect(first).toBeGreaterThan(delay - 20);
    expect(first).toBeLessThan(delay + 500);
    expect(next).toBeLessThan(skipDelay);
  });

  it.each(['/impact-hub', '/impact-hub#demo-geospatial'])('does not replace the links of %s while it loads', async (address) => {
    const { page } = await open(address, { ...laptop, reducedMotion: 'reduce' });
    await page.route('**/assets/tooltip-*', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 500));
      await route.continue();
    });
    const term = await page.locator('ul[data-island] a').first().elementHandle();
    await page.locator('ul[data-island] a').first().hover();
    await page.mouse.move(0, 0);
    await term?.hover();
    await tooltip(page).waitFor();
    expect(await term?.evaluate((link) => link.isConnected)).toBe(true);
  });

  it("names the project at a ring of the map, and suppresses the browser's own tooltip", async () => {
    const { page } = await open('/geospatial', laptop);
    const ring = page.getByRole('group', { name: 'Projects in the British Isles' }).getByRole('link').first();
    // As served. React, which has tooltips of its own, takes them away.
    const served = await (await fetch(page.url())).text();
    expect(served).toMatch(/<a [^>]*href="\/projects\/[^"]+"[^>]*><title>/);
    await ring.hover();
    await tooltip(page)
      .getByText(/° N, .*° [EW]/)
      .waitFor();
    expect(await ring.locator('title').count()).toBe(0);
  });
});

/** Runs in the page: records the time (ms) between the pointer reaching a term and its tooltip opening. */
function watchTooltips() {
  const waits: number[] = [];
  Object.assign(globalThis, { waits });
  let enteredAt = 0;
  let shown = '';
  document.addEventListener('pointerover', ({ target }) => {
    if (target instanceof Element && target.closest('ul[data-island] a')) enteredAt = performance.now();
  });
  new MutationObserver(() => {
    const text = document.querySelector('[role="tooltip"]')?.textContent ?? '';
    if (text && text !== shown) waits.push(performance.now() - enteredAt);
    shown = text;
  }).observe(document.body, { childList: true, subtree: true, characterData: true });
}

/** Moves the pointer in steps, as a hand does. */
async function moveTo(page: Page, target: Locator) {
  const box = await target.boundingBox();
  if (!box) throw new Error('The target is not visible');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 12 });
}

describe('the coordinates on /geospatial', () => {
  it.each([true, false])('are listed in full on request (JavaScript: %s)', async (javaScriptEnabled) => {
    const { page } = await open('/geospatial', { ...phone, javaScriptEnabled });
    const rows = page.locator('#all-places tbody tr:visible');
    expect(await rows.count()).toBe(3);
    await page.getByRole('link', { name: /^List every place \(\d+\)$/ }).click();
    await rows.nth(30).waitFor();
    const [located] = await sql<[{ count: number }]>`select count(*)::int as count from carbon_projects where latitude is not null`;
    expect(await rows.count()).toBe(located.count);
  });
});

it.each([
  ['/impact-hub', ['#demo-credit-tracking', '#demo-geospatial', '#demo-certificate', '#demo-integrations']],
  ['/geospatial', ['#all-places']],
])('no content on %s that opens has accessibility violations with a tooltip open', async (path, hashes) => {
  const { page } = await open(path, { ...laptop, reducedMotion: 'reduce' });
  for (const hash of hashes) {
    await page.evaluate((target) => location.assign(target), hash);
    await page.locator(`${hash}:target`).waitFor();
    await page.locator('ul[data-island] a').first().hover();
    await tooltip(page).waitFor();
    // accessibility.test.ts checks the rest of both pages.
    expect(await accessibilityViolations(page, { parts: [hash, '[role="tooltip"]', 'ul[data-island]'] }), hash).toEqual([]);
    await page.mouse.move(-1, -1);
    await tooltip(page).waitFor({ state: 'detached' });
  }
});

describe('/verify in the browser', () => {
  // The record of the samples is made after the site has started.
  beforeAll(() =>
    vi.waitFor(async () => expect((await fetch(new URL('/certificates/CR-000001.json', inject('siteUrl')))).status).toBe(200), {
      timeout: 60_000,
    }),
  );
  const check = async (page: Page) => {
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await page.getByRole('status').getByText('Checked in your browser.').waitFor();
    return page.getByRole('status').innerText();
  };
  const choose = (page: Page, name: string, buffer: Buffer) =>
    page.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/octet-stream', buffer });
  const fact = /^\d+ tCO₂e of .+ retired for .+ on \d+ \S+ \d{4}/;

  it('checks a certificate by its number, and says what is recorded under it', async () => {
    const { page } = await open('/verify', laptop);
    await page.getByRole('textbox').fill('cr-000001');
    expect(await check(page)).toMatch(fact);
    const again = await check(page);
    expect(again).toMatch(/It had (\d+) entries then and has \1 now; no earlier entry has changed\./);
    expect(again).toMatch(/beneficiary “.+”/);
  });

  it('says that a number is not on the record, which is no forgery', async () => {
    const { page } = await open('/verify', { ...laptop, expectProblems: true });
    await page.getByRole('textbox').fill('cr-999999');
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await page.getByRole('status').getByText('There is no certificate CR-999999 on this record.').waitFor();
  });

  it('shows where the units of a serial number are, in any spelling, and offers the search for words', async () => {
    const { page } = await open('/verify', laptop);
    await page.getByRole('textbox').fill('Harbour & Sons');
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    const search = page.getByRole('status').getByRole('link', { name: 'Search the record for “Harbour & Sons”' });
    expect(await search.getAttribute('href')).toBe('/record?q=Harbour%20%26%20Sons');
    await expect
      .poll(() =>
        page
          .getByRole('status')
          .first()
          .evaluate((panel) => panel === document.activeElement),
      )
      .toBe(true);
    await page.getByRole('textbox').fill('sample\u20130010-2024-1 to 3');
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await page.waitForURL('**/record?q=*');
    expect(await page.locator('main [role=status]').innerText()).toContain('SAMPLE-0010-2024-1 to ');
  });

  it('says that it could not finish, and not that a certificate is bad, while an address does not answer', async () => {
    const { page } = await open('/verify', { ...laptop, expectProblems: true });
    await page.getByRole('textbox').fill('CR-000001');
    for (const addresses of ['/certificates/CR-000001.json', '/log/**', '/api/v1/**']) {
      await page.route(addresses, (route) => route.abort());
      await page.getByRole('button', { name: 'Check', exact: true }).click();
      await page.getByRole('status').getByText('The check could not be finished').waitFor();
      expect(await page.getByRole('status').innerText(), addresses).not.toMatch(/Don’t rely|no certificate/);
      await page.unroute(addresses);
      await page.getByRole('button', { name: 'Check', exact: true }).click();
      await page.getByRole('status').getByText('This proves').waitFor();
    }
  });

  it('never forgets what it saw of the log: a checkpoint of another key, or of another history, stays and is reported', async () => {
    const { page } = await open('/verify', laptop);
    await page.getByRole('textbox').fill('CR-000001');
    await check(page);
    const stored = await page.evaluate(() => ({ ...localStorage }));
    const [name = '', note = ''] = Object.entries(stored).find(([key]) => key.startsWith('carma.checkpoint.')) ?? [];
    const foreign = note.replace(/^(— \S+ )\S{4}/m, '$1AAAA');
    expect(foreign).not.toBe(note);
    await page.evaluate(([key, value]) => localStorage.setItem(key ?? '', value ?? ''), [name, foreign]);
    const outcome = await check(page);
    expect(outcome).toContain('This file failed the check.');
    expect(outcome).toContain('What this browser saw before was not signed by any key this site names.');
    expect(await page.evaluate((key) => localStorage.getItem(key), name)).toBe(foreign);
  });

  it('asks for something to check', async () => {
    const { page } = await open('/verify', laptop);
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    expect(await focusedSummary(page)).toEqual(['Enter a certificate number, or choose a file.']);
    expect(await page.getByRole('status').innerText()).toBe('');
  });

  it('reads a file in UTF-16, and takes a PDF only for what the site makes itself', async () => {
    const { page } = await open('/verify', phone);
    const json = await (await page.request.get('/certificates/CR-000001.json')).text();
    await choose(page, 'a.json', Buffer.from(`\uFEFF${json}`, 'utf16le'));
    expect(await check(page)).toMatch(fact);
    const pdf = await (await page.request.get('/certificates/CR-000001.pdf')).body();
    await choose(page, 'a.pdf', pdf);
    expect(await check(page)).toContain('It is the PDF of certificate CR-000001.');
    await choose(page, 'b.pdf', Buffer.concat([pdf, Buffer.from('% edited')]));
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await page.getByRole('status').getByText('The PDF itself was not checked.').waitFor();
    expect(await page.getByRole('status').innerText()).not.toContain('✓');
    await choose(page, 'c.pdf', Buffer.from('%PDF-1.4 (CR-000001: 6,000 tCO2e)'));
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await page.getByRole('status').getByText('whose number is in the PDF').waitFor();
    expect(await page.getByRole('status').innerText()).not.toContain('✓');
  });
});
