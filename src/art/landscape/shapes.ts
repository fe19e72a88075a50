import type { Point } from './geometry.ts';
import type { Random } from './random.ts';

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

/** Returns points spread evenly but at random over an ellipse, given by its radii. */
export function cloud(random: Random, [x, y]: Point, [across, up]: readonly [number, number], count: number): Point[] {
  return Array.from({ length: count }, (): Point => {
    const [dx, dy] = polar([0, 0], Math.sqrt(random()), random() * 2 * Math.PI);
    return [x + dx * across, y + dy * up];
  });
}

/** Returns points moved to the right and down. */
export function moved(points: readonly Point[], dx: number, dy: number): Point[] {
  return points.map(([x, y]): Point => [x + dx, y + dy]);
}

/** Returns the ridge of a roof, given by its corners: from the middle of one gable to that of the other. */
export function roofRidge([a, b, c, d]: readonly Point[]): Point[] {
  const middle = (one: Point = [0, 0], other: Point = [0, 0]): Point => [(one[0] + other[0]) / 2, (one[1] + other[1]) / 2];
  return [middle(a, d), middle(b, c)];
}

/** Returns a straight line from one point to another. */
export function segment(x1: number, y1: number, x2: number, y2: number): Point[] {
  return [
    [x1, y1],
    [x2, y2],
  ];
}
