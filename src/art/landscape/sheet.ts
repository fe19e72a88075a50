import { createNoise2D } from 'simplex-noise';
import { createField, type Field, type FieldOptions } from './field.ts';
import type { Point } from './geometry.ts';
import { between, createRandom, type Random } from './random.ts';
import { unitsPerPixel } from './svg.ts';

/** The canvas of a drawing: its size in sheet units, and a random generator from its seed. */
export interface Sheet {
  width: number;
  height: number;
  random: Random;
  /** Creates a field over this sheet. Each call returns a different one. */
  field(options: Omit<FieldOptions, 'width' | 'height' | 'random'>): Field;
}

/** Creates a sheet for a picture of a given size in CSS pixels. */
export function createSheet(seed: string, widthPixels: number, heightPixels: number): Sheet {
  const width = widthPixels * unitsPerPixel;
  const height = heightPixels * unitsPerPixel;
  const random = createRandom(seed);
  return { width, height, random, field: (options) => createField({ width, height, random, ...options }) };
}

/** Returns points spread evenly but irregularly over the sheet: a triangular grid with jitter, as a share of the spacing. */
export function scatter(sheet: Sheet, spacing: number, jitter = 0.42): Point[] {
  const points: Point[] = [];
  const rowHeight = spacing * 0.866;
  for (let row = 0; row * rowHeight < sheet.height + spacing; row++) {
    for (let column = 0; column * spacing < sheet.width + spacing; column++) {
      const x = (column + (row % 2) / 2) * spacing + between(sheet.random, -jitter, jitter) * spacing;
      const y = row * rowHeight + between(sheet.random, -jitter, jitter) * spacing;
      points.push([x, y]);
    }
  }
  return points;
}

/** Returns a noisy horizontal line around `y` that extends beyond both sides of the sheet: a ridge or a stratum. */
export function ridge(sheet: Sheet, shape: { y: number; rise: number; scale: number; roughness?: number; step?: number }): Point[] {
  const { y, rise, scale, roughness = 0.25, step = 36 } = shape;
  const noise = createNoise2D(sheet.random);
  const start = sheet.random() * 500;
  const height = (u: number) => noise(u, start) + roughness * noise(3.1 * u, 0.3) + roughness * 0.4 * noise(8 * u, 0.6);
  const count = Math.ceil((sheet.width + 4 * step) / step);
  return Array.from({ length: count }, (_, i): Point => {
    const x = (i - 2) * step;
    return [x, y - rise * height(start + x / scale)];
  });
}

/** Checks whether a point is on the sheet or within a margin around it. */
export function isOnSheet(sheet: Sheet, [x, y]: Point, margin = 12): boolean {
  return x > -margin && y > -margin && x < sheet.width + margin && y < sheet.height + margin;
}

/** Returns everything below a line, down to beyond the bottom of the sheet, as a ring whose corners are out of sight. */
export function hillBelow(line: readonly Point[], height: number): Point[] {
  const first = line[0]?.[0] ?? 0;
  const last = line.at(-1)?.[0] ?? 0;
  const floor = height + 80;
  return [...line, [last, floor - 30], [last, floor], [last - 30, floor], [first + 30, floor], [first, floor], [first, floor - 30]];
}

/** Returns the y coordinate of a left-to-right line at x, interpolated between its points; beyond its ends, that of the end. */
export function lineHeight(line: readonly Point[], x: number): number {
  const next = line.findIndex((point) => point[0] > x);
  const [a, b] = [line[Math.max(0, next - 1)], line[next]];
  if (!a || !b || next === 0) return (next === 0 ? b : line.at(-1))?.[1] ?? 0;
  return a[1] + ((b[1] - a[1]) * (x - a[0])) / (b[0] - a[0]);
}

/** Returns evenly spaced numbers, both ends included. */
export function steps(from: number, to: number, count: number): number[] {
  return Array.from({ length: count }, (_, i) => from + ((to - from) * i) / (count - 1));
}
