import type { Point } from '../geometry.ts';
import { mix, palette } from '../palette.ts';
import { smoothLines, smoothRings, straightLines } from '../paths.ts';
import { between } from '../random.ts';
import { hillBelow, lineHeight, ridge, type Sheet, steps } from '../sheet.ts';
import { ground } from '../survey.ts';
import { element, fill, stroke } from '../svg.ts';

/** Ridge behind ridge with slim turbines, under lines of moving air. */
export function drawWind(sheet: Sheet): string {
  const { width, height } = sheet;
  const depths = steps(0, 1, 4);
  const ridges = depths.map((depth) =>
    ridge(sheet, { y: height * (0.5 + 0.38 * depth), rise: height * (0.13 - 0.045 * depth), scale: 900 - 260 * depth, roughness: 0.16 }),
  );
  const layers = ridges.map((line, i) => {
    const depth = depths[i] ?? 0;
    const colour = mix('#BFCFC8', palette.canopyDeep, 0.12 + 0.88 * depth ** 1.25);
    return (
      turbines(sheet, line, depth) + fill(smoothRings([hillBelow(line, height)]), colour) + slopeLines(sheet, line, ridges[i + 1], depth)
    );
  });
  const sun: Point = [width * between(sheet.random, 0.2, 0.8), height * 0.25];
  return [
    ground(sheet, '#E7EAE0'),
    element('circle', { cx: Math.round(sun[0]), cy: Math.round(sun[1]), r: Math.round(between(sheet.random, 44, 70)), fill: palette.sun, 'fill-opacity': 0.85 }),
    stroke(smoothLines(gusts(sheet)), palette.tide, 1.7, { 'stroke-opacity': 0.5 }),
    ...layers,
  ].join('');
}

function gusts(sheet: Sheet): Point[][] {
  const field = sheet.field({ scale: 700, octaves: 1, stretch: 1.8, cell: 50 });
  return steps(0.03, 0.6, 22).map((share) => {
    const y = share * sheet.height;
    return Array.from({ length: Math.ceil(sheet.width / 50) + 3 }, (_, i): Point => [i * 50 - 50, y + 70 * field.at(i * 50 - 50, y)]);
  });
}

function slopeLines(sheet: Sheet, line: readonly Point[], next: readonly Point[] | undefined, depth: number): string {
  const lines = steps(1, 8, 8).map((i) =>
    line.map(([x, y]): Point => [x, y + i * (10 + 7 * depth) + 0.22 * i * (lineHeight(next ?? line, x) - y) * (next ? 0.25 : 0)]),
  );
  return stroke(smoothLines(lines), depth > 0.6 ? palette.moss : palette.canopy, 1.5, { 'stroke-opacity': 0.4 });
}

function turbines(sheet: Sheet, line: readonly Point[], depth: number): string {
  if (depth === 1) return '';
  const size = 120 + 150 * depth;
  const count = 5 - Math.round(depth * 3);
  const masts: Point[][] = [];
  const blades: Point[][] = [];
  for (let i = 0; i < count; i++) {
    const x = sheet.width * ((i + between(sheet.random, 0.25, 0.75)) / count);
    const foot = lineHeight(line, x) + 8;
    const hub = foot - size;
    masts.push([
      [x - size * 0.017, foot],
      [x - size * 0.007, hub],
      [x + size * 0.007, hub],
      [x + size * 0.017, foot],
    ]);
    const turn = sheet.random() * 2;
    for (let blade = 0; blade < 3; blade++) {
      const angle = turn + (blade * 2 * Math.PI) / 3;
      const along = (length: number, side: number): Point => [
        x + length * size * Math.cos(angle) - side * size * Math.sin(angle),
        hub + length * size * Math.sin(angle) + side * size * Math.cos(angle),
      ];
      blades.push([along(0, -0.011), along(0.15, -0.02), along(0.64, 0), along(0, 0.011)]);
    }
  }
  const colour = mix('#9DB3AB', palette.canopyDeep, 0.2 + 1.1 * depth);
  return fill(straightLines([...masts, ...blades], { closed: true, grain: 2 }), colour);
}
