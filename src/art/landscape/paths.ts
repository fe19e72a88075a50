import { at, type Point } from './geometry.ts';

/**
 * Returns path data of smooth closed curves: quadratic B-splines with the given points as controls. Control points are
 * rounded to even numbers, so that the midpoints between them, through which the curve passes, are whole. Each further
 * segment is then just `t` with two small whole numbers, and rounding errors do not accumulate.
 */
export function smoothRings(rings: readonly (readonly Point[])[]): string {
  const path = createPath();
  for (const ring of rings) {
    const points = distinct(ring.map(even));
    if (points.length > 1 && same(at(points, 0), at(points, points.length - 1))) points.pop();
    if (points.length < 3) continue;
    path.move(middle(at(points, points.length - 1), at(points, 0)));
    curveThrough(path, points, (i) => middle(at(points, i), at(points, (i + 1) % points.length)));
    path.close();
  }
  return path.data();
}

/** Draws open lines as smoothly as `smoothRings` draws rings. They start and end exactly at their first and last points. */
export function smoothLines(lines: readonly (readonly Point[])[]): string {
  const path = createPath();
  for (const line of lines) {
    const points = distinct(line.map(even));
    if (points.length < 2) continue;
    const last = points.length - 1;
    path.move(at(points, 0));
    if (last === 1) path.line(at(points, 1));
    else curveThrough(path, points.slice(1, -1), (i) => (i === last - 2 ? at(points, last) : middle(at(points, i + 1), at(points, i + 2))));
  }
  return path.data();
}

/** Returns path data of polylines, closed if requested. Coordinates are rounded to `1 / grain` units. */
export function straightLines(lines: readonly (readonly Point[])[], { closed = false, grain = 1 } = {}): string {
  const path = createPath({ grain });
  for (const line of lines) {
    const [first, ...rest] = distinct(line.map(([x, y]): Point => [round(x, grain), round(y, grain)]));
    if (!first || rest.length === 0) continue;
    path.move(first);
    for (const point of rest) path.line(point);
    if (closed) path.close();
  }
  return path.data();
}

/** Returns path data of dots: zero-length lines, which a round line cap turns into discs as wide as the stroke. */
export function dots(points: readonly Point[]): string {
  const path = createPath();
  for (const point of points) {
    path.move(point);
    path.write('h0', [0, 0]);
  }
  return path.data();
}

/** A small shape to be drawn many times: relative path data from its anchor, and the pen's final position. */
export interface Glyph {
  data: string;
  end: Point;
}

/**
 * Creates a glyph of straight strokes. With `curved`, strokes of three points are curves. A stroke is a flat list of x and y
 * in turn, relative to the anchor.
 */
export function glyph(strokes: readonly (readonly number[])[], { curved = false, closed = false } = {}): Glyph {
  const path = createPath({ start: 'm' });
  for (const stroke of strokes) {
    const [first, ...rest] = pairs(stroke);
    if (!first) continue;
    const [control, end] = rest;
    if (first[0] !== path.pen()[0] || first[1] !== path.pen()[1]) path.move(first);
    if (curved && control && end) path.quadratic(control, end);
    else for (const point of rest) path.line(point);
    if (closed) path.close();
  }
  return { data: path.data(), end: path.pen() };
}

/** Returns path data of glyphs with their anchors at the given points. */
export function stamps(places: readonly { point: Point; shape: Glyph }[]): string {
  const path = createPath();
  for (const { point, shape } of places) {
    path.move(point);
    path.write(shape.data, shape.end);
  }
  return path.data();
}

function curveThrough(path: Path, controls: readonly Point[], end: (index: number) => Point): void {
  controls.forEach((control, i) => {
    if (i === 0) path.quadratic(control, end(0));
    else path.smooth(end(i));
  });
}

interface Path {
  move(point: Point): void;
  line(point: Point): void;
  quadratic(control: Point, end: Point): void;
  smooth(end: Point): void;
  close(): void;
  /** Appends relative data that moves the pen by `end`. */
  write(data: string, end: Point): void;
  pen(): Point;
  data(): string;
}

/** Creates a writer of compact relative path data. The first move is absolute unless `start` is `m`. */
function createPath({ grain = 1, start: firstMove = 'M' } = {}): Path {
  let data = '';
  let command = '';
  let pen: Point = [0, 0];
  let start: Point = [0, 0];
  const write = (letter: string, ...points: Point[]) => {
    let text = '';
    for (const [x, y] of points) {
      const [right, down] = [round(x - pen[0], grain), round(y - pen[1], grain)];
      text += `${text && right >= 0 ? ' ' : ''}${short(right)}${down >= 0 ? ' ' : ''}${short(down)}`;
    }
    const repeated = letter === command && letter.toLowerCase() !== 'm';
    data += repeated ? (text.startsWith('-') ? text : ` ${text}`) : letter + text;
    command = letter;
    const last = at(points, points.length - 1);
    pen = [round(last[0], grain), round(last[1], grain)];
  };
  return {
    move(point) {
      write(data === '' ? firstMove : 'm', point);
      start = pen;
    },
    line: (point) => write('l', point),
    quadratic: (control, end) => write('q', control, end),
    smooth: (end) => write('t', end),
    close() {
      data += 'z';
      command = 'z';
      pen = start;
    },
    write(text, end) {
      data += text;
      command = '';
      pen = [pen[0] + end[0], pen[1] + end[1]];
    },
    pen: () => pen,
    data: () => data,
  };
}

function pairs(flat: readonly number[]): Point[] {
  return Array.from({ length: flat.length / 2 }, (_, i): Point => [at(flat, 2 * i), at(flat, 2 * i + 1)]);
}

function short(value: number): string {
  return Number.isInteger(value) ? String(value) : String(value).replace(/^(-?)0\./, '$1.');
}

function round(value: number, grain: number): number {
  return Math.round(value * grain) / grain + 0; // + 0 turns -0 into 0
}

function even([x, y]: Point): Point {
  return [2 * Math.round(x / 2), 2 * Math.round(y / 2)];
}

function middle(a: Point, b: Point): Point {
  return [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
}

function same(a: Point, b: Point): boolean {
  return a[0] === b[0] && a[1] === b[1];
}

function distinct(points: readonly Point[]): Point[] {
  return points.filter((point, i) => i === 0 || !same(point, at(points, i - 1)));
}
