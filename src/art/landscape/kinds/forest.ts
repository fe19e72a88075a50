import { at, distanceToLine, offsetLine, type Point } from '#src/art/landscape/geometry.ts';
import { mix, palette } from '#src/art/landscape/palette.ts';
import { dots, smoothLines, smoothRings } from '#src/art/landscape/paths.ts';
import { between } from '#src/art/landscape/random.ts';
import { isOnSheet, type Sheet, scatter, steps } from '#src/art/landscape/sheet.ts';
import { gridCrosses, ground } from '#src/art/landscape/survey.ts';
import { coatedDiscs, fill, stroke } from '#src/art/landscape/svg.ts';

/** Draws a closed canopy from above, with a river through it. */
export function drawForest(sheet: Sheet): string {
  const stands = sheet.field({ scale: 430, cell: 40 });
  const heading = between(sheet.random, -0.5, 0.5) + (sheet.random() < 0.3 ? Math.PI / 3 : 0);
  const river = waterLine(sheet, heading, [
    sheet.width * between(sheet.random, 0.35, 0.65),
    sheet.height * between(sheet.random, 0.35, 0.65),
  ]);
  const swell = sheet.field({ scale: 260, cell: 80, octaves: 1 });
  const half = river.map(([x, y]) => 42 + 15 * swell.at(x, y));
  const banks = (extra: number) =>
    smoothRings([[...offsetLine(river, (i) => at(half, i) + extra), ...offsetLine(river, (i) => -at(half, i) - extra).reverse()]]);
  const flow = [-0.6, -0.2, 0.25, 0.62].flatMap((share, i) =>
    runs(
      offsetLine(river, (index) => share * at(half, index)),
      3 + 2 * i,
    ),
  );

  const crowns: Point[][] = tints.map(() => []);
  const blossoms: Point[] = [];
  for (const [x, y] of scatter(sheet, 33, 0.4)) {
    if (distanceToLine([x, y], river) < 56 + 15 * swell.at(x, y)) continue;
    const height = (stands.at(x, y) + 1.1) / 2.2 + between(sheet.random, -0.2, 0.2);
    at(crowns, Math.max(0, Math.min(tints.length - 1, Math.floor(height * tints.length)))).push([x, y]);
    if (height > 0.5 && sheet.random() < 0.022) blossoms.push([x, y]);
  }

  return [
    ground(sheet, '#0E2A22'),
    fill(banks(12), '#DCD1AE'),
    fill(banks(0), '#9FC3C6'),
    stroke(smoothLines(flow), palette.tide, 1.8, { 'stroke-opacity': 0.55 }),
    ...crowns.map((points, i) => crownCoats(`f${i}`, points, 33 + 3 * i, at(tints, i))),
    crownCoats('b', blossoms, 31, mix(palette.lichen, palette.moss, 0.4)),
    gridCrosses(sheet, palette.paper, 200, 0.55),
  ].join('');
}

/** Cuts a line into pieces with gaps between them. `first`: how many points come before the first gap. */
function runs(line: readonly Point[], first: number): Point[][] {
  const starts = Array.from({ length: Math.ceil(line.length / 11) }, (_, i) => first + 11 * i);
  return [line.slice(0, first - 1), ...starts.map((start) => line.slice(start, start + 9))];
}

const tints = steps(0, 1, 6).map((share) => mix('#1A4435', '#648A66', share));

function crownCoats(id: string, points: Point[], diameter: number, colour: string): string {
  return coatedDiscs(id, dots(points), [
    { colour: '#0B2019', diameter: diameter + 2, dx: 3, dy: 5, opacity: 0.6 },
    { colour, diameter },
    { colour: mix(colour, palette.paper, 0.1), diameter: diameter * 0.6, dx: -4, dy: -5, opacity: 0.9 },
  ]);
}

/** Returns a winding line through a point, from one edge of the sheet to another. */
export function waterLine(sheet: Sheet, heading: number, through: Point): Point[] {
  const bends = sheet.field({ scale: 300, cell: 80, octaves: 1 });
  const wander = (start: number) => {
    const line: Point[] = [];
    let here = through;
    for (let i = 0; i < 120 && isOnSheet(sheet, here, 150); i++) {
      const turn = start + 1.7 * bends.at(here[0], here[1]);
      here = [here[0] + 34 * Math.cos(turn), here[1] + 34 * Math.sin(turn)];
      line.push(here);
    }
    return line;
  };
  return [...wander(heading + Math.PI).reverse(), through, ...wander(heading)];
}
