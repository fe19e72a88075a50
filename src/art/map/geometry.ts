import { tenths } from '#src/lib/drawing/tenths.ts';

/** A point on a map, in units of its picture: x to the right, y down. */
export type Point = readonly [x: number, y: number];

export function distance(a: Point, b: Point): number {
  return Math.hypot(b[0] - a[0], b[1] - a[1]);
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

/** Returns path data of polylines, closed if requested, with coordinates rounded to tenths: relative, which is shorter. */
export function straightLines(lines: readonly (readonly Point[])[], { closed = false } = {}): string {
  return lines.map((line) => oneLine(line, closed)).join('');
}

function oneLine(line: readonly Point[], closed: boolean): string {
  const points = line.map(([x, y]): Point => [tenths(x), tenths(y)]);
  const steps = points.flatMap((point, i) => {
    const [before] = i === 0 ? [] : [at(points, i - 1)];
    if (!before) return [];
    const [right, down] = [tenths(point[0] - before[0]), tenths(point[1] - before[1])];
    return right === 0 && down === 0 ? [] : [`${right} ${down}`];
  });
  const [first] = points;
  if (!first || steps.length === 0) return '';
  // A minus separates numbers as a space does, and the zero before a point is not needed.
  return `M${first.join(' ')}l${steps.join(' ')}${closed ? 'z' : ''}`.replaceAll(' -', '-').replace(/([l -])0\./g, '$1.');
}

function at<T>(items: readonly T[], index: number): T {
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
