import type { Field } from './field.ts';
import type { Point } from './geometry.ts';
import { palette } from './palette.ts';
import { type Glyph, glyph, smoothRings, stamps, straightLines } from './paths.ts';
import { moved } from './shapes.ts';
import { hillBelow, type Sheet } from './sheet.ts';
import { type Attributes, fill, stroke } from './svg.ts';

/** Draws contour lines at the given levels. Every fifth is an index contour, drawn heavier. */
export function contourLines(
  field: Field,
  levels: readonly number[],
  ink: { colour: string; width?: number; opacity?: number; indexOpacity?: number },
): string {
  const { colour, width = 1.6, opacity = 0.4, indexOpacity = Math.min(1, opacity * 1.9) } = ink;
  const rings = (isIndex: boolean) => levels.filter((_, i) => (i % 5 === 2) === isIndex).flatMap((level) => field.rings(level));
  return (
    stroke(smoothRings(rings(false)), colour, width, { 'stroke-opacity': opacity }) +
    stroke(smoothRings(rings(true)), colour, width * 1.5, { 'stroke-opacity': indexOpacity })
  );
}

/** Fills the ground above each level with a flat tone, optionally with a line along its edge. */
export function tones(
  field: Field,
  levels: readonly number[],
  colours: readonly string[],
  line?: { colour: string; width: number; opacity: number },
): string {
  const edge: Record<string, string | number> = line
    ? { stroke: line.colour, 'stroke-width': line.width, 'stroke-opacity': line.opacity }
    : {};
  return levels.map((level, i) => fill(smoothRings(field.rings(level)), colours[i] ?? 'none', edge)).join('');
}

/** Fills the whole sheet. */
export function ground(sheet: Sheet, colour: string): string {
  return fill(`M0 0h${sheet.width}v${sheet.height}H0z`, colour);
}

/** Fills everything below a line. */
export function hill(line: readonly Point[], height: number, colour: string, more: Attributes = {}): string {
  return fill(smoothRings([hillBelow(line, height)]), colour, more);
}

/** Fills shapes with straight edges. */
export function polygons(shapes: readonly (readonly Point[])[], colour: string, more: Attributes = {}): string {
  return fill(straightLines(shapes, { closed: true }), colour, more);
}

/** Draws the shadows of shapes with straight edges, to their lower right. */
export function shadows(shapes: readonly (readonly Point[])[], [dx, dy]: Point, opacity: number): string {
  return polygons(
    shapes.map((corners) => moved(corners, dx, dy)),
    palette.ink,
    { 'fill-opacity': opacity },
  );
}

/** Draws small crosses at the intersections of a survey grid. */
export function gridCrosses(sheet: Sheet, colour: string, spacing = 200, opacity = 0.5): string {
  const places: { point: Point; shape: Glyph }[] = [];
  for (let y = spacing / 2; y < sheet.height; y += spacing) {
    for (let x = spacing / 2; x < sheet.width; x += spacing) places.push({ point: [x, y], shape: cross });
  }
  return stroke(stamps(places), colour, 1.6, { 'stroke-opacity': opacity });
}

const cross = glyph([
  [-7, 0, 7, 0],
  [0, -7, 0, 7],
]);
