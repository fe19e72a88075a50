// Subsets the published fonts into src/assets/fonts/*.woff2, with only the glyphs and axes in use. Run by hand when a font,
// weight or glyph set changes (`npm run fonts`); the results are committed, so no build depends on this.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import subsetFont, { type Axis } from 'subset-font';
import { range } from './print-fonts.ts';

const packages = path.resolve('node_modules/@fontsource-variable');
const out = path.resolve('src/assets/fonts');

/**
 * Printable ASCII, western European letters, and the marks of British typesetting. None of the published fonts has the
 * subscript two of CO₂: it comes from the visitor's own fonts, as do horizontal arrows, ticks and other scripts. That way CO₂
 * stays plain text, even in titles, alternative texts and descriptions, where `<sub>` is impossible.
 */
const glyphs = `${range(0x20, 0x7e)}${range(0xa0, 0xff)}–—‘’“”…•′″−×↑↓`;
/** What Geist Mono writes: figures, ids, addresses. */
const figures = `${range(0x20, 0x7e)}£€°·–—‘’“”…−×↑↓é`;

const fonts: { from: string; to: string; text: string; axes: Record<string, Axis> }[] = [
  {
    from: 'fraunces/files/fraunces-latin-opsz-normal.woff2',
    to: 'fraunces.woff2',
    text: glyphs,
    axes: { wght: 400, opsz: { min: 24, max: 144 } },
  },
  {
    from: 'instrument-sans/files/instrument-sans-latin-wght-normal.woff2',
    to: 'instrument-sans.woff2',
    text: glyphs,
    axes: { wght: { min: 400, max: 600 } },
  },
  {
    from: 'geist-mono/files/geist-mono-latin-wght-normal.woff2',
    to: 'geist-mono.woff2',
    text: figures,
    axes: { wght: { min: 400, max: 500 } },
  },
];

mkdirSync(out, { recursive: true });
for (const { from, to, text, axes } of fonts) {
  const subset = await subsetFont(readFileSync(path.join(packages, from)), text, { targetFormat: 'woff2', variationAxes: axes });
  writeFileSync(path.join(out, to), subset);
  console.log(`${to}: ${(subset.byteLength / 1000).toFixed(1)} kB`);
}
