import { at, type Point, walk } from '#src/art/landscape/geometry.ts';
import { drawHills } from '#src/art/landscape/hills.ts';
import { mix, palette } from '#src/art/landscape/palette.ts';
import { dots, smoothLines, straightLines } from '#src/art/landscape/paths.ts';
import { between } from '#src/art/landscape/random.ts';
import { cloud, moved, polar, segment } from '#src/art/landscape/shapes.ts';
import { isOnSheet, lineHeight, type Sheet, steps } from '#src/art/landscape/sheet.ts';
import { ground, hill } from '#src/art/landscape/survey.ts';
import { coatedDiscs, discs, stroke } from '#src/art/landscape/svg.ts';
import { drawTrees, foliage, type Tree } from '#src/art/landscape/trees.ts';
import { grassLines } from './grass.ts';

/** Draws grazed pasture on rounded hills, with trees in wide rows that run over them. */
export function drawSilvopasture(sheet: Sheet): string {
  const { random, width, height } = sheet;
  const { drawing, lines } = drawHills(sheet, { crests: [0.24, 0.36, 0.5], rise: 0.08, far: '#DCE2CB', near: '#BCCB93' });
  const field = at(lines, 2);
  const eye = width * between(random, 0.3, 0.7);
  const rows = steps(-2, 2, 6).flatMap((share) =>
    steps(0, 1, 9).map((near): Tree => {
      const x = eye + share * width * (0.22 + 0.75 * near ** 1.3);
      return { foot: [x, lineHeight(field, x) + 8 + near ** 1.5 * height * 0.6], tall: 26 + 92 * near ** 1.2 };
    }),
  );
  const far = at(lines, 1);
  const distant = steps(0, width, 30).map((x): Tree => ({ foot: [x, lineHeight(far, x) + 2], tall: 26 }));
  const shades = rows.map(({ foot: [x, y], tall }) => segment(x - tall * 0.1, y, x + tall * 0.75, y + tall * 0.09));
  return [
    drawing,
    drawTrees('d', distant, random),
    hill(field, height, '#B9CB8E'),
    grassLines(sheet, field, { count: 560, tallest: 30, depth: height * 0.62, colours: [palette.moss, palette.canopy, '#8FA35E'] }),
    stroke(straightLines(shades), palette.canopyDeep, 12, { 'stroke-linecap': 'round', 'stroke-opacity': 0.2 }),
    ...[0, 1, 2].map((band) =>
      drawTrees(
        `t${band}`,
        rows.filter((_, i) => Math.floor((i % 9) / 3) === band),
        random,
      ),
    ),
  ].join('');
}

/** Draws straight lines of trees from above, with wide strips of crops between them. */
export function drawAlleyCrops(sheet: Sheet): string {
  const { random, width, height } = sheet;
  const heading = between(random, -0.5, 0.5) + (random() < 0.5 ? 0 : Math.PI / 2);
  const gap = between(random, 150, 200);
  const middle: Point = [width / 2, height / 2];
  const line = (away: number): Point[] => {
    const start = polar(middle, away, heading + Math.PI / 2);
    return [polar(start, -width, heading), start, polar(start, width, heading)];
  };
  const count = Math.ceil(width / gap);
  const rows = steps(-count, count, 2 * count + 1);
  const crop = ['#E6D59E', '#DCCB87', '#D3D5A6', '#EADFBB'];
  const strips = rows.map((row, i) => stroke(straightLines([line((row + 0.5) * gap)]), at(crop, (i * 3) % crop.length), gap));
  const furrows = rows.flatMap((row) => steps(0.16, 0.84, 9).map((share) => line((row + share) * gap)));
  const trees = rows.flatMap((row) =>
    walk(line(row * gap), between(random, 32, 36), random() * 30).map(
      ({ point: [x, y] }): Point => [x + between(random, -4, 4), y + between(random, -4, 4)],
    ),
  );
  return [
    ground(sheet, '#E9DDB4'),
    ...strips,
    stroke(straightLines(furrows), '#A08A45', 2.2, { 'stroke-dasharray': '11 6', 'stroke-opacity': 0.6 }),
    stroke(straightLines(rows.map((row) => line(row * gap))), '#A9B981', 34),
    coatedDiscs('t', dots(trees.filter((point) => isOnSheet(sheet, point, 24))), [
      { colour: '#6B5A2A', diameter: 28, dx: 5, dy: 6, opacity: 0.4 },
      { colour: palette.canopy, diameter: 28 },
      { colour: mix(palette.canopy, palette.sun, 0.4), diameter: 14, dx: -3, dy: -3, opacity: 0.6 },
    ]),
  ].join('');
}

/** Draws rows of coffee on a steep slope, in the shade of tall flat-crowned trees. */
export function drawShadeCrop(sheet: Sheet): string {
  const { random, width, height } = sheet;
  const fall = between(random, 0.14, 0.24) * (random() < 0.5 ? 1 : -1);
  const { drawing } = drawHills(sheet, { crests: [0.2, 0.3], rise: 0.12, scale: 520, far: '#C9D8C6', near: '#9DB79A' });
  const slope = (share: number): Point[] =>
    steps(-40, width + 40, 12).map((x): Point => [x, height * share + fall * (x - width / 2) + 10 * Math.sin(x / 170 + share * 30)]);
  const rows = steps(0.52, 1.12, 6).map(slope);
  const shade: { crown: Point[]; trunk: Point[] }[] = [];
  for (let x = between(random, 30, 160); x < width; x += between(random, 240, 350)) {
    const [foot, top] = [lineHeight(at(rows, 0), x), lineHeight(at(rows, 0), x) - between(random, 250, 320)];
    shade.push({
      trunk: [
        [x, foot + 8],
        [x + between(random, -16, 16), (foot + top) / 2],
        [x, top],
      ],
      crown: cloud(random, [x, top - 10], [175, 46], 52),
    });
  }
  const bushes = rows.map((row, i) => {
    const places = walk(row, 52 + 9 * i, random() * 40).map(({ point }) => point);
    const leaves = places.flatMap(([x, y]) =>
      Array.from({ length: 7 }, (): Point => [x + between(random, -20, 20), y - between(random, 4, 40 + 4 * i)]),
    );
    const cherries = places.flatMap(([x, y]) =>
      Array.from({ length: 3 }, (): Point => [x + between(random, -22, 22), y - between(random, 4, 36)]),
    );
    return (
      stroke(smoothLines([moved(row, 0, 6)]), '#8A5F3C', 9) + foliage(`b${i}`, leaves, 26 + 2 * i) + discs(dots(cherries), palette.clay, 8)
    );
  });
  return [
    drawing,
    hill(slope(0.5), height, '#C2A878'),
    stroke(smoothLines(shade.map(({ trunk }) => trunk)), '#5A4632', 15, { 'stroke-linecap': 'round' }),
    foliage(
      's',
      shade.flatMap(({ crown }) => crown),
      38,
    ),
    ...bushes,
  ].join('');
}
