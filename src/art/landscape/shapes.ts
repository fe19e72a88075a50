import type { Point } from './geometry.ts';

/** Returns the points of a circle, or of a wobbly one if the radius depends on the angle (radians, clockwise from the right). */
export function circle(centre: Point, radius: number | ((angle: number) => number), count = 48): Point[] {
  return Array.from(
    { length: count },
    (_, i): Point => polar(centre, typeof radius === 'number' ? radius : radius((i / count) * 2 * Math.PI), (i / count) * 2 * Math.PI),
  );
}

/** Returns the point at a distance and angle from another. */
export function polar([x, y]: Point, distance: number, angle: number): Point {
  return [x + distance * Math.cos(angle), y + distance * Math.sin(angle)];
}

/** Returns a rectangle as a ring. */
export function box(x: number, y: number, width: number, height: number): Point[] {
  return [
    [x, y],
    [x + width, y],
    [x + width, y + height],
    [x, y + height],
  ];
}

/** Returns a straight line from one point to another. */
export function segment(x1: number, y1: number, x2: number, y2: number): Point[] {
  return [
    [x1, y1],
    [x2, y2],
  ];
}
