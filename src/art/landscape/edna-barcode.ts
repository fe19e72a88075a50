import { createRandom, pick } from './random.ts';

export type BarcodeColour = 'ink' | 'canopy' | 'tide' | 'clay' | 'sun' | 'moss';

/** One bar of a strip; `x` and `width` are in modules, from the left edge. */
export interface Bar {
  x: number;
  width: number;
  colour: BarcodeColour;
}

/**
 * Generates a strip of coloured bars for a specimen label, in the style of a DNA barcode. It is an ornament derived from the
 * seed, not sequence data. All strips with the same count have the same width: see `barcodeWidth`.
 */
export function ednaBarcode(seed: string, count = 64): Bar[] {
  const random = createRandom(`edna/${seed}`);
  const widths = Array.from({ length: count }, (_, i) => widthCycle[i % widthCycle.length] ?? 1);
  for (let i = count - 1; i > 0; i--) {
    const other = Math.floor(random() * (i + 1));
    [widths[i], widths[other]] = [widths[other] ?? 1, widths[i] ?? 1];
  }
  let x = 0;
  return widths.map((width) => {
    const bar = { x, width, colour: pick(random, colours) };
    x += width + gap;
    return bar;
  });
}

/** Draws the strip as a picture that stretches to any width, with one path per colour to keep it small. */
export function drawEdnaStrip(seed: string, count = 40): string {
  const stripes = Map.groupBy(ednaBarcode(seed, count), ({ colour }) => colour);
  const paths = [...stripes].map(
    ([colour, bars]) => `<path fill="${inks[colour]}" d="${bars.map(({ x, width }) => `M${x} 0h${width}v8h-${width}z`).join('')}"/>`,
  );
  const width = barcodeWidth(count);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="8" viewBox="0 0 ${width} 8" preserveAspectRatio="none">${paths.join('')}</svg>`;
}

/** Returns the width of a strip, in modules. */
export function barcodeWidth(count = 64): number {
  let width = 0;
  for (let i = 0; i < count; i++) width += (widthCycle[i % widthCycle.length] ?? 1) + gap;
  return Math.max(0, width - gap);
}

const gap = 1;
const widthCycle = [1, 2, 1, 3, 1, 2, 1, 1];
const colours: readonly BarcodeColour[] = ['ink', 'canopy', 'canopy', 'tide', 'tide', 'clay', 'sun', 'sun', 'moss'];
const inks: Record<BarcodeColour, string> = {
  ink: '#15211b',
  canopy: '#1e4b39',
  tide: '#2f6f7e',
  clay: '#a84a25',
  sun: '#d9a441',
  moss: '#7c9a5e',
};
