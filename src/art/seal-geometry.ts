// The shapes of the seals, in a square of 200 units around (100, 100). Angles are in degrees, clockwise from the top.

import { tenths } from '#src/lib/drawing/tenths.ts';

/** Returns the point on a circle at an angle. */
export function onCircle(angle: number, radius: number): [x: number, y: number] {
  const turn = ((angle - 90) * Math.PI) / 180;
  return [tenths(100 + radius * Math.cos(turn)), tenths(100 + radius * Math.sin(turn))];
}

/** Returns path data of an arc of less than half a turn. */
export function arc(from: number, to: number, radius: number): string {
  return `M${onCircle(from, radius).join(' ')}A${radius} ${radius} 0 0 1 ${onCircle(to, radius).join(' ')}`;
}

/** Returns path data of straight rays between two radii. */
export function rays(angles: readonly number[], inner: number, outer: number): string {
  return angles.map((angle) => `M${onCircle(angle, inner).join(' ')}L${onCircle(angle, outer).join(' ')}`).join('');
}

/** Returns path data of `count` circles of one radius, evenly spaced at a distance from the centre. */
export function circlesAround(count: number, distance: number, radius: number): string {
  const angles = Array.from({ length: count }, (_, i) => (i * 360) / count);
  return angles.map((angle) => `M${onCircle(angle, distance).join(' ')}${circleAtPen(radius)}`).join('');
}

/** Returns path data of a full circle around the current point. */
function circleAtPen(radius: number): string {
  return `m${-radius} 0a${radius} ${radius} 0 1 0 ${radius * 2} 0a${radius} ${radius} 0 1 0 ${-radius * 2} 0`;
}

/** Returns path data of growth rings: nearly round, with bumps that carry over from ring to ring. */
export function growthRings(radii: readonly number[]): string {
  return radii.map(growthRing).join('');
}

/** Returns a closed curve through the midpoints between 24 points, with the points as controls. */
function growthRing(radius: number): string {
  const point = (i: number) => {
    const turn = (i * Math.PI) / 12;
    const bumps = 0.034 * Math.sin(2 * turn + 0.6) + 0.022 * Math.sin(3 * turn + radius / 40) + 0.008 * Math.sin(5 * turn + radius / 9);
    return onCircle(i * 15, radius * (1 + bumps));
  };
  const middle = (i: number) =>
    point(i)
      .map((value, axis) => tenths((value + (point(i + 1)[axis] ?? value)) / 2))
      .join(' ');
  const curves = Array.from({ length: 24 }, (_, i) => `Q${point(i).join(' ')} ${middle(i)}`);
  return `M${middle(-1)}${curves.join('')}z`;
}

/** Returns path data of a horizontal chord `depth` below the centre, interrupted by the disc of radius `clear`. */
export function chord(depth: number, radius: number, clear: number): string {
  const y = tenths(100 + depth);
  const half = Math.sqrt(radius ** 2 - depth ** 2);
  const gap = Math.abs(depth) < clear ? Math.sqrt(clear ** 2 - depth ** 2) : 0;
  const [left, right] = [tenths(100 - half), tenths(100 + half)];
  return gap === 0 ? `M${left} ${y}H${right}` : `M${left} ${y}H${tenths(100 - gap)}M${tenths(100 + gap)} ${y}H${right}`;
}
