// Generates the fonts of the PDFs that the site prints at run time. Part of the build (scripts/build.ts).
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import subsetFont from 'subset-font';
import { fallbackFontRanges } from '#server/http/routes/certificate-pdf.ts';
import { loadFonts, range } from './print-fonts.ts';

/** Writes the site's own fonts, a fallback font for other languages (`other.ttf`), and the committed fonts for names into `folder`. */
export async function makePrintFonts(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  for (const [name, file] of Object.entries(await loadFonts())) writeFileSync(path.join(folder, `${name}.ttf`), file);
  const characters = fallbackFontRanges.map(([from, to]) => range(from, to)).join('');
  const published = readFileSync('node_modules/dejavu-fonts-ttf/ttf/DejaVuSans.ttf');
  writeFileSync(path.join(folder, 'other.ttf'), await subsetFont(published, characters, { targetFormat: 'truetype' }));
  for (const name of ['devanagari.ttf', 'cjk.otf']) copyFileSync(path.join('src/assets/fonts/print', name), path.join(folder, name));
}
