import type { Point } from '../geometry.ts';
import { mix, palette } from '../palette.ts';
import { dots, smoothRings, stamps, straightLines } from '../paths.ts';
import { between } from '../random.ts';
import { type Sheet, scatter, steps } from '../sheet.ts';
import { gridCrosses, ground, tones } from '../survey.ts';
import { coatedDiscs, discs, stroke } from '../svg.ts';

/** Gas wells on a capped site: lines of equal gas around each, pipes that join them, a flare in clay at the end. */
export function drawMethane(sheet: Sheet): string {
  const wells = placeWells(sheet);
  const land = sheet.field({
    scale: 560,
    cell: 18,
    shape: (height, x, y) => 0.55 * height + wells.reduce((sum, well) => sum + well.strength * Math.exp(-(((x - well.x) ** 2 + (y - well.y) ** 2) / well.reach ** 2)), 0),
  });
  const share = steps(0.05, 0.985, 15);
  const colours = share.map((_, i) => mix('#DFE0D2', i > 10 ? '#E6C7AE' : '#C3CBBB', i > 10 ? (i - 10) / 4 : i / 10));
  const points = wells.map(({ x, y }): Point => [x, y]);
  const tufts = scatter(sheet, 46, 0.48).filter(([x, y]) => land.at(x, y) < land.level(0.3) && sheet.random() < 0.8);
  const { pipes, header, flares } = layPipes(sheet, points);
  return [
    ground(sheet, '#E4E4D8'),
    tones(land, share.map(land.level), colours, { colour: palette.canopy, width: 1.5, opacity: 0.36 }),
    stroke(stamps(tufts.map((point) => ({ point, shape: 'h20m-15-5v-7m5 7v-12m5 12v-7' }))), palette.canopy, 1.6, { 'stroke-opacity': 0.55 }),
    gridCrosses(sheet, palette.ink, 200, 0.35),
    stroke(straightLines([...pipes, ...header]), '#E4E4D8', 9, { 'stroke-linejoin': 'round' }),
    stroke(straightLines(pipes), palette.ink, 2.2, { 'stroke-linejoin': 'round' }),
    stroke(straightLines(header), palette.ink, 4.2, { 'stroke-linejoin': 'round' }),
    coatedDiscs('w', dots(points), [
      { colour: palette.clay, diameter: 46, opacity: 0.25 },
      { colour: palette.paper, diameter: 33 },
      { colour: palette.clay, diameter: 28 },
      { colour: palette.paper, diameter: 20 },
      { colour: palette.ink, diameter: 11 },
    ]),
    coatedDiscs('f', dots(flares), [
      { colour: palette.clay, diameter: 92, opacity: 0.16 },
      { colour: palette.clay, diameter: 64, opacity: 0.3 },
      { colour: palette.clay, diameter: 40 },
      { colour: palette.sun, diameter: 20 },
    ]),
    stroke(stamps(flares.map((point) => ({ point, shape: rays }))), palette.clay, 3, { 'stroke-linecap': 'round' }),
    discs(dots(flares), palette.paper, 8),
  ].join('');
}

const rays = Array.from({ length: 16 }, (_, i) => {
  const [cos, sin] = [Math.cos((i * Math.PI) / 8), Math.sin((i * Math.PI) / 8)];
  const whole = (value: number) => Math.round(value) || 0;
  const [inner, outer] = [52, i % 2 ? 60 : 70];
  const [a, b, c, d] = [whole(inner * cos), whole(inner * sin), whole((outer - inner) * cos), whole((outer - inner) * sin)];
  return `m${a} ${b}l${c} ${d}m${-a - c} ${-b - d}`;
}).join('').replaceAll(' -', '-');

interface Well { x: number; y: number; reach: number; strength: number }

function placeWells(sheet: Sheet): Well[] {
  const wells: Well[] = [];
  for (let row = 0; row < 3; row++) {
    for (let column = 0; column < 5; column++) {
      if (sheet.random() < 0.22) continue;
      wells.push({
        x: Math.round(sheet.width * ((column + 0.6 + between(sheet.random, -0.22, 0.22)) / 5.2)),
        y: Math.round(sheet.height * ((row + 0.5 + between(sheet.random, -0.2, 0.2)) / 3)),
        reach: between(sheet.random, 70, 135),
        strength: between(sheet.random, 0.9, 1.5),
      });
    }
  }
  return wells;
}

function layPipes(sheet: Sheet, wells: readonly Point[]): { pipes: Point[][]; header: Point[][]; flares: Point[] } {
  const y = Math.round(sheet.height * between(sheet.random, 0.3, 0.7));
  const end: Point = [Math.round(sheet.width * 0.9), y];
  const start = Math.min(...wells.map((well) => well[0]));
  return { pipes: wells.map(([x, at]): Point[] => [[x, at], [x, y]]), header: [[[start, y], end]], flares: [end] };
}
