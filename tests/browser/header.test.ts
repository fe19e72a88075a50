import { describe, expect, it } from 'vitest';
import { laptop, phone, testBrowser } from '#tests/support/browser.ts';

const { open } = testBrowser();

const background = (element: Element) => getComputedStyle(element).backgroundColor;
const transparent = 'rgba(0, 0, 0, 0)';
const nextFrames = () => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));

describe('the skip link', () => {
  it.each(['/', '/credits'])('on %s is the first tab stop, above everything else, and moves nothing', async (path) => {
    const { page } = await open(path, laptop);
    const top = () => page.locator('h1').evaluate((title) => title.getBoundingClientRect().top);
    const before = await top();
    await page.keyboard.press('Tab');
    const skip = page.getByRole('link', { name: 'Skip to content' });
    expect(await skip.evaluate((link) => link === document.activeElement)).toBe(true);
    const box = await skip.boundingBox();
    expect(box?.height).toBeGreaterThanOrEqual(44);
    expect(
      await skip.evaluate((link) => {
        const { left, top: above, width, height } = link.getBoundingClientRect();
        return document.elementFromPoint(left + width / 2, above + height / 2) === link;
      }),
    ).toBe(true);
    expect(await top()).toBe(before);
    await page.keyboard.press('Enter');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('main');
  });
});

describe('the header', () => {
  it('is transparent over the home hero until the page has scrolled past 50 px', async () => {
    const { page } = await open('/', laptop);
    const header = page.locator('header').first();
    expect(await header.evaluate(background)).toBe(transparent);
    await page.evaluate(() => scrollTo({ top: 50, behavior: 'instant' }));
    await page.evaluate(nextFrames);
    expect(await header.evaluate(background)).toBe(transparent);
    await page.evaluate(() => scrollTo({ top: 52, behavior: 'instant' }));
    await page.evaluate(nextFrames);
    expect(await header.evaluate(background)).not.toBe(transparent);
  });

  it('is one row on phones of every width and at 1024 and 1280 px, which ends where the page ends', async () => {
    const { page } = await open('/credits', laptop);
    const brand = page.getByRole('link', { name: 'Carma' }).first();
    const menu = page.getByRole('button', { name: 'Menu' });
    const shortlist = page.getByRole('link', { name: 'Shortlist', exact: true }).first();
    const boxOf = async (part: typeof brand) => (await part.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    for (const width of [1280, 1024, 412, 372, 371, 360, 344, 320]) {
      await page.setViewportSize({ width, height: 700 });
      const [left, right] = [await boxOf(brand), await boxOf(width < 500 ? menu : shortlist)];
      expect(Math.round(right.y + right.height / 2), `${width} px`).toBe(Math.round(left.y + left.height / 2));
      expect(right.x + right.width, `${width} px`).toBeCloseTo(width - left.x, 0);
    }
  });

  it('says in lichen how many projects are on the shortlist once there are any, moving nothing', async () => {
    const widths = [320, 375, 1024, 1280];
    const { page } = await open('/credits', laptop);
    const shortlist = page.getByRole('banner').locator('[data-shortlist-link]');
    const menus = page.getByRole('navigation', { name: /Main|Menu/ });
    /** Its place in windows of these widths. */
    const boxes = async (colour: string) => {
      const found: Record<number, Awaited<ReturnType<typeof shortlist.boundingBox>>> = {};
      for (const width of widths) {
        await page.setViewportSize({ width, height: 700 });
        found[width] = await shortlist.boundingBox();
        expect(await shortlist.evaluate(background)).toBe(colour);
        expect(await menus.locator('[data-shortlist-link]').count()).toBe(0);
      }
      return found;
    };
    const before = await boxes(transparent);
    const lines = Array.from({ length: 12 }, (_, index) => ({ slug: `project-${index}`, tonnes: 1 }));
    await page.evaluate((text) => localStorage.setItem('carma.shortlist', text), JSON.stringify(lines));
    await page.reload();
    await page.getByRole('link', { name: 'Shortlist (12)' }).waitFor();
    expect(await boxes('rgb(207, 227, 90)')).toEqual(before);
  });

  it('is solid on other pages, has the specified links, and says of the marketplace that it is another site, outside its link', async () => {
    const { page } = await open('/credits', laptop);
    expect(await page.locator('header').first().evaluate(background)).not.toBe(transparent);
    const links = await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link')
      .evaluateAll((all) => all.map((link) => [link.textContent, link.getAttribute('href')]));
    expect(links).toEqual([
      ['Home', '/'],
      ['Verified Credits', '/credits'],
      ['How It Works', '/how-it-works'],
      ['Marketplace', 'https://marketplace.carma.example/login'],
      ['For Enterprises', '/enterprise'],
      ['About Us', '/about'],
      ['Contact', '/contact'],
    ]);
    for (const name of ['Main', 'Menu']) {
      if (name === 'Menu') {
        await page.setViewportSize(phone.viewport);
        await page.getByRole('button', { name: 'Menu' }).click();
      }
      const item = page.getByRole('navigation', { name }).getByRole('listitem').filter({ hasText: 'Marketplace' });
      const link = item.getByRole('link');
      expect(await link.textContent()).toBe('Marketplace');
      expect(await link.evaluate((element) => element.ariaDescribedByElements?.map(({ textContent }) => textContent))).toEqual([
        'another site, with a sign-in',
      ]);
      expect(await item.locator('svg').getAttribute('aria-hidden')).toBe('true');
      expect(await item.locator('svg').isVisible()).toBe(true);
    }
  });
});

describe.each([
  ['with JavaScript', true],
  ['without JavaScript', false],
])('the mobile menu, %s', (_how, javaScriptEnabled) => {
  it('opens and closes from the keyboard', async () => {
    const { page } = await open('/', { ...phone, javaScriptEnabled });
    const menu = page.getByRole('navigation', { name: 'Menu' });
    expect(await menu.isVisible()).toBe(false);
    // The deferred script, which adds the manifest, has loaded.
    if (javaScriptEnabled) await page.locator('link[rel="manifest"]').waitFor({ state: 'attached' });
    await page.getByRole('button', { name: 'Menu' }).focus();
    await page.keyboard.press('Enter');
    expect(await menu.getByRole('link', { name: 'For Enterprises' }).isVisible()).toBe(true);
    await page.keyboard.press('Escape');
    expect(await menu.isVisible()).toBe(false);
    if (!javaScriptEnabled) return;
    // It covers the top of the page, so with scripts it closes when the focus leaves it.
    await page.keyboard.press('Enter');
    await menu.getByRole('link').last().focus();
    expect(await menu.isVisible()).toBe(true);
    await page.keyboard.press('Tab');
    expect(await menu.isVisible()).toBe(false);
    expect(await page.evaluate(() => document.activeElement !== document.body)).toBe(true);
  });
});
