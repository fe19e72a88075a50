import type { Field } from '#src/art/landscape/field.ts';
import type { Point } from '#src/art/landscape/geometry.ts';
import { walk } from '#src/art/landscape/geometry.ts';
import { mix, palette } from '#src/art/landscape/palette.ts';
import { dots, type Glyph, glyph, smoothLines, smoothRings, stamps } from '#src/art/landscape/paths.ts';
import { between, pick } from '#src/art/landscape/random.ts';
import { type Sheet, scatter, steps } from '#src/art/landscape/sheet.ts';
import { contourLines, gridCrosses, ground } from '#src/art/landscape/survey.ts';
import { discs, fill, stroke } from '#src/art/landscape/svg.ts';

/** Draws land, saltmarsh with creeks, and mud flats around a bay, with close water lines along the shore, as on old charts. */
export function drawCoast(sheet: Sheet): string {
  const land = sheet.field({ scale: 800, octaves: 3 });
  const [deep, flat, shore, marsh] = [0.31, 0.37, 0.42, 0.57].map(land.level) as [number, number, number, number];
  const rings = (levels: readonly number[]) => smoothRings(levels.flatMap((level) => land.rings(level)));
  const shallows = steps(0, 1, 4).map((i) => deep + (flat - deep) * (0.1 + 0.7 * i));

  const mud: Point[] = [];
  const tufts: { point: Point; shape: Glyph }[] = [];
  for (const [x, y] of scatter(sheet, 21, 0.48)) {
    const height = land.at(x, y);
    if (height > flat && height < shore && sheet.random() < 0.75) mud.push([x, y]);
    if (height > shore && height < marsh + 0.03 && sheet.random() < 0.4) tufts.push({ point: [x, y], shape: pick(sheet.random, rushes) });
  }

  return [
    ground(sheet, '#AFCDD0'),
    stroke(smoothLines(swell(sheet)), palette.tide, 1.5, { 'stroke-opacity': 0.42 }),
    fill(rings([deep]), '#BDD5D5'),
    stroke(rings(shallows), palette.tide, 1.6, { 'stroke-opacity': 0.6 }),
    fill(rings([flat]), '#DBCFB0', { stroke: palette.tide, 'stroke-width': 1.6 }),
    discs(dots(mud), '#8E7A52', 3.4),
    fill(rings([shore]), '#CFD6AE', { stroke: palette.canopy, 'stroke-width': 2.6 }),
    stroke(smoothLines(creeks(sheet, land, flat, marsh)), '#A9CACB', 4.4, { 'stroke-linecap': 'round' }),
    fill(rings([marsh]), palette.paperDeep, { stroke: palette.canopy, 'stroke-width': 1.5, 'stroke-dasharray': '9 7' }),
    contourLines(land, steps(0.61, 0.985, 9).map(land.level), { colour: palette.canopy, opacity: 0.42 }),
    stroke(stamps(tufts), mix(palette.canopy, palette.moss, 0.25), 2, { 'stroke-linecap': 'round' }),
    gridCrosses(sheet, palette.canopyDeep, 200, 0.4),
  ].join('');
}

const rushes = [
  glyph([
    [-5, 0, -8, -7],
    [0, 0, 0, -11],
    [5, 0, 8, -7],
  ]),
  glyph([
    [-3, 0, -5, -8],
    [3, 0, 5, -10],
  ]),
];

/** Long low waves over the open water. */
function swell(sheet: Sheet): Point[][] {
  const waves = sheet.field({ scale: 260, cell: 40, octaves: 1 });
  return steps(14, sheet.height - 10, Math.round(sheet.height / 25)).map((y) =>
    Array.from({ length: Math.ceil(sheet.width / 48) + 2 }, (_, i): Point => [i * 48 - 24, y + 8 * waves.at(i * 48 - 24, y)]),
  );
}

/** Channels that wind from the flats up through the marsh, where it is wide enough. */
function creeks(sheet: Sheet, land: Field, flat: number, marsh: number): Point[][] {
  const uphill = (x: number, y: number) => Math.atan2(land.at(x, y + 12) - land.at(x, y - 12), land.at(x + 12, y) - land.at(x - 12, y));
  const mouths = land.rings(flat).flatMap((ring) => walk(ring, between(sheet.random, 70, 130)));
  const lines = mouths.map(({ point }) => {
    const line: Point[] = [point];
    let [x, y] = point;
    const phase = between(sheet.random, 0, 6);
    while (land.at(x, y) < marsh && line.length < 26) {
      const turn = uphill(x, y) + 1.15 * Math.sin(phase + line.length * 0.75);
      [x, y] = [x + 11 * Math.cos(turn), y + 11 * Math.sin(turn)];
      line.push([x, y]);
    }
    return line.slice(0, -1);
  });
  return lines.filter((line) => line.length > 7);
}
