import { createField, type Field } from './landscape/field.ts';
import type { Point } from './landscape/geometry.ts';
import { dots, smoothLines, smoothRings } from './landscape/paths.ts';
import { between, createRandom } from './landscape/random.ts';

/** The layers of a map of one piece of land; path data in a square of `sheetSize` units. */
export type LayerSheets = {
  /** Contour lines, drawn faintly on every layer, so that the layers can be related to each other. */
  contours: string;
  /** Land cover, from the lowest ground up. */
  cover: { marsh: string; grass: string; scrub: string; wood: string };
  /** Tree crowns, as dots. */
  canopy: string;
  water: { pools: string; streams: string };
  /** Where water was sampled: along the streams and at the pools. */
  sites: Point[];
};

export const sheetSize = 600;

/** Draws the layers. The same seed gives the same land. */
export function drawLayerSheets(seed: string): LayerSheets {
  const random = createRandom(seed);
  const field = createField({ width: sheetSize, height: sheetSize, random, scale: 330, cell: 20, step: 26 });
  const level = (share: number) => field.level(share);
  const rings = (share: number) => smoothRings(field.rings(level(share)).map(inside));
  const pools = field.rings(level(0.14));
  const springs = [0, 1, 2, 3, 4].map((strip) => highest(field, random, (strip * sheetSize) / 5, sheetSize / 5));
  const streams = springs.map((spring) => stream(field, spring)).filter((line) => line.length > 6);
  const crowns = Array.from({ length: 1100 }, (): Point => [random() * sheetSize, random() * sheetSize]).filter(
    ([x, y]) => field.at(x, y) > level(between(random, 0.52, 0.82)),
  );
  return {
    contours: [0.3, 0.45, 0.6, 0.75, 0.88].map(rings).join(''),
    cover: { marsh: rings(0), grass: rings(0.22), scrub: rings(0.5), wood: rings(0.68) },
    canopy: dots(crowns.map(([x, y]): Point => [Math.round(x), Math.round(y)])),
    // The rings enclose higher ground, so low ground is the sheet minus the rings: filled with the even-odd rule.
    water: { pools: `M0 0h${sheetSize}v${sheetSize}h-${sheetSize}z${smoothRings(pools.map(inside))}`, streams: smoothLines(streams) },
    sites: streams.map((line) => line[Math.floor(line.length * 0.72)]).filter((site) => site !== undefined),
  };
}

/** Returns the highest of some random points in a strip of the sheet, away from its edges. */
function highest(field: Field, random: () => number, left: number, width: number): Point {
  const places = Array.from({ length: 24 }, (): Point => [left + random() * width, between(random, 0.1, 0.9) * sheetSize]);
  const height = ([x, y]: Point) => field.at(x, y);
  return places.reduce((best, place) => (height(place) > height(best) ? place : best));
}

/** Follows the steepest descent from a point until the ground is flat or the sheet ends. */
function stream(field: Field, [startX, startY]: Point): Point[] {
  const line: Point[] = [];
  let [x, y] = [startX, startY];
  let [headX, headY] = [0, 0];
  for (let step = 0; step < 90 && isInside(x, y); step++) {
    line.push([x, y]);
    const across = field.at(x + 12, y) - field.at(x - 12, y);
    const down = field.at(x, y + 12) - field.at(x, y - 12);
    const steep = Math.hypot(across, down);
    if (steep < 0.002) break;
    // Water keeps some of its direction, so that it curves smoothly.
    [headX, headY] = [0.55 * headX - (0.45 * across) / steep, 0.55 * headY - (0.45 * down) / steep];
    [x, y] = [x + headX * 16, y + headY * 16];
  }
  return line;
}

function isInside(x: number, y: number): boolean {
  return x >= 0 && y >= 0 && x <= sheetSize && y <= sheetSize;
}

function inside(ring: readonly Point[]): Point[] {
  const clamp = (value: number) => Math.max(0, Math.min(sheetSize, value));
  return ring.map(([x, y]): Point => [clamp(x), clamp(y)]);
}
