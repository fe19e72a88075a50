import { at, type Point } from '#src/art/landscape/geometry.ts';
import { mix, palette } from '#src/art/landscape/palette.ts';
import { type Glyph, glyph, smoothLines, stamps, straightLines } from '#src/art/landscape/paths.ts';
import { between, pick } from '#src/art/landscape/random.ts';
import { lineHeight, ridge, type Sheet, steps } from '#src/art/landscape/sheet.ts';
import { ground, hill } from '#src/art/landscape/survey.ts';
import { element, fill, stroke } from '#src/art/landscape/svg.ts';

/** Draws receding ridges with slim turbines, under lines of wind. */
export function drawWind(sheet: Sheet): string {
  const { width, height, random } = sheet;
  const depths = steps(0, 1, 4);
  const ridges = depths.map((depth) =>
    ridge(sheet, { y: height * (0.5 + 0.36 * depth), rise: height * (0.15 - 0.05 * depth), scale: 900 - 220 * depth, roughness: 0.16 }),
  );
  const layers = depths.map((depth, i) => {
    const line = at(ridges, i);
    const colour = mix('#BFCFC8', palette.canopyDeep, 0.08 + 0.92 * depth ** 1.3);
    return turbines(sheet, line, depth) + hill(line, height, colour) + slopeLines(line, ridges[i + 1] ?? [], depth);
  });
  const sun = {
    cx: Math.round(width * between(random, 0.15, 0.85)),
    cy: Math.round(height * between(random, 0.14, 0.3)),
    r: Math.round(between(random, 42, 66)),
  };
  return [
    ground(sheet, '#E9EBE0'),
    element('circle', { ...sun, fill: palette.sun, 'fill-opacity': 0.85 }),
    stroke(smoothLines(gusts(sheet)), palette.tide, 1.7, { 'stroke-opacity': 0.5 }),
    ...layers,
    heath(sheet, at(ridges, 2), 0.62),
    heath(sheet, at(ridges, 3), 1),
  ].join('');
}

function gusts(sheet: Sheet): Point[][] {
  const field = sheet.field({ scale: 700, octaves: 1, stretch: 1.8, cell: 50 });
  return steps(0.02, 0.62, 26).map((share) => {
    const y = share * sheet.height;
    return Array.from({ length: Math.ceil(sheet.width / 50) + 3 }, (_, i): Point => [i * 50 - 50, y + 75 * field.at(i * 50 - 50, y)]);
  });
}

/** Lines that follow a ridge down its slope, spreading towards the one in front. */
function slopeLines(line: readonly Point[], next: readonly Point[], depth: number): string {
  const lines = steps(1, 9, 9).map((i) =>
    line.map(([x, y]): Point => {
      const room = next.length > 0 ? Math.max(0, lineHeight(next, x) - y) : 240;
      return [x, y + i * (5 + room * 0.075)];
    }),
  );
  return stroke(smoothLines(lines), depth > 0.5 ? palette.moss : palette.canopy, 1.5, { 'stroke-opacity': 0.42 });
}

function turbines(sheet: Sheet, line: readonly Point[], depth: number): string {
  if (depth === 1) return '';
  const size = 115 + 165 * depth;
  const count = 5 - Math.round(depth * 3);
  const masts: Point[][] = [];
  const blades: Point[][] = [];
  for (let i = 0; i < count; i++) {
    const x = sheet.width * ((i + between(sheet.random, 0.2, 0.8)) / count);
    const foot = lineHeight(line, x) + 8;
    const hub = foot - size;
    masts.push([
      [x - size * 0.016, foot],
      [x - size * 0.007, hub],
      [x + size * 0.007, hub],
      [x + size * 0.016, foot],
    ]);
    const turn = sheet.random() * 2;
    for (let blade = 0; blade < 3; blade++) {
      const angle = turn + (blade * 2 * Math.PI) / 3;
      const along = (length: number, side: number): Point => [
        x + size * (length * Math.cos(angle) - side * Math.sin(angle)),
        hub + size * (length * Math.sin(angle) + side * Math.cos(angle)),
      ];
      blades.push([along(0, -0.011), along(0.15, -0.02), along(0.64, 0), along(0, 0.011)]);
    }
  }
  return fill(straightLines([...masts, ...blades], { closed: true, grain: 2 }), mix('#9DB3AB', palette.canopyDeep, 0.2 + 1.15 * depth));
}

/** Draws tufts of heather on a slope near the viewer, densest at its crest. */
function heath(sheet: Sheet, line: readonly Point[], near: number): string {
  const places: { point: Point; shape: Glyph }[] = [];
  for (let i = 0; i < 330; i++) {
    const x = sheet.random() * sheet.width;
    const point: Point = [x, lineHeight(line, x) + 1 + 150 * sheet.random() ** 4];
    places.push({ point, shape: pick(sheet.random, tufts) });
  }
  const ordered = places.sort((a, b) => a.point[1] - b.point[1]);
  return stroke(stamps(ordered), mix(palette.canopyDeep, palette.moss, 0.1 + 0.4 * near), 1.4 + 0.6 * near, { 'stroke-linecap': 'round' });
}

const tufts = [
  [
    [-2, 0, -3, -7, -9, -11],
    [0, 0, 1, -8, 0, -15],
    [2, 0, 4, -6, 10, -9],
  ],
  [
    [1, 0, 1, -6, 5, -13],
    [-1, 0, -3, -5, -8, -8],
  ],
].map((blades) => glyph(blades, { curved: true }));
