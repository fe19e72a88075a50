import type { Point } from './geometry.ts';

/** Points around a place: a circle, or with a wobble something drawn by hand. Angles in radians, from the right, clockwise. */
export function circle(centre: Point, radius: number | ((angle: number) => number), count = 48): Point[] {
  return Array.from(
    { length: count },
    (_, i): Point => polar(centre, typeof radius === 'number' ? radius : radius((i / count) * 2 * Math.PI), (i / count) * 2 * Math.PI),
  );
}

/** The place at this distance and angle from another. */
export function polar([x, y]: Point, distance: number, angle: number): Point {
  return [x + distance * Math.cos(angle), y + distance * Math.sin(angle)];
}

/** A rectangle as a ring. */
export function box(x: number, y: number, width: number, height: number): Point[] {
  return [
    [x, y],
    [x + width, y],
    [x + width, y + height],
    [x, y + height],
  ];
}
