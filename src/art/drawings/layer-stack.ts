import { sheetSize } from '#src/art/layer-sheets.ts';

/** The four layers of a map, listed from the top down, as in picture addresses and on the page. */
export const layerNames = ['sites', 'water', 'canopy', 'cover'] as const;
export type LayerName = (typeof layerNames)[number];

/** The vertical distance between layers, in units of the stack's viewBox. */
const rise = 218;
/** The first four values of the SVG matrix that lays a sheet flat. */
const flattening = '0.82 0.4 -0.82 0.4';
const width = Math.round(1.64 * sheetSize);
const margin = 4;

/** Returns the viewBox and size of a stack of `count` layers. */
export function stackFrame(count: number): { viewBox: string; width: number; height: number } {
  const [fullWidth, fullHeight] = [width + 2 * margin, 0.8 * sheetSize + rise * (count - 1) + 2 * margin];
  return { viewBox: `${-margin} ${-margin} ${fullWidth} ${fullHeight}`, width: fullWidth, height: fullHeight };
}

/** Returns the SVG transform of a layer, counted from the top. */
export function sheetTransform(index: number): string {
  return `matrix(${flattening} ${width / 2} ${index * rise})`;
}

/** Returns the y coordinate of a layer's left corner. */
export function cornerOf(index: number): number {
  return index * rise + 0.4 * sheetSize;
}

export function stackAddress(names: readonly LayerName[]): string {
  return `/pictures/layers/${names.join('-')}.svg`;
}
