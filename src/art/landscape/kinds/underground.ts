import { at, type Point } from '#src/art/landscape/geometry.ts';
import { drawHills } from '#src/art/landscape/hills.ts';
import { palette } from '#src/art/landscape/palette.ts';
import { dots, smoothLines, straightLines } from '#src/art/landscape/paths.ts';
import { between } from '#src/art/landscape/random.ts';
import { box, moved, segment } from '#src/art/landscape/shapes.ts';
import { lineHeight, type Sheet, steps } from '#src/art/landscape/sheet.ts';
import { hill, polygons } from '#src/art/landscape/survey.ts';
import { discs, stroke } from '#src/art/landscape/svg.ts';
import { grassLines } from './grass.ts';

/** Draws a section through rock, with old wells filled with cement from the bottom to a cap at the surface. */
export function drawPluggedWells(sheet: Sheet): string {
  const { random, width, height } = sheet;
  const { surface, drawing } = drawRock(sheet, ['#DCC79C', '#CDB487', '#B9A079', '#A08A6A', '#857259', '#6A5B4A', '#4F463C'], 0.3);
  const wells = steps(0.12, 0.88, 5).map((share) => width * share + between(random, -50, 50));
  const bores = wells.map((x) => ({ x, top: lineHeight(surface, x), foot: height * between(random, 0.8, 1.05) }));
  const bore = (extra: number, from: number) =>
    bores.map(({ x, top, foot }) => box(x - 15 - extra / 2, top + from, 30 + extra, foot - top - from));
  const joints = bores.flatMap(({ x, top, foot }) => steps(top + 70, foot - 20, 9).map((y) => segment(x - 15, y, x + 15, y - 10)));
  const specks = bores.flatMap(({ x, top, foot }) =>
    Array.from({ length: 40 }, (): Point => [x + between(random, -11, 11), between(random, top + 20, foot - 10)]),
  );
  const caps = bores.map(({ x, top }) => box(x - 42, top - 12, 84, 30));
  const posts = bores.map(({ x, top }) => segment(x, top - 10, x, top - 92));
  const plates = bores.map(({ x, top }) => box(x - 24, top - 104, 48, 30));
  return [
    drawing,
    polygons(bore(14, 10), palette.ink),
    polygons(bore(0, 10), '#C9C8BF'),
    discs(dots(specks), '#7D7C74', 4),
    stroke(straightLines(joints), '#8E8D84', 3),
    grassLines(sheet, surface, { count: 240, tallest: 40, depth: 12, colours: ['#8C8A45', palette.moss] }),
    stroke(straightLines(posts), palette.ink, 5),
    polygons(plates, palette.paper, { stroke: palette.ink, 'stroke-width': 3 }),
    polygons(caps, '#D9D8D0', { stroke: palette.ink, 'stroke-width': 3 }),
  ].join('');
}

/** Draws a section through coal seams with old workings, and a capped shaft from which gas is drawn into an engine house. */
export function drawMineGas(sheet: Sheet): string {
  const { random, width, height } = sheet;
  const { surface, drawing, beds } = drawRock(sheet, ['#C9C3AC', '#B3AE9B', '#9C998A', '#848379', '#6D6E67', '#575A56', '#444845'], 0.36);
  const shaft = width * between(random, 0.3, 0.7);
  const side = shaft < width / 2 ? 1 : -1;
  const top = lineHeight(surface, shaft);
  const seams = [1, 3, 5].map((i) => at(beds, i));
  const roads = seams.flatMap((seam, i) => {
    const runs = steps(0, 5, 6).map((k) => (k + between(random, 0.1, 0.4)) * (width / 6));
    return runs.map((x) => box(x, lineHeight(seam, x) + 6, between(random, 90, 150) - 14 * i, 30));
  });
  const house = shaft + side * 230;
  const ground = lineHeight(surface, house);
  const walls = [
    [house - 90, ground + 8],
    [house - 90, ground - 86],
    [house, ground - 142],
    [house + 90, ground - 86],
    [house + 90, ground + 8],
  ] as Point[];
  const stack = box(house + side * 50 - 10, ground - 210, 20, 110);
  const pipe: Point[] = [
    [shaft, top - 24],
    [shaft, top - 60],
    [house - side * 90, top - 60],
    [house - side * 90, ground - 40],
  ];
  return [
    drawing,
    stroke(smoothLines(seams.map((seam) => moved(seam, 0, 21))), palette.ink, 44),
    polygons(roads, '#D8D2BE', { stroke: palette.ink, 'stroke-width': 2.4 }),
    polygons([box(shaft - 34, top, 68, height)], '#E6E0CC', { stroke: palette.ink, 'stroke-width': 5 }),
    stroke(straightLines([segment(shaft, top - 24, shaft, height)]), palette.tide, 12),
    grassLines(sheet, surface, { count: 300, tallest: 36, depth: 10, colours: [palette.canopy, palette.moss] }),
    polygons([box(shaft - 62, top - 22, 124, 30)], '#D9D8D0', { stroke: palette.ink, 'stroke-width': 3 }),
    stroke(straightLines([pipe]), palette.tide, 12, { 'stroke-linejoin': 'round' }),
    polygons([stack], '#8D8672', { stroke: palette.ink, 'stroke-width': 3 }),
    polygons([walls], '#A9744F', { stroke: palette.ink, 'stroke-width': 3 }),
    polygons([box(house - 22, ground - 56, 44, 62)], palette.ink),
  ].join('');
}

/** A section through beds of rock, from the grass down. `from`: where the ground begins, as a share of the height. */
function drawRock(sheet: Sheet, colours: readonly string[], from: number) {
  const { random, height, width } = sheet;
  const dip = between(random, -0.07, 0.07);
  const { lines, drawing } = drawHills(sheet, { crests: [from - 0.1], rise: 0.05, far: '#DDE0CE', near: '#DDE0CE' });
  const base = at(lines, 0).map(([x, y], i): Point => [x, y + height * 0.1 + dip * 0.3 * (x - width / 2) - (i % 7)]);
  const beds = colours.map((_, i) =>
    base.map(
      ([x, y]): Point => [
        x,
        y + (i * height * (1 - from)) / colours.length + (i && dip * (x - width / 2)) + (i && 10 * Math.sin(x / 130 + i * 2)),
      ],
    ),
  );
  const grain = beds.flatMap((line) =>
    [0.3, 0.62].map((share) => line.map(([x, y]): Point => [x, y + share * ((height * (1 - from)) / colours.length)])),
  );
  return {
    surface: base,
    beds,
    drawing:
      drawing +
      beds
        .map((line, i) =>
          hill(line, height + 80, at(colours, i), {
            stroke: palette.ink,
            'stroke-opacity': 0.35,
            'stroke-width': 2,
          }),
        )
        .join('') +
      stroke(smoothLines(grain), palette.ink, 1.6, { 'stroke-opacity': 0.3, 'stroke-dasharray': '44 14 9 14' }),
  };
}
