import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { allScripts, hasFocus, laptop, phone, testBrowser } from '#tests/support/browser.ts';
import { focusedSummary } from '#tests/support/error-summary.ts';

const { open } = testBrowser();

/** Not the notice that figures may be outdated, which a busy machine may get. */
const answerOf = (page: Page) => page.getByRole('status').filter({ hasNotText: 'Figures as of' });

/** Has what is in the field or file checked, and waits until the answer says so. Returns it. */
const check = async (page: Page, words: string | RegExp) => {
  await page.getByRole('button', { name: 'Check', exact: true }).click();
  const answer = answerOf(page).filter({ hasText: 'Checked in your browser.' });
  // The steps are folded where nothing is wrong.
  const read = async () => {
    await answer.waitFor();
    await answer.locator('details').evaluateAll((folds) => {
      for (const fold of folds) fold.setAttribute('open', '');
    });
    return answer.innerText();
  };
  await expect.poll(read).toMatch(words);
  return answer.innerText();
};
const fact = /^\d+ tCO₂e of .+ retired for .+ on \d+ \S+ \d{4}/m;

it('the check on /verify asks for a number, says what is recorded under it or that it could not finish, offers the search for words, and leads to the units of a serial number', async () => {
  // The button is pressed before React has the form, as on a slow connection.
  const { page, release } = await open('/verify', { ...laptop, allowProblems: true, holds: allScripts });
  const ask = page.getByRole('button', { name: 'Check', exact: true });
  await ask.click();
  release();
  expect(await focusedSummary(page)).toEqual(['Certificate or serial number']);
  expect(await answerOf(page).innerText()).toBe('');

  await page.getByRole('textbox').fill('cr-000003');
  // What a first visit has nothing to compare with does not count as held.
  expect(await check(page, fact)).toMatch(
    /^✓ 8 of 10 things hold\. The rest can’t be checked yet\.\s+\d+ tCO₂e[\s\S]*Checked in your browser\.[\s\S]*\n–\s+The log continues/,
  );
  for (const addresses of ['/certificates/CR-000003.json', '/log/**', '/api/v1/**']) {
    await page.route(addresses, (route) => route.abort());
    await ask.click();
    await answerOf(page).getByText('The check could not be finished').waitFor();
    expect(await answerOf(page).innerText(), addresses).not.toMatch(/Don’t rely|no certificate/);
    await page.unroute(addresses);
  }
  const again = await check(page, /It had (\d+) entries then and has \1 now; no earlier entry has changed\./);
  expect(again).toMatch(/Retired for “.+”/);

  await page.getByRole('textbox').fill('Harbour & Sons');
  await ask.click();
  const search = answerOf(page).getByRole('link', { name: 'Search the record for “Harbour & Sons”' });
  expect(await search.getAttribute('href')).toBe('/record?q=Harbour%20%26%20Sons');
  const panel = answerOf(page).first();
  await expect.poll(() => hasFocus(panel)).toBe(true);
  await page.getByRole('textbox').fill('sample\u20130010-2022-1 to 3');
  await ask.click();
  await page.waitForURL('**/record?q=*');
  await page.locator('main [role=status]', { hasText: 'SAMPLE-0010-2022-1 to ' }).waitFor();
});

it('the check on /verify begins at once with what a link names, and reads a file that is chosen, until something else is entered', async () => {
  const { page } = await open('/verify?certificate=CR-000003', phone);
  await answerOf(page).filter({ hasText: 'Checked in your browser.' }).waitFor();
  const buffer = await (await page.request.get('/certificates/CR-000003.pdf')).body();
  await page.locator('input[type=file]').setInputFiles({ name: 'a.pdf', mimeType: 'application/octet-stream', buffer });
  await check(page, 'It is the PDF of certificate CR-000003.');
  await page.locator('[name=record]').fill('CR-000003');
  expect(await check(page, fact)).not.toContain('PDF');
});
