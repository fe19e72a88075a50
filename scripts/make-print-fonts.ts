// Makes the fonts of the PDFs that the site prints while it runs. Part of the build (scripts/build.ts).
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import subsetFont from 'subset-font';
import { loadFonts } from './press/fonts.ts';

const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index)).join('');

/** Latin with all its marks, Greek, Cyrillic, Armenian, Georgian; punctuation, currencies, letterlike signs, mathematics. */
const otherLetters = [
  ...[range(0x20, 0x7e), range(0xa0, 0x52f), range(0x531, 0x58f), range(0x10a0, 0x10ff), range(0x1e00, 0x1fff)],
  ...[range(0x2010, 0x205e), range(0x2070, 0x209c), range(0x20a0, 0x20bf), range(0x2100, 0x22ff)],
].join('');

/** Writes the site's own cuts, and one that has the letters of other languages, into `folder`. */
export async function makePrintFonts(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  for (const [name, file] of Object.entries(await loadFonts())) writeFileSync(path.join(folder, `${name}.ttf`), file);
  const published = readFileSync('node_modules/dejavu-fonts-ttf/ttf/DejaVuSans.ttf');
  writeFileSync(path.join(folder, 'other.ttf'), await subsetFont(published, otherLetters, { targetFormat: 'truetype' }));
}
