import type { Point } from './geometry.ts';
import { palette } from './palette.ts';
import { dots, straightLines } from './paths.ts';
import type { Random } from './random.ts';
import { cloud, segment } from './shapes.ts';
import { coatedDiscs, stroke } from './svg.ts';

/** A tree seen from the side: its foot, and about the height of its crown above that. */
export interface Tree {
  foot: Point;
  tall: number;
}

/** Draws trees with a trunk and a crown of several discs. The id must be unique in the document. */
export function drawTrees(id: string, trees: readonly Tree[], random: Random): string {
  const crowns = trees.flatMap(({ foot: [x, y], tall }) => cloud(random, [x, y - tall * 0.82], [tall * 0.46, tall * 0.46], 13));
  const trunks = trees.map(({ foot: [x, y], tall }) => segment(x, y + 3, x, y - tall * 0.7));
  const tallest = Math.max(0, ...trees.map(({ tall }) => tall));
  return stroke(straightLines(trunks), palette.canopyDeep, tallest * 0.09) + foliage(id, crowns, 6 + tallest * 0.29);
}

/** Draws discs of leaves, lit from the upper left. */
export function foliage(id: string, points: readonly Point[], diameter: number): string {
  return coatedDiscs(id, dots(points), [
    { colour: palette.canopyDeep, diameter: diameter + 2, dx: 2, dy: 3 },
    { colour: palette.canopy, diameter: diameter - 2, dx: -1, dy: -1 },
    { colour: palette.moss, diameter: diameter * 0.4, dx: -4, dy: -5, opacity: 0.45 },
  ]);
}
