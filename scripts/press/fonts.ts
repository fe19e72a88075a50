import { readFileSync } from 'node:fs';
import path from 'node:path';
import subsetFont from 'subset-font';

/** The five cuts that print is set in. */
export type FontName = 'display' | 'serif' | 'sans' | 'bold' | 'mono';
export type Fonts = Record<FontName, Buffer>;

const packages = 'node_modules/@fontsource-variable';
const fraunces = 'fraunces/files/fraunces-latin-opsz-normal.woff2';
const instrumentSans = 'instrument-sans/files/instrument-sans-latin-wght-normal.woff2';

const cuts: Record<FontName, { from: string; axes: Record<string, number> }> = {
  display: { from: fraunces, axes: { wght: 380, opsz: 144 } },
  serif: { from: fraunces, axes: { wght: 400, opsz: 28 } },
  sans: { from: instrumentSans, axes: { wght: 400 } },
  bold: { from: instrumentSans, axes: { wght: 600 } },
  mono: { from: 'geist-mono/files/geist-mono-latin-wght-normal.woff2', axes: { wght: 400 } },
};

/** Every character from one code point to another. */
export const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index)).join('');

/** Every character that print can set. The published Latin files hold them all; the subscript 2 of CO₂ is set by hand. */
export const printable = `${range(0x20, 0x7e)}${range(0xa0, 0xff)}–—‘’“”…•−×`;

/** The cuts as TrueType files: PDF readers know no variable fonts. */
export async function loadFonts(): Promise<Fonts> {
  const names = Object.keys(cuts) as FontName[];
  const files = await Promise.all(
    names.map(async (name) => {
      const { from, axes } = cuts[name];
      const published = readFileSync(path.join(packages, from));
      return [name, await subsetFont(published, printable, { targetFormat: 'truetype', variationAxes: axes })] as const;
    }),
  );
  return Object.fromEntries(files) as Fonts;
}
