/** A point on a sheet, in sheet units: x to the right, y down. */
export type Point = readonly [x: number, y: number];

/** Returns the length of an open line. */
export function lineLength(points: readonly Point[]): number {
  let length = 0;
  for (let i = 1; i < points.length; i++) length += distance(at(points, i - 1), at(points, i));
  return length;
}

export function distance(a: Point, b: Point): number {
  return Math.hypot(b[0] - a[0], b[1] - a[1]);
}

/** Returns points at equal distances along a line, each with the direction of the line there, in radians. */
export function walk(points: readonly Point[], step: number, start = step / 2): { point: Point; angle: number }[] {
  const stops: { point: Point; angle: number }[] = [];
  let next = start;
  let passed = 0;
  for (let i = 1; i < points.length; i++) {
    const a = at(points, i - 1);
    const b = at(points, i);
    const length = distance(a, b);
    const angle = Math.atan2(b[1] - a[1], b[0] - a[0]);
    for (; next <= passed + length; next += step) {
      const share = length === 0 ? 0 : (next - passed) / length;
      stops.push({ point: [a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share], angle });
    }
    passed += length;
  }
  return stops;
}

/** Resamples a closed ring (its first point repeated at the end) at equal distances of about `step`. The result does not repeat its first point. */
export function resample(ring: readonly Point[], step: number): Point[] {
  const length = lineLength(ring);
  const count = Math.max(5, Math.round(length / step));
  return walk(ring, length / count, 0)
    .slice(0, count)
    .map(({ point }) => point);
}

/** Removes the points of a line that deviate from it by less than the tolerance (Ramer–Douglas–Peucker). */
export function simplify(points: readonly Point[], tolerance: number): Point[] {
  if (points.length < 3) return [...points];
  const kept = new Uint8Array(points.length);
  kept[0] = kept[points.length - 1] = 1;
  const spans: [number, number][] = [[0, points.length - 1]];
  for (let span = spans.pop(); span; span = spans.pop()) {
    const [first, last] = span;
    let farthest = 0;
    let reach = tolerance;
    for (let i = first + 1; i < last; i++) {
      const away = distanceToSegment(at(points, i), at(points, first), at(points, last));
      if (away > reach) [farthest, reach] = [i, away];
    }
    if (farthest === 0) continue;
    kept[farthest] = 1;
    spans.push([first, farthest], [farthest, last]);
  }
  return points.filter((_, i) => kept[i] === 1);
}

/** Returns the distance from a point to the nearest point of a line. */
export function distanceToLine(point: Point, line: readonly Point[]): number {
  let nearest = Number.POSITIVE_INFINITY;
  for (let i = 1; i < line.length; i++) nearest = Math.min(nearest, distanceToSegment(point, at(line, i - 1), at(line, i)));
  return nearest;
}

/** Returns a smooth line through all the points (uniform Catmull–Rom), with `stepsBetween` steps from each to the next. */
export function throughPoints(points: readonly Point[], stepsBetween = 6): Point[] {
  const curve: Point[] = [];
  for (let i = 0; i < points.length - 1; i++) {
    const [a, b, c, d] = [at(points, Math.max(0, i - 1)), at(points, i), at(points, i + 1), at(points, Math.min(points.length - 1, i + 2))];
    for (let step = 0; step < stepsBetween; step++) {
      const t = step / stepsBetween;
      const along = (axis: 0 | 1) =>
        0.5 *
        (2 * b[axis] +
          (c[axis] - a[axis]) * t +
          (2 * a[axis] - 5 * b[axis] + 4 * c[axis] - d[axis]) * t ** 2 +
          (3 * b[axis] - a[axis] - 3 * c[axis] + d[axis]) * t ** 3);
      curve.push([along(0), along(1)]);
    }
  }
  return [...curve, ...points.slice(-1)];
}

/** Offsets a line sideways by a distance for each point; positive is to its right. */
export function offsetLine(line: readonly Point[], away: (index: number) => number): Point[] {
  return line.map((point, i): Point => {
    const before = at(line, Math.max(0, i - 1));
    const after = at(line, Math.min(line.length - 1, i + 1));
    const share = away(i) / (distance(before, after) || 1);
    return [point[0] - (after[1] - before[1]) * share, point[1] + (after[0] - before[0]) * share];
  });
}

/** Returns the unsigned area of a ring. */
export function ringArea(points: readonly Point[]): number {
  let twice = 0;
  for (let i = 0; i < points.length; i++) {
    const a = at(points, i);
    const b = at(points, (i + 1) % points.length);
    twice += a[0] * b[1] - b[0] * a[1];
  }
  return Math.abs(twice / 2);
}

export function at<T>(items: readonly T[], index: number): T {
  const item = items[index];
  if (item === undefined) throw new RangeError(`No item ${index} in a list of ${items.length}`);
  return item;
}

function distanceToSegment(p: Point, a: Point, b: Point): number {
  const dx = b[0] - a[0];
  const dy = b[1] - a[1];
  const squared = dx * dx + dy * dy;
  const along = squared === 0 ? 0 : Math.max(0, Math.min(1, ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / squared));
  return Math.hypot(p[0] - a[0] - along * dx, p[1] - a[1] - along * dy);
}
