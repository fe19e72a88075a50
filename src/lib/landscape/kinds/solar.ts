import { steepness } from '../field.ts';
import type { Point } from '../geometry.ts';
import { palette } from '../palette.ts';
import { dots, stamps } from '../paths.ts';
import { between } from '../random.ts';
import { type Sheet, scatter, steps } from '../sheet.ts';
import { contourLines, gridCrosses, ground, tones } from '../survey.ts';
import { coatedDiscs, fill, stroke } from '../svg.ts';

/** Rows of panels on level ground; they stop where it steepens, and leave room for tracks. */
export function drawSolar(sheet: Sheet): string {
  const land = sheet.field({ scale: 640 });
  const share = steps(0.1, 0.95, 8);
  const slopes = scatter(sheet, 120).map(([x, y]) => steepness(land, x, y)).sort((a, b) => a - b);
  const steep = slopes[Math.floor(slopes.length * 0.6)] ?? 0;
  const summit = land.level(0.86);

  const tilt = between(sheet.random, -0.12, 0.12);
  const panels: Point[] = [];
  const trees: Point[] = [];
  for (let row = 0; row * 44 < sheet.height + 260; row++) {
    if (row % 7 === 6) continue;
    for (let column = 0; column * 66 < sheet.width + 66; column++) {
      if (column % 9 === 8) continue;
      const x = column * 66 - 30;
      const y = row * 44 - 110 + tilt * x;
      if (steepness(land, x + 30, y) < steep && land.at(x + 30, y) < summit) panels.push([x, y]);
    }
  }
  for (const [x, y] of scatter(sheet, 34)) if (land.at(x, y) > land.level(0.9) && sheet.random() < 0.5) trees.push([x, y]);

  const rise = Math.round(tilt * 56);
  const panel = `l56 ${rise} 7 25-56 ${-rise}z`;
  const seams = `m2 9l56 ${rise}m-56 ${-rise}m2 8l56 ${rise}`;
  const place = (shape: string, dx = 0, dy = 0) => stamps(panels.map(([x, y]) => ({ point: [x + dx, y + dy] as Point, shape })));
  return [
    ground(sheet, '#F3E7C8'),
    tones(land, share.map(land.level), steps(0, 1, 8).map((i) => (i < 0.5 ? '#F1E2BC' : '#EEDBAE'))),
    contourLines(land, steps(0.05, 0.98, 16).map(land.level), { colour: '#B98A35', opacity: 0.5 }),
    gridCrosses(sheet, palette.clay),
    fill(place(panel, 6, 9), '#9A7A3A', { 'fill-opacity': 0.38 }),
    fill(place(panel), palette.canopyDeep),
    stroke(place(seams), palette.lichen, 1.2, { 'stroke-opacity': 0.45 }),
    coatedDiscs('h', dots(trees), [
      { colour: '#9A7A3A', diameter: 17, dx: 4, dy: 5, opacity: 0.4 },
      { colour: palette.moss, diameter: 17 },
      { colour: palette.canopy, diameter: 7, dx: 2, dy: 2, opacity: 0.6 },
    ]),
  ].join('');
}
