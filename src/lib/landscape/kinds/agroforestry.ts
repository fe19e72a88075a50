import { walk } from '../geometry.ts';
import { mix, palette } from '../palette.ts';
import { dots, smoothRings } from '../paths.ts';
import { between } from '../random.ts';
import { isOnSheet, type Sheet, steps } from '../sheet.ts';
import { ground, tones } from '../survey.ts';
import { coatedDiscs, stroke } from '../svg.ts';

/** Terraces of crops along the contour, with a row of trees on every third edge. */
export function drawAgroforestry(sheet: Sheet): string {
  const fall = between(sheet.random, 0.5, 2.6);
  const [across, down] = [Math.cos(fall) / 620, Math.sin(fall) / 620];
  const land = sheet.field({ scale: 780, octaves: 1, warp: 0.2, shape: (height, x, y) => height * 0.75 + x * across + y * down });
  const levels = steps(0.012, 0.985, 24).map(land.level);
  const colours = levels.map((_, i) => crops[(i * 3) % crops.length] ?? palette.paper);
  const trees = levels
    .filter((_, i) => i % 3 === 1)
    .flatMap((level) => land.rings(level))
    .flatMap((ring) => walk(ring, 31).map(({ point }) => point))
    .filter((point) => isOnSheet(sheet, point));
  const fruit = trees.map(() => sheet.random() < 0.13);
  const rowsOfCrop = levels.flatMap((level, i) => (i % 3 === 1 ? [] : land.rings((level + (levels[i + 1] ?? level)) / 2)));

  return [
    ground(sheet, '#E9DDB4'),
    tones(land, levels, colours, { colour: '#8A7A3F', width: 1.4, opacity: 0.55 }),
    stroke(smoothRings(rowsOfCrop), '#6F8A4E', 3.6, { 'stroke-dasharray': '.5 9', 'stroke-linecap': 'round' }),
    coatedDiscs('t', dots(trees.filter((_, i) => !fruit[i])), [
      { colour: '#6B5A2A', diameter: 20, dx: 4, dy: 5, opacity: 0.38 },
      { colour: palette.canopy, diameter: 20 },
      { colour: palette.moss, diameter: 10, dx: -2, dy: -2, opacity: 0.6 },
    ]),
    coatedDiscs('y', dots(trees.filter((_, i) => fruit[i])), [
      { colour: '#6B5A2A', diameter: 17, dx: 4, dy: 5, opacity: 0.38 },
      { colour: palette.clay, diameter: 17 },
      { colour: mix(palette.clay, palette.sun, 0.6), diameter: 8, dx: -2, dy: -2 },
    ]),
  ].join('');
}

const crops = ['#E7DBAF', '#EFE7CB', '#D9D39C', '#E4D092', '#CBCF9B', '#EADFB9', '#D5C986'];
