// Generates the fonts of the PDFs that the site prints at run time. Part of the build (scripts/build.ts).
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import subsetFont from 'subset-font';
import { fallbackFontRanges } from '#server/http/routes/certificate-pdf.ts';

/** Writes the site's own fonts, a fallback font for other languages (`other.ttf`), and the committed fonts for names into `folder`. */
export async function makePrintFonts(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  for (const [name, { from, axes }] of Object.entries(instances)) {
    const published = readFileSync(path.join('node_modules/@fontsource-variable', from));
    // Each is one weight and size of a variable font, because PDF does not support variable fonts.
    writeFileSync(
      path.join(folder, `${name}.ttf`),
      await subsetFont(published, printable, { targetFormat: 'truetype', variationAxes: axes }),
    );
  }
  const characters = fallbackFontRanges.map(([from, to]) => range(from, to)).join('');
  const published = readFileSync('node_modules/dejavu-fonts-ttf/ttf/DejaVuSans.ttf');
  writeFileSync(path.join(folder, 'other.ttf'), await subsetFont(published, characters, { targetFormat: 'truetype' }));
  for (const name of ['devanagari.ttf', 'cjk.otf']) copyFileSync(path.join('src/assets/fonts/print', name), path.join(folder, name));
}

const fraunces = 'fraunces/files/fraunces-latin-opsz-normal.woff2';
const instrumentSans = 'instrument-sans/files/instrument-sans-latin-wght-normal.woff2';

/** The site's own fonts in print. */
const instances: Record<string, { from: string; axes: Record<string, number> }> = {
  display: { from: fraunces, axes: { wght: 380, opsz: 144 } },
  serif: { from: fraunces, axes: { wght: 400, opsz: 28 } },
  sans: { from: instrumentSans, axes: { wght: 400 } },
  bold: { from: instrumentSans, axes: { wght: 600 } },
  mono: { from: 'geist-mono/files/geist-mono-latin-wght-normal.woff2', axes: { wght: 400 } },
};

/** Returns every character from one code point to another, inclusive. */
export const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index)).join('');

/** Every character that can be printed. The published Latin files have them all; the subscript 2 of CO₂ is built from a small 2. */
export const printable = `${range(0x20, 0x7e)}${range(0xa0, 0xff)}–—‘’“”…•−×`;
