import { sheetSize } from '#src/art/layer-sheets.ts';

/** The four sheets of one ground; an address names them from the top down, as the page does. */
export const layerNames = ['sites', 'water', 'canopy', 'cover'] as const;
export type LayerName = (typeof layerNames)[number];

/** How far each sheet lies above the next. Units of the stack's viewBox. */
const rise = 218;
/** Each sheet is laid down in this projection, and moved to its place. */
const lying = '0.82 0.4 -0.82 0.4';
const width = Math.round(1.64 * sheetSize);
const margin = 4;

/** The frame of so many sheets. */
export function stackFrame(count: number): { viewBox: string; width: number; height: number } {
  const [wide, high] = [width + 2 * margin, 0.8 * sheetSize + rise * (count - 1) + 2 * margin];
  return { viewBox: `${-margin} ${-margin} ${wide} ${high}`, width: wide, height: high };
}

/** How a sheet comes to its place, counted from the top. */
export function sheetTransform(index: number): string {
  return `matrix(${lying} ${width / 2} ${index * rise})`;
}

/** The height of a sheet's left corner. */
export function cornerOf(index: number): number {
  return index * rise + 0.4 * sheetSize;
}

export function stackAddress(names: readonly LayerName[]): string {
  return `/pictures/layers/${names.join('-')}.svg`;
}
