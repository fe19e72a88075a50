import { type Point, walk } from '../geometry.ts';
import { mix, palette } from '../palette.ts';
import { dots, smoothRings } from '../paths.ts';
import { type Sheet, steps } from '../sheet.ts';
import { ground, tones } from '../survey.ts';
import { coatedDiscs, stroke } from '../svg.ts';

/** Terraces of crops along the contour, with an alley of trees on the edge of every third. */
export function drawAgroforestry(sheet: Sheet): string {
  const land = sheet.field({ scale: 1000, octaves: 1, warp: 0.3 });
  const count = 26;
  const levels = steps(0.01, 0.985, count).map(land.level);
  const crops = ['#E9DDB4', '#DDD49E', '#EFE6C6', '#CFCF98', '#E6D391'];
  const alleys = levels.filter((_, i) => i % 3 === 1).flatMap((level) => land.rings(level));
  const rows = (offset: number) => smoothRings(levels.flatMap((level, i) => {
    const next = levels[i + 1];
    return next === undefined ? [] : land.rings(level + (next - level) * offset);
  }));
  const trees = alleys
    .flatMap((ring) => walk(ring, 30).map(({ point }) => point))
    .filter(([x, y]) => x > -20 && y > -20 && x < sheet.width + 20 && y < sheet.height + 20);
  const young: Point[] = trees.filter(() => sheet.random() < 0.16);

  return [
    ground(sheet, '#E9DDB4'),
    tones(land, levels, levels.map((_, i) => crops[(i * 2) % crops.length] ?? crops[0] ?? ''), { colour: '#8A7A3F', width: 1.4, opacity: 0.6 }),
    stroke(rows(0.5), palette.moss, 4, { 'stroke-dasharray': '1 11', 'stroke-linecap': 'round' }),
    coatedDiscs('t', dots(trees.filter((tree) => !young.includes(tree))), [
      { colour: '#6B5A2A', diameter: 19, dx: 4, dy: 5, opacity: 0.4 },
      { colour: palette.canopy, diameter: 19 },
      { colour: palette.moss, diameter: 8, dx: -3, dy: -3 },
    ]),
    coatedDiscs('y', dots(young), [
      { colour: '#6B5A2A', diameter: 15, dx: 3, dy: 4, opacity: 0.4 },
      { colour: palette.sun, diameter: 15 },
      { colour: mix(palette.sun, palette.paper, 0.5), diameter: 5, dx: -2, dy: -2 },
    ]),
  ].join('');
}
