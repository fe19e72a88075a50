import { at, distance, type Point } from '../geometry.ts';
import { mix, palette } from '../palette.ts';
import { dots, smoothLines, smoothRings } from '../paths.ts';
import { between } from '../random.ts';
import { lineHeight, ridge, type Sheet, scatter, steps } from '../sheet.ts';
import { ground } from '../survey.ts';
import { coatedDiscs, discs, fill, stroke } from '../svg.ts';

/** A closed canopy from above, parted by a river. */
export function drawForest(sheet: Sheet): string {
  const land = sheet.field({ scale: 480, cell: 40 });
  const middle = riverLine(sheet);
  const width = ridge(sheet, { y: 34, rise: 12, scale: 420 });
  const banks = (extra: number) => smoothRings([bankRing(middle, (x) => lineHeight(width, x) + extra)]);

  const crowns: Point[][] = tints.map(() => []);
  const blossoms: Point[] = [];
  for (const [x, y] of scatter(sheet, 35, 0.4)) {
    const toRiver = Math.abs(lineHeight(middle, x) - y) * steepShare(middle, x);
    if (toRiver < lineHeight(width, x) + 19) continue;
    const height = (land.at(x, y) + 1.1) / 2.2 + between(sheet.random, -0.22, 0.22);
    const tint = Math.max(0, Math.min(tints.length - 1, Math.floor(height * tints.length)));
    at(crowns, tint).push([x, y]);
    if (sheet.random() < 0.014) blossoms.push([x, y]);
  }

  return [
    ground(sheet, palette.canopyDeep),
    fill(banks(12), '#D8CBA4'),
    fill(banks(0), '#A8C6C4'),
    stroke(smoothLines(flowLines(middle)), palette.tide, 1.8, { 'stroke-opacity': 0.55 }),
    ...crowns.map((points, i) => crownCoats(`f${i}`, points, i)),
    discs(dots(blossoms), palette.lichen, 20),
    stroke(steps(0.2, 0.9, 5).map((level) => smoothRings(land.rings(land.level(level)))).join(''), palette.paper, 1.6, { 'stroke-opacity': 0.22 }),
  ].join('');
}

const tints = steps(0.12, 0.62, 6).map((share) => mix(palette.canopyDeep, palette.moss, share));

function crownCoats(id: string, points: Point[], tint: number): string {
  const diameter = 34 + 3 * tint;
  return coatedDiscs(id, dots(points), [
    { colour: '#0B2019', diameter: diameter + 3, dx: 3, dy: 5, opacity: 0.7 },
    { colour: at(tints, tint), diameter },
    { colour: mix(at(tints, tint), palette.lichen, 0.18), diameter: diameter * 0.5, dx: -5, dy: -6, opacity: 0.75 },
  ]);
}

function riverLine(sheet: Sheet): Point[] {
  const fall = between(sheet.random, -0.28, 0.28) * sheet.height;
  const line = ridge(sheet, { y: sheet.height / 2, rise: sheet.height * 0.2, scale: 520, roughness: 0.18 });
  return line.map(([x, y]): Point => [x, y + fall * (x / sheet.width - 0.5)]);
}

function steepShare(line: readonly Point[], x: number): number {
  const slope = (lineHeight(line, x + 20) - lineHeight(line, x - 20)) / 40;
  return 1 / Math.hypot(1, slope);
}

function bankRing(line: readonly Point[], halfWidth: (x: number) => number): Point[] {
  const side = (sign: number) =>
    line.map((point, i): Point => {
      const before = at(line, Math.max(0, i - 1));
      const after = at(line, Math.min(line.length - 1, i + 1));
      const length = distance(before, after);
      const half = (sign * halfWidth(point[0])) / length;
      return [point[0] - (after[1] - before[1]) * half, point[1] + (after[0] - before[0]) * half];
    });
  return [...side(1), ...side(-1).reverse()];
}

function flowLines(line: readonly Point[]): Point[][] {
  return [-15, -4, 7, 17].map((shift, i) => line.filter((_, at) => (at + 3 * i) % 11 > 1).map(([x, y]): Point => [x, y + shift]));
}
