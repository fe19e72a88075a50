import type { Point } from '../geometry.ts';
import { palette } from '../palette.ts';
import { dots, smoothLines } from '../paths.ts';
import { between } from '../random.ts';
import { lineHeight, type Sheet } from '../sheet.ts';
import { coatedDiscs, stroke } from '../svg.ts';

/** A field hedge with a gap for the path, and trees that stand in it. */
export function drawHedge(sheet: Sheet, line: readonly Point[], gap: number): string {
  const { random, width } = sheet;
  const bushes: Point[] = [];
  const crowns: Point[] = [];
  const trunks: Point[][] = [];
  let nextTree = between(random, 40, 260);
  for (let x = -20; x < width + 20; x += between(random, 8, 14)) {
    if (Math.abs(x - gap) < 26) continue;
    const y = lineHeight(line, x);
    bushes.push([x, y - between(random, 2, 13)]);
    if (x < nextTree) continue;
    nextTree = x + between(random, 90, 420);
    const tall = between(random, 44, 74);
    trunks.push([
      [x, y],
      [x, y - tall],
    ]);
    for (let i = 0; i < 15; i++) {
      const [turn, reach] = [random() * 2 * Math.PI, Math.sqrt(random()) * tall * 0.42];
      crowns.push([x + 1.15 * reach * Math.cos(turn), y - tall + 0.85 * reach * Math.sin(turn)]);
    }
  }
  return [stroke(smoothLines(trunks), palette.canopyDeep, 5), foliage('t', crowns, 24), foliage('h', bushes, 22)].join('');
}

function foliage(id: string, points: Point[], diameter: number): string {
  return coatedDiscs(id, dots(points), [
    { colour: palette.canopyDeep, diameter: diameter + 2, dx: 2, dy: 3 },
    { colour: palette.canopy, diameter: diameter - 2, dx: -1, dy: -1 },
    { colour: palette.moss, diameter: diameter * 0.4, dx: -4, dy: -5, opacity: 0.45 },
  ]);
}
