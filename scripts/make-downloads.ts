// Prints public/downloads/*.pdf from the content of the site's pages, in Chromium. Run by hand when their words or their design change
// (`npm run downloads`); the results are committed, so no build needs a browser. A test fails when they lack a word of today's content.
import { mkdirSync, writeFileSync } from 'node:fs';
import { chromium, type Page } from 'playwright';
import { getDocumentProxy } from 'unpdf';
import { chromiumArguments, findChromium } from '#tests/support/chromium.ts';
import type { Booklet } from './downloads/booklet.ts';
import { bookletHtml } from './downloads/booklet-html.ts';
import { booklets } from './downloads/booklets.ts';
import { loadFonts } from './print-fonts.ts';

mkdirSync('public/downloads', { recursive: true });
const fonts = await loadFonts();
const browser = await chromium.launch({ executablePath: findChromium().full, args: chromiumArguments });
const page = await browser.newPage();
for (const booklet of booklets) {
  // The contents come before the chapters, so a first printing finds out on which pages these start.
  const proof = await print(page, bookletHtml(booklet, fonts));
  const file = await print(page, bookletHtml(booklet, fonts, await findChapters(proof, booklet)));
  writeFileSync(`public/downloads/${booklet.file}`, file);
  console.log(`${booklet.file}: ${(file.byteLength / 1000).toFixed(0)} kB`);
}
await browser.close();

async function print(page: Page, html: string): Promise<Buffer> {
  await page.setContent(html);
  return page.pdf({ preferCSSPageSize: true, printBackground: true, tagged: true, outline: true });
}

/** Returns the number of the page on which each chapter starts, from the document's outline. */
async function findChapters(file: Buffer, { chapters }: Booklet): Promise<number[]> {
  const pdf = await getDocumentProxy(new Uint8Array(file));
  // Its title, with the headings of parts and chapters below.
  const [title] = await pdf.getOutline();
  return Promise.all(
    chapters.map(async (chapter) => {
      const name = `${chapter.number} ${chapter.title}`;
      const dest = title?.items.find((item) => item.title === name)?.dest;
      const target = typeof dest === 'string' ? await pdf.getDestination(dest) : dest;
      if (!target) throw new Error(`The outline lacks “${name}”: ${title?.items.map((item) => item.title)}`);
      return (await pdf.getPageIndex(target[0])) + 1;
    }),
  );
}
