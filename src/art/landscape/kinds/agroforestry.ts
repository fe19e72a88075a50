import { at, type Point, walk } from '#src/art/landscape/geometry.ts';
import { mix, palette } from '#src/art/landscape/palette.ts';
import { dots, smoothRings } from '#src/art/landscape/paths.ts';
import { between, pick } from '#src/art/landscape/random.ts';
import { isOnSheet, type Sheet, steps } from '#src/art/landscape/sheet.ts';
import { ground, tones } from '#src/art/landscape/survey.ts';
import { coatedDiscs, stroke } from '#src/art/landscape/svg.ts';

/** Draws crop terraces along the contours, with a row of trees on every third edge. */
export function drawAgroforestry(sheet: Sheet): string {
  const { random } = sheet;
  const fall = between(random, 0.5, 2.6);
  const [across, down] = [Math.cos(fall) / 560, Math.sin(fall) / 560];
  const land = sheet.field({ scale: 860, octaves: 1, cell: 28, step: 40, shape: (height, x, y) => height * 0.62 + x * across + y * down });
  const levels = steps(land.level(0.001), land.level(0.999), 27);
  const colours = levels.map((_, i) => crops[(i * 3) % crops.length] ?? palette.paper);
  const trees: Point[][] = [[], [], [], []];
  const alleys = levels.filter((_, i) => i % 3 === 1).flatMap((level) => land.rings(level));
  for (const { point } of alleys.flatMap((ring) => walk(ring, 29))) {
    const [x, y] = [point[0] + between(random, -4, 4), point[1] + between(random, -4, 4)];
    const size = random() < 0.1 ? 3 : pick(random, [0, 1, 1, 2]);
    if (random() < 0.95 && isOnSheet(sheet, [x, y])) at(trees, size).push([x, y]);
  }
  const furrows = (share: number) =>
    smoothRings(levels.flatMap((level, i) => land.rings(level + share * ((levels[i + 1] ?? level) - level))));

  return [
    ground(sheet, '#E9DDB4'),
    tones(land, levels, colours, { colour: '#8A7A3F', width: 1.4, opacity: 0.55 }),
    stroke(furrows(0.36), '#7C8A4A', 3, { 'stroke-dasharray': '.5 8', 'stroke-linecap': 'round', 'stroke-opacity': 0.85 }),
    stroke(furrows(0.68), '#8A7A3F', 1.5, { 'stroke-dasharray': '13 7', 'stroke-opacity': 0.55 }),
    ...trees.slice(0, 3).map((points, i) => treeCoats(`t${i}`, points, 15 + 5 * i, palette.canopy)),
    treeCoats('y', at(trees, 3), 17, palette.clay),
  ].join('');
}

const crops = ['#E8DDB5', '#EEE6CA', '#DDD7A6', '#E6D59E', '#D3D5A6', '#EADFBB', '#DAD096'];

function treeCoats(id: string, points: Point[], diameter: number, colour: string): string {
  return coatedDiscs(id, dots(points), [
    { colour: '#6B5A2A', diameter, dx: 4, dy: 5, opacity: 0.38 },
    { colour, diameter },
    { colour: mix(colour, palette.sun, 0.35), diameter: diameter * 0.58, dx: -2, dy: -2, opacity: 0.5 },
  ]);
}
