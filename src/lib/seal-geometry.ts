/** Shapes that the seals are made of, on a sheet of 200 by 200 around (100, 100). Angles in degrees, clockwise from the top. */

/** Where a ray at this angle meets the circle of this radius. */
export function onCircle(angle: number, radius: number): [x: number, y: number] {
  const turn = ((angle - 90) * Math.PI) / 180;
  return [tenths(100 + radius * Math.cos(turn)), tenths(100 + radius * Math.sin(turn))];
}

/** Path data of an arc of less than half a turn. */
export function arc(from: number, to: number, radius: number): string {
  return `M${onCircle(from, radius).join(' ')}A${radius} ${radius} 0 0 1 ${onCircle(to, radius).join(' ')}`;
}

/** Path data of straight rays between two radii, at the given angles. */
export function rays(angles: readonly number[], inner: number, outer: number): string {
  return angles.map((angle) => `M${onCircle(angle, inner).join(' ')}L${onCircle(angle, outer).join(' ')}`).join('');
}

/** Path data of a ring as a tree lays it down: nearly round, the bumps of one year followed by the next. */
export function growthRing(radius: number): string {
  const points = Array.from({ length: 36 }, (_, i) => {
    const turn = (i * Math.PI) / 18;
    const bumps = 0.034 * Math.sin(2 * turn + 0.6) + 0.022 * Math.sin(3 * turn + radius / 40) + 0.008 * Math.sin(7 * turn + radius / 9);
    return onCircle(i * 10, radius * (1 + bumps)).join(' ');
  });
  return `M${points.join('L')}Z`;
}

/** Path data of a level line across the circle of `radius`, `depth` below the centre, leaving out the disc of `clear`. */
export function chord(depth: number, radius: number, clear: number): string {
  const y = tenths(100 + depth);
  const half = Math.sqrt(radius ** 2 - depth ** 2);
  const gap = Math.abs(depth) < clear ? Math.sqrt(clear ** 2 - depth ** 2) : 0;
  const [left, right] = [tenths(100 - half), tenths(100 + half)];
  return gap === 0 ? `M${left} ${y}H${right}` : `M${left} ${y}H${tenths(100 - gap)}M${tenths(100 + gap)} ${y}H${right}`;
}

function tenths(value: number): number {
  return Math.round(value * 10) / 10;
}
