import { type Point, walk } from '../geometry.ts';
import { mix, palette } from '../palette.ts';
import { dots, smoothRings, stamps } from '../paths.ts';
import { type Sheet, scatter, steps } from '../sheet.ts';
import { contourLines, gridCrosses, ground } from '../survey.ts';
import { coatedDiscs, discs, fill, stroke } from '../svg.ts';

/** Land, mud flats and saltmarsh around a bay; water lines crowd along the shore as in old charts. */
export function drawCoast(sheet: Sheet): string {
  const land = sheet.field({ scale: 760, octaves: 3 });
  const shore = land.level(0.44);
  const flat = land.level(0.36);
  const marsh = land.level(0.54);
  const depths = steps(0, 1, 9).map((i) => flat - (flat - land.level(0)) * (0.06 + 0.75 * i ** 1.35));
  const lines = (levels: readonly number[]) => smoothRings(levels.flatMap((level) => land.rings(level)));

  const mud: Point[] = [];
  const tufts: { point: Point; shape: string }[] = [];
  const shrubs: Point[] = [];
  for (const [x, y] of scatter(sheet, 21, 0.48)) {
    const height = land.at(x, y);
    if (height > flat && height < shore && sheet.random() < 0.8) mud.push([x, y]);
    if (height > shore && height < marsh && sheet.random() < 0.36) tufts.push({ point: [x, y], shape: 'l-7-9m7 9v-13m0 13l7-9' });
    else if (height > marsh && height < land.level(0.62) && sheet.random() < 0.12) shrubs.push([x, y]);
  }
  const fringe = land.rings(shore).flatMap((ring) => walk(ring, 17)).map(({ point }) => point).filter(() => sheet.random() < 0.42);

  return [
    ground(sheet, '#B4D0D1'),
    stroke(lines(depths.slice(0, 4)), palette.tide, 1.7, { 'stroke-opacity': 0.62 }),
    stroke(lines(depths.slice(4)), palette.tide, 1.6, { 'stroke-opacity': 0.34 }),
    fill(lines([flat]), '#DCCFAE', { stroke: palette.tide, 'stroke-width': 1.6, 'stroke-opacity': 0.7 }),
    discs(dots(mud), '#8E7A52', 3.4),
    fill(lines([shore]), '#D5D9B6'),
    fill(lines([marsh]), palette.paperDeep, { stroke: palette.moss, 'stroke-width': 1.6, 'stroke-dasharray': '8 7' }),
    contourLines(land, steps(0.6, 0.985, 9).map(land.level), { colour: palette.canopy, opacity: 0.42 }),
    stroke(lines([shore]), palette.canopy, 2.6),
    stroke(stamps(tufts), mix(palette.canopy, palette.moss, 0.35), 2, { 'stroke-linecap': 'round' }),
    coatedDiscs('s', dots([...fringe, ...shrubs]), [
      { colour: palette.canopyDeep, diameter: 10 },
      { colour: palette.moss, diameter: 4, dx: -1, dy: -2 },
    ]),
    gridCrosses(sheet, palette.canopyDeep, 200, 0.35),
  ].join('');
}
