import { tenths } from '#src/lib/drawing/tenths.ts';
import { mark } from './mark.ts';
import { palette } from './palette.ts';

/**
 * `share`: the mark's size as a share of the icon's side. `corner`: the radius of the square's corners. `stroke`: the line
 * width, which depends on the size at which the icon is shown. Both are in units of the mark.
 */
type IconOptions = { share: number; corner: number; stroke: number; rings?: readonly string[] };

/** Draws the mark in lichen on a canopy square, as SVG. */
export function icon({ share, corner, stroke, rings = mark.rings }: IconOptions): string {
  const side = tenths(32 / share);
  const start = tenths(16 - side / 2);
  const square = `<rect x="${start}" y="${start}" width="${side}" height="${side}" rx="${corner}" fill="${palette.canopyDeep}"/>`;
  const lines = `<path fill="none" stroke="${palette.lichen}" stroke-width="${stroke}" d="${rings.join('')}"/>`;
  const centre = `<path fill="${palette.lichen}" d="${mark.centre}"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${[start, start, side, side]}">${square}${lines}${centre}</svg>`;
}

/** The favicon. */
export const tabIcon = icon({ share: 0.94, corner: 6.4, stroke: 2.6 });
