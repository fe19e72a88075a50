// Subsets the published fonts into src/assets/fonts/*.woff2, with only the glyphs and axes in use. Run by hand when a font,
// weight or glyph set changes (`npm run fonts`); the results are committed, so no build depends on this.
import { mkdirSync, writeFileSync } from 'node:fs';
import { type Axes, charactersFrom, type OwnFont, subsetOf } from './print-fonts.ts';

const folder = 'src/assets/fonts';

/**
 * Printable ASCII, western European letters, and the marks of British typesetting. None of the published fonts has the
 * subscript two of CO₂: it comes from the visitor's own fonts, as do horizontal arrows, ticks and other scripts. That way CO₂
 * stays plain text, even in titles, alternative texts and descriptions, where `<sub>` is impossible.
 */
const glyphs = `${charactersFrom(0x20, 0x7e)}${charactersFrom(0xa0, 0xff)}–—‘’“”…•′″−×↑↓`;
/** What Geist Mono writes: figures, ids, addresses. */
const figures = `${charactersFrom(0x20, 0x7e)}£€°·–—‘’“”…−×↑↓é`;

const fonts: [font: OwnFont, text: string, axes: Axes][] = [
  ['fraunces', glyphs, { wght: 400, opsz: { min: 24, max: 144 } }],
  ['instrument-sans', glyphs, { wght: { min: 400, max: 600 } }],
  ['geist-mono', figures, { wght: { min: 400, max: 500 } }],
];

mkdirSync(folder, { recursive: true });
for (const [font, text, axes] of fonts) {
  const subset = await subsetOf(font, text, 'woff2', axes);
  writeFileSync(`${folder}/${font}.woff2`, subset);
  console.log(`${font}.woff2: ${(subset.byteLength / 1000).toFixed(1)} kB`);
}
