// Prints pages of a running site as public/downloads/*.pdf, in Chromium and with the pages' own styles for print: `npm start`, then
// `npm run downloads`, with the site's address if it is not http://localhost:3000. Run it when their words or design change; the files are
// committed, so no build needs a browser. A test fails when they lack a longer text of today's content.
import { writeFileSync } from 'node:fs';
import { chromium } from 'playwright';
import { site } from '#shared/content/site.ts';
import { chromiumArguments, findChromium } from '#tests/support/chromium.ts';

const [, , address = 'http://localhost:3000'] = process.argv;
const booklets = { '/qms': 'carma-qms-whitepaper.pdf', '/onboarding': 'carma-onboarding-guide.pdf' };

const browser = await chromium.launch({ executablePath: findChromium().full, args: chromiumArguments });
// A4 at 96 pixels an inch.
const page = await browser.newPage({ viewport: { width: 794, height: 1123 } });
for (const [path, file] of Object.entries(booklets)) {
  await page.goto(address + path);
  // Pictures below the first screen are loaded when they are scrolled to.
  for (const picture of await page.locator('img[loading=lazy]').all())
    await picture.evaluate((image: HTMLImageElement) => (image.loading = 'eager'));
  await page.waitForLoadState('networkidle');
  // On paper a link to this machine leads nowhere, and the notice about sample projects is about none.
  await page.evaluate((notice) => {
    document.querySelector(`[aria-label="${notice}"]`)?.remove();
    for (const link of document.querySelectorAll('a')) link.removeAttribute('href');
  }, site.samples.label);
  const pdf = await page.pdf({ preferCSSPageSize: true, tagged: true, outline: true });
  writeFileSync(`public/downloads/${file}`, pdf);
  console.log(`${file}: ${(pdf.byteLength / 1000).toFixed(0)} kB`);
}
await browser.close();
