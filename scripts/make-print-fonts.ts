// Makes the fonts of the PDFs that the site prints while it runs. Part of the build (scripts/build.ts).
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import subsetFont from 'subset-font';
import { fallbackFontRanges } from '#server/http/routes/certificate-pdf.ts';
import { loadFonts, range } from './press/fonts.ts';

/** Writes the site's own cuts, and one that has the letters of other languages, into `folder`. */
export async function makePrintFonts(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  for (const [name, file] of Object.entries(await loadFonts())) writeFileSync(path.join(folder, `${name}.ttf`), file);
  const letters = fallbackFontRanges.map(([from, to]) => range(from, to)).join('');
  const published = readFileSync('node_modules/dejavu-fonts-ttf/ttf/DejaVuSans.ttf');
  writeFileSync(path.join(folder, 'other.ttf'), await subsetFont(published, letters, { targetFormat: 'truetype' }));
}
