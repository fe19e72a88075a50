import { expect, it } from 'vitest';
import { laptop, phone, testBrowser } from '#tests/support/browser.ts';
import { projectsOnSale } from '#tests/support/buyer.ts';
import { sharedSite } from '#tests/support/own-site.ts';

const { open } = testBrowser();
const [first] = await projectsOnSale(sharedSite().sql);

it('the note that a project is on the shortlist stays for 6 s, and longer while it has the focus', async () => {
  // A page with neither scripts nor timers, so that the clock is set before those of the next.
  const { page } = await open('/livez', laptop);
  await page.clock.install();
  await page.goto('/projects?q=biochar');
  await page.getByRole('link', { name: `Shortlist ${first.title}` }).click();
  const link = page.getByRole('link', { name: 'View shortlist (1)' });
  await link.focus();
  await page.clock.runFor(7_000);
  expect(await link.count()).toBe(1);
  await link.blur();
  await page.clock.runFor(4_000);
  expect(await link.count()).toBe(1);
  await page.clock.runFor(2_000);
  expect(await link.count()).toBe(0);
});

it.each([
  ['a row at 1280 px', '/projects?type=Biochar', laptop],
  ['a comparison at 375 px', '/projects/compare?p=fenland-straw-biochar&p=antrim-willow-biochar', phone],
])(
  'a link that adds to the shortlist of %s says whether its project is on it, takes it off again with its tonnes kept, and moves nothing',
  async (_where, path, size) => {
    const { page } = await open(path, size);
    const link = page.locator('a[data-shortlist-add]:not([data-shortlist-add=""])').first();
    // Measured from the top of the page, because a click may scroll the link from behind a bar.
    const place = () =>
      link.evaluate((element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        return { x, y: y + scrollY, width, height };
      });
    // Once its scripts have run, /projects has no button to apply filters, which would move what is below it.
    await page.locator('html[data-catalogue]').waitFor();
    const before = await place();
    const stored = () => page.evaluate(() => localStorage.getItem('carma.shortlist'));
    const title = await link.getAttribute('data-shortlist-add');
    const says = () => link.evaluate((element: HTMLElement) => element.innerText.split('\n')[0]?.trim());
    await expect.poll(says).toMatch(/^(Shortlist|Add to shortlist)/);
    await link.click();
    await page.getByRole('link', { name: `Shortlisted ✓ Remove ${title}` }).waitFor();
    await expect.poll(place).toEqual(before);
    await page.evaluate(() => localStorage.setItem('carma.shortlist', (localStorage.getItem('carma.shortlist') ?? '').replace('100', '7')));
    await link.click();
    await page.getByText(`${title} is no longer on your shortlist.`).waitFor();
    await expect.poll(stored).toBe('[]');
    await expect.poll(() => page.locator('[data-shortlist-link]').first().getAttribute('data-count')).toBeNull();
    await link.click();
    await page.getByText(`${title} is on your shortlist.`).waitFor();
    await expect.poll(stored).toContain('"tonnes":7');
    await expect.poll(place).toEqual(before);
  },
);
