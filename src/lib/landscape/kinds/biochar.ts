import type { Point } from '../geometry.ts';
import { palette } from '../palette.ts';
import { dots, smoothLines, smoothRings, stamps } from '../paths.ts';
import { between, pick } from '../random.ts';
import { hillBelow, lineHeight, ridge, type Sheet, scatter, steps } from '../sheet.ts';
import { ground } from '../survey.ts';
import { discs, fill, stroke } from '../svg.ts';

/** A section through soil, darker with depth: roots above, flecks of char in every layer. */
export function drawBiochar(sheet: Sheet): string {
  const { height } = sheet;
  const strata = steps(0.17, 0.87, soils.length).map((share) => ridge(sheet, { y: height * share, rise: height * 0.055, scale: 560 }));
  const layers = strata.map((line, i) => fill(smoothRings([hillBelow(line, height)]), soils[i] ?? ''));
  const bedding = strata.map((line, i) => {
    const next = strata[i + 1] ?? line.map(([x, y]): Point => [x, y + 150]);
    const lines = [0.3, 0.62].map((share) => line.map(([x, y], at): Point => [x, y + share * ((next[at]?.[1] ?? y) - y)]));
    return stroke(smoothLines(lines), i < 3 ? '#6B4A2C' : '#C9A15A', 1.4, {
      'stroke-opacity': 0.3,
      'stroke-dasharray': i % 2 ? '26 12 5 12' : '90 16',
    });
  });

  const char: { point: Point; shape: string }[] = [];
  const ember: { point: Point; shape: string }[] = [];
  const grit: Point[] = [];
  for (const [x, y] of scatter(sheet, 30, 0.48)) {
    const layer = strata.findLastIndex((line) => lineHeight(line, x) < y);
    if (layer < 0) continue;
    const chance = sheet.random();
    if (chance < 0.2 + 0.05 * layer) (layer < 4 ? char : ember).push({ point: [x, y], shape: pick(sheet.random, flecks) });
    else if (chance > 0.78) grit.push([x, y]);
  }
  const surface = strata[0] ?? [];
  return [
    ground(sheet, '#E9E2D2'),
    ...layers,
    ...bedding,
    stroke(smoothLines(roots(sheet, surface)), '#6B4A2C', 2, { 'stroke-opacity': 0.75, 'stroke-linecap': 'round' }),
    discs(dots(grit), '#E9DCC0', 3, { 'stroke-opacity': 0.35 }),
    fill(stamps(char), palette.ink, { 'fill-opacity': 0.85 }),
    fill(stamps(ember), palette.sun, { 'fill-opacity': 0.72 }),
    stroke(smoothLines(blades(sheet, surface)), palette.canopy, 2.4, { 'stroke-linecap': 'round' }),
    stroke(smoothLines([surface]), palette.canopyDeep, 3),
  ].join('');
}

const soils = ['#E0CFB2', '#CDB58C', '#AE8D5F', '#80603F', '#574534', '#352E28', '#1C1E1A'];
const flecks = ['l13-2 2 6-14 2z', 'l9 1-1 6-9-2z', 'l17 0-2 6-14 0z', 'l7-3 4 6-8 3z', 'l11 3-3 5-9-3z'];

function roots(sheet: Sheet, surface: readonly Point[]): Point[][] {
  return Array.from({ length: 46 }, () => {
    const x = sheet.random() * sheet.width;
    const line: Point[] = [[x, lineHeight(surface, x)]];
    const lean = between(sheet.random, -9, 9);
    for (let i = 1; i < between(sheet.random, 4, 9); i++) {
      const last = line.at(-1) ?? [x, 0];
      line.push([last[0] + lean + between(sheet.random, -9, 9), last[1] + between(sheet.random, 14, 26)]);
    }
    return line;
  });
}

function blades(sheet: Sheet, surface: readonly Point[]): Point[][] {
  return Array.from({ length: 150 }, () => {
    const x = sheet.random() * sheet.width;
    const y = lineHeight(surface, x) + 2;
    const tall = between(sheet.random, 16, 44);
    const lean = between(sheet.random, -14, 18);
    return [
      [x, y],
      [x + lean * 0.2, y - tall * 0.6],
      [x + lean, y - tall],
    ];
  });
}
