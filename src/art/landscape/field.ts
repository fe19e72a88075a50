import { contours } from 'd3-contour';
import { createNoise2D } from 'simplex-noise';
import { type Point, resample, ringArea } from './geometry.ts';
import type { Random } from './random.ts';

/** A height field over a sheet. It extends slightly beyond each side, so that lines leave the frame cleanly. */
export interface Field {
  /** Returns the height at a point, interpolated from the grid. */
  at(x: number, y: number): number;
  /** Returns the height that a share (0 to 1) of the sheet lies below. Levels chosen this way suit every seed. */
  level(share: number): number;
  /** Returns the rings around everything above the level: outer rings and, in the opposite direction, holes. */
  rings(level: number): Point[][];
}

export interface FieldOptions {
  width: number;
  height: number;
  random: Random;
  /** Approximate distance between hills, in sheet units. */
  scale: number;
  octaves?: number;
  /** Stretches hills horizontally if above 1. */
  stretch?: number;
  /** Strength of the domain warping, as a share of the scale. */
  warp?: number;
  /** Sheet units between grid points. */
  cell?: number;
  /** Sheet units between the points of a line. */
  step?: number;
  /** Changes the height (about -1 to 1) at a point. */
  shape?: (height: number, x: number, y: number) => number;
}

const cellsBeyond = 2;
/** In square sheet units; anything smaller looks like a speck of dirt. */
const smallestRing = 900;

/** Creates a field of warped simplex noise, sampled once on a grid. Contour rings are traced on that grid with marching squares. */
export function createField(options: FieldOptions): Field {
  const { width, height, random, scale, octaves = 2, stretch = 1, warp = 0.14, cell = 20, step = 30 } = options;
  const columns = Math.ceil(width / cell) + 1 + 2 * cellsBeyond;
  const rows = Math.ceil(height / cell) + 1 + 2 * cellsBeyond;
  const origin = -cellsBeyond * cell;
  const noise = createNoise2D(random);
  const bend = createNoise2D(random);
  // Simplex noise is zero at its lattice points, which are the same for every seed, so shift the origin randomly.
  const [east, south] = [random() * 500, random() * 500];
  const values = new Float64Array(columns * rows);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const x = origin + column * cell;
      const y = origin + row * cell;
      const u = east + x / (scale * stretch);
      const v = south + y / scale;
      const value = layered(noise, u + warp * bend(u * 0.8, v * 0.8), v + warp * bend(u * 0.8 + 40, v * 0.8), octaves);
      values[row * columns + column] = options.shape ? options.shape(value, x, y) : value;
    }
  }

  const sorted = Float64Array.from(values).sort();
  const tracer = contours().size([columns, rows]);
  const grid = values as unknown as number[];
  const value = (column: number, row: number) => values[row * columns + column] ?? 0;

  return {
    at(x, y) {
      const column = clamp((x - origin) / cell, columns - 1.001);
      const row = clamp((y - origin) / cell, rows - 1.001);
      const [c, r] = [Math.floor(column), Math.floor(row)];
      const top = lerp(value(c, r), value(c + 1, r), column - c);
      const bottom = lerp(value(c, r + 1), value(c + 1, r + 1), column - c);
      return lerp(top, bottom, row - r);
    },
    level(share) {
      return sorted[Math.round(clamp(share, 1) * (sorted.length - 1))] ?? 0;
    },
    rings(level) {
      // d3 places sample i at i + 0.5, and repeats a ring's first point at its end.
      const place = (grain: number) => origin + (grain - 0.5) * cell;
      const rings: Point[][] = [];
      for (const polygon of tracer.contour(grid, level).coordinates) {
        for (const ring of polygon) {
          const placed = ring.map(([x = 0, y = 0]): Point => [place(x), place(y)]);
          if (ringArea(placed) >= smallestRing) rings.push(resample(placed, step));
        }
      }
      return rings;
    },
  };
}

/** Returns the length of the field's gradient at a point, as height per 40 sheet units. */
export function steepness(field: Field, x: number, y: number): number {
  const across = field.at(x + 20, y) - field.at(x - 20, y);
  const down = field.at(x, y + 20) - field.at(x, y - 20);
  return Math.hypot(across, down);
}

function layered(noise: (x: number, y: number) => number, x: number, y: number, octaves: number): number {
  let sum = 0;
  let weight = 1;
  let frequency = 1;
  for (let octave = 0; octave < octaves; octave++) {
    sum += weight * noise(x * frequency + octave * 31.7, y * frequency - octave * 17.3);
    weight *= 0.3;
    frequency *= 2.1;
  }
  return sum;
}

function lerp(a: number, b: number, share: number): number {
  return a + (b - a) * share;
}

function clamp(value: number, top: number): number {
  return Math.max(0, Math.min(top, value));
}
