// Generates the fonts of the PDFs that the site prints at run time. Part of the build (scripts/build.ts).
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import subsetFont, { type Axis } from 'subset-font';
import { fallbackFontRanges, ownFontText } from '#server/http/routes/certificate-pdf.ts';

/** Writes the site's own fonts, a fallback font for other languages (`other.ttf`), and the committed fonts for names into `folder`. */
export async function makePrintFonts(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  for (const [name, [from, axes]] of Object.entries(instances))
    writeFileSync(path.join(folder, `${name}.ttf`), await subsetOf(from, printable, 'truetype', axes));
  const characters = fallbackFontRanges.map(([from, to]) => charactersFrom(from, to)).join('');
  const published = readFileSync('node_modules/dejavu-fonts-ttf/ttf/DejaVuSans.ttf');
  writeFileSync(path.join(folder, 'other.ttf'), await subsetFont(published, characters, { targetFormat: 'truetype' }));
  for (const name of ['devanagari.ttf', 'cjk.otf']) copyFileSync(path.join('src/assets/fonts/print', name), path.join(folder, name));
}

export type Axes = Record<string, Axis>;
/** The site's own fonts, by their packages, with the part of the published file's name that tells its axes. */
const ownFonts = { fraunces: 'opsz', 'instrument-sans': 'wght', 'geist-mono': 'wght' };
export type OwnFont = keyof typeof ownFonts;

/** The site's own fonts in print: each is one weight and size of a variable font, because PDF does not support variable fonts. */
const instances: Record<string, [from: OwnFont, axes: Axes]> = {
  display: ['fraunces', { wght: 380, opsz: 144 }],
  serif: ['fraunces', { wght: 400, opsz: 28 }],
  sans: ['instrument-sans', { wght: 400 }],
  bold: ['instrument-sans', { wght: 600 }],
  mono: ['geist-mono', { wght: 400 }],
};

/** Returns one of the site's own fonts with these characters and axes alone. */
export function subsetOf(font: OwnFont, text: string, targetFormat: 'woff2' | 'truetype', variationAxes: Axes): Promise<Buffer> {
  const file = `node_modules/@fontsource-variable/${font}/files/${font}-latin-${ownFonts[font]}-normal.woff2`;
  return subsetFont(readFileSync(file), text, { targetFormat, variationAxes });
}

/** Returns every character from one code point to another, inclusive. */
export const charactersFrom = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index)).join('');

/** Every character that the site's own fonts print. Their published Latin files have them all; the 2 of CO₂ is built from a small 2. */
const printable = [...charactersFrom(0x20, 0xffff)].filter((character) => ownFontText.test(character)).join('');
