import { expect, it } from 'vitest';
import { accessibilityViolations } from '#tests/support/accessibility.ts';
import { hasFocus, laptop, phone, testBrowser } from '#tests/support/browser.ts';

const { open } = testBrowser();

const home = [
  ...['Buy Carbon Credits You Can Trust', 'Browse Verified Projects', '100% Traceable Credits', 'How the Registry Works'],
  ...['Why other options fail and how we fix it', '25+', 'Featured Carbon Projects', 'Explore Solutions'],
];

it.each([
  ['/', home],
  ['/credits', ['Carbon credits, project by project', 'Biodiversity net gain', 'Carbon projects', 'Purchase', 'Request Custom Quote']],
  ['/contact', ['Book a Call', 'Book a Strategy Call', 'United Kingdom']],
] as const)('%s has its sections in the specified order, in a window of any width', async (route, texts) => {
  const { page } = await open(route, laptop);
  for (const size of [laptop.viewport, { width: 1024, height: 768 }, phone.viewport]) {
    await page.setViewportSize(size);
    const boxes = await Promise.all(texts.map((text) => page.locator('main').getByText(text, { exact: true }).first().boundingBox()));
    expect(boxes, `${size.width} px: not shown`).not.toContain(null);
    const positions = boxes.map((box) => box?.y ?? 0);
    expect(positions, `${size.width} px`).toEqual(positions.toSorted((one, other) => one - other));
  }
});

it('the menu of a phone is opened and closed by its one button, which says whether it is open, by Esc and by leaving it, and has no accessibility violations', async () => {
  const { page } = await open('/', phone);
  const toggle = page.getByRole('button', { name: /^(Menu|Close)$/ });
  const link = page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Verified Credits' });
  for (const close of [() => toggle.click(), () => page.keyboard.press('Escape')]) {
    expect([await toggle.getAttribute('aria-expanded'), await toggle.innerText()]).toEqual(['false', 'Menu']);
    await toggle.click();
    await link.waitFor();
    await expect.poll(async () => [await toggle.getAttribute('aria-expanded'), await toggle.innerText()]).toEqual(['true', 'Close']);
    // Right below the header, under the band about samples too.
    const header = (await page.locator('.site-header').boundingBox()) ?? { y: 0, height: 0 };
    await expect.poll(async () => (await page.locator('#menu').boundingBox())?.y).toBeCloseTo(header.y + header.height, 0);
    expect(await accessibilityViolations(page, { parts: ['.site-header'] })).toEqual([]);
    await close();
    await link.waitFor({ state: 'hidden' });
    await expect.poll(() => toggle.getAttribute('aria-expanded')).toBe('false');
  }
  // It covers the top of the page. The deferred script, which adds the manifest, closes it when the focus leaves it.
  await page.locator('link[rel="manifest"]').waitFor({ state: 'attached' });
  await toggle.press('Enter');
  await page.getByRole('navigation', { name: 'Menu' }).getByRole('link').last().focus();
  await page.keyboard.press('Tab');
  await link.waitFor({ state: 'hidden' });
  expect(await page.evaluate(() => document.activeElement !== document.body)).toBe(true);
});

it('of the four guide cards one is open at a time, and the button of the open one closes it', async () => {
  const { page } = await open('/carbon-credits', laptop);
  const more = page.getByRole('button', { name: 'Read More', exact: true });
  const less = page.getByRole('button', { name: 'Show Less', exact: true });
  await more.nth(1).click();
  await less.waitFor();
  await expect.poll(async () => [await more.count(), await less.count(), await less.getAttribute('aria-expanded')]).toEqual([3, 1, 'true']);
  for (const step of ['Measure', 'Reduce', 'Remove', 'Report'])
    expect(await page.getByRole('heading', { name: step, exact: true }).isVisible()).toBe(true);
  // What is pressed stays where it is, though a card above it closes.
  await more.last().scrollIntoViewIfNeeded();
  const before = await more.last().boundingBox();
  await more.last().click();
  await expect.poll(() => less.count()).toBe(1);
  await expect.poll(async () => (await less.boundingBox())?.y).toBeCloseTo(before?.y ?? 0, 0);
  await less.click();
  await expect.poll(() => more.count()).toBe(4);
});

it.each([true, false])('a button that leads to an address leads there (scripts: %s)', async (javaScriptEnabled) => {
  const { page } = await open('/standards', { ...laptop, javaScriptEnabled });
  await page.getByRole('button', { name: 'View Projects', exact: true }).click();
  // With scripts it is followed as a link: no form leaves its `?` in the address.
  await page.waitForURL(javaScriptEnabled ? '**/projects' : '**/projects*');
});

const background = (element: Element) => getComputedStyle(element).backgroundColor;

it('the header is transparent over the home hero until the page has scrolled past 50 px, and solid on other pages', async () => {
  const { page } = await open('/', laptop);
  const header = page.locator('header').first();
  const groundAt = async (top: number) => {
    await page.evaluate((to) => scrollTo({ top: to, behavior: 'instant' }), top);
    await page.evaluate(() => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))));
    return header.evaluate(background);
  };
  expect([await groundAt(0), await groundAt(50)]).toEqual(['rgba(0, 0, 0, 0)', 'rgba(0, 0, 0, 0)']);
  await expect.poll(() => groundAt(52)).not.toBe('rgba(0, 0, 0, 0)');
  await page.goto('/credits');
  await expect.poll(() => header.evaluate(background)).not.toBe('rgba(0, 0, 0, 0)');
});

it('the header is one row on phones of every width and at 1024 and 1280 px, which ends where the page ends', async () => {
  const { page } = await open('/credits', laptop);
  const brand = page.getByRole('link', { name: 'Carma' }).first();
  const menu = page.getByRole('button', { name: 'Menu' });
  const shortlist = page.getByRole('link', { name: 'Shortlist', exact: true }).first();
  const boxOf = async (part: typeof brand) => (await part.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  for (const width of [1280, 1024, 412, 372, 360, 320]) {
    await page.setViewportSize({ width, height: 700 });
    const [left, right] = [await boxOf(brand), await boxOf(width < 500 ? menu : shortlist)];
    expect(Math.round(right.y + right.height / 2), `${width} px`).toBe(Math.round(left.y + left.height / 2));
    expect(right.x + right.width, `${width} px`).toBeCloseTo(width - left.x, 0);
  }
});

it('the skip link is the first tab stop, above everything else, with our own ring, and moves nothing', async () => {
  const { page } = await open('/credits', laptop);
  const top = () => page.locator('h1').evaluate((title) => title.getBoundingClientRect().top);
  const before = await top();
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to content' });
  const [isOnTop, ring] = await skip.evaluate((link) => {
    const { left, top: above, width, height } = link.getBoundingClientRect();
    const { outlineColor, outlineWidth, boxShadow } = getComputedStyle(link);
    const hit = document.elementFromPoint(left + width / 2, above + height / 2);
    return [link === document.activeElement && hit === link, [outlineColor, outlineWidth, boxShadow].join()] as const;
  });
  expect([isOnTop, ring, await top()]).toEqual([true, 'rgb(207, 227, 90),2px,rgb(21, 33, 27) 0px 0px 0px 3px', before]);
  await page.keyboard.press('Enter');
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main');
});

it('the menu of a phone opens and closes from the keyboard without scripts', async () => {
  const { page } = await open('/', { ...phone, javaScriptEnabled: false });
  const menu = page.getByRole('navigation', { name: 'Menu' });
  await page.getByRole('button', { name: 'Menu' }).press('Enter');
  await menu.getByRole('link', { name: 'For Enterprises' }).waitFor();
  await page.keyboard.press('Escape');
  await menu.waitFor({ state: 'hidden' });
});

it('an article copies its address and confirms with a toast, which returns the focus when it is closed by keyboard', async () => {
  const { page } = await open('/blog/blockchain-transparency', { ...laptop, permissions: ['clipboard-read', 'clipboard-write'] });
  const copy = page.getByRole('button', { name: 'Copy Link' });
  await copy.press('Enter');
  await page.getByText('Link copied', { exact: true }).waitFor();
  // F8 leads to the notifications.
  for (const key of ['F8', 'Tab', 'Enter']) await page.keyboard.press(key);
  await page.getByRole('button', { name: 'Close' }).waitFor({ state: 'detached' });
  await expect.poll(() => hasFocus(copy)).toBe(true);
  // The site's scripts may not read the clipboard, so paste as a person would.
  const field = page.getByLabel('Address of this article');
  const address = await field.inputValue();
  expect(address).toMatch(/\/blog\/blockchain-transparency$/);
  await field.evaluate((input: HTMLInputElement) => Object.assign(input, { readOnly: false, value: '' }).focus());
  await page.keyboard.press('ControlOrMeta+V');
  await expect.poll(() => field.inputValue()).toBe(address);
  await page.evaluate(() => Object.assign(navigator.clipboard, { writeText: () => Promise.reject(new Error('not allowed')) }));
  await copy.press('Enter');
  const failed = page.getByText('Could not copy', { exact: true });
  await failed.waitFor();
  expect(await page.evaluate(() => String(getSelection()))).toBe(address);
  // product.md, section 9: "swipe direction right; swipe threshold 50".
  const { x = 0, y = 0 } = (await failed.boundingBox()) ?? {};
  for (const [to, left] of [
    [x + 50, 1],
    [x - 60, 1],
    [x + 51, 0],
  ] as const) {
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(to, y);
    await page.mouse.up();
    expect(await failed.count()).toBe(left);
  }
});
