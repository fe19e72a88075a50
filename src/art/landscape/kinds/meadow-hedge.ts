import type { Point } from '#src/art/landscape/geometry.ts';
import { between } from '#src/art/landscape/random.ts';
import { lineHeight, type Sheet } from '#src/art/landscape/sheet.ts';
import { drawTrees, foliage, type Tree } from '#src/art/landscape/trees.ts';

/** Draws a hedge with trees in it and a gap for the path. */
export function drawHedge(sheet: Sheet, line: readonly Point[], gap: number): string {
  const { random, width } = sheet;
  const bushes: Point[] = [];
  const trees: Tree[] = [];
  const sparsest = between(random, 160, 560);
  let nextTree = between(random, 20, 260);
  for (let x = -20; x < width + 20; x += between(random, 8, 14)) {
    if (Math.abs(x - gap) < 26) continue;
    const y = lineHeight(line, x);
    bushes.push([x, y - between(random, 2, 13)]);
    if (x < nextTree) continue;
    nextTree = x + between(random, 70, sparsest);
    trees.push({ foot: [x, y], tall: between(random, 42, 76) });
  }
  return drawTrees('t', trees, random) + foliage('h', bushes, 22);
}
