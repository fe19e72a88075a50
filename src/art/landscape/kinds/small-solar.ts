import { at, distanceToLine, type Point, walk } from '#src/art/landscape/geometry.ts';
import { palette } from '#src/art/landscape/palette.ts';
import { dots, smoothLines, straightLines } from '#src/art/landscape/paths.ts';
import { between, pick } from '#src/art/landscape/random.ts';
import { box, polar, roofRidge, segment } from '#src/art/landscape/shapes.ts';
import { isOnSheet, type Sheet, scatter, steps } from '#src/art/landscape/sheet.ts';
import { contourLines, ground, polygons, shadows } from '#src/art/landscape/survey.ts';
import { coatedDiscs, discs, stroke } from '#src/art/landscape/svg.ts';

/** Draws small fields from above, most with a well, a pair of solar panels beside it, and channels that carry its water. */
export function drawSolarPumps(sheet: Sheet): string {
  const { random, width, height } = sheet;
  const [columns, rows] = [5, 3];
  const corner = steps(0, columns, columns + 1).map((column) =>
    steps(0, rows, rows + 1).map(
      (row): Point => [
        (width * (column + between(random, -0.16, 0.16))) / columns + (row - rows / 2) * 40,
        (height * (row + between(random, -0.16, 0.16))) / rows,
      ],
    ),
  );
  const wide = (line: Point[], edge: number) =>
    line.map(([x, y]): Point => [x + (x < width / 2 ? -edge : edge) * 0.12, y + (y < height / 2 ? -edge : edge) * 0.12]);
  const fields = corner
    .slice(1)
    .flatMap((right, i) =>
      right.slice(1).map((d, j): Point[] => wide([at(at(corner, i), j), at(right, j), d, at(at(corner, i), j + 1)], 400)),
    );
  const crops = fields.map(() => Math.floor(random() * tints.length));
  const inside = (field: readonly Point[], u: number, v: number): Point => {
    const [a, b, c, d] = [at(field, 0), at(field, 1), at(field, 2), at(field, 3)];
    return [0, 1].map((axis) => {
      const k = axis as 0 | 1;
      return (a[k] * (1 - u) + b[k] * u) * (1 - v) + (d[k] * (1 - u) + c[k] * u) * v;
    }) as unknown as Point;
  };
  const furrows = fields.flatMap((field, i) =>
    steps(0.1, 0.9, 11).map((share) =>
      at(crops, i) % 2
        ? [inside(field, share, 0.05), inside(field, share, 0.95)]
        : [inside(field, 0.05, share), inside(field, 0.95, share)],
    ),
  );
  const wells = fields.flatMap((field) =>
    random() < 0.8 ? [{ field, at: inside(field, between(random, 0.25, 0.4), between(random, 0.35, 0.6)) }] : [],
  );
  const channels = wells.flatMap(({ field, at: well }) => [
    [well, inside(field, 0.62, 0.5), inside(field, 0.92, 0.5)],
    [inside(field, 0.62, 0.5), inside(field, 0.66, 0.1)],
    [inside(field, 0.78, 0.5), inside(field, 0.74, 0.92)],
  ]);
  const panels = wells.flatMap(({ at: [x, y] }) => [box(x - 112, y - 44, 44, 72), box(x - 64, y - 44, 44, 72)]);
  const cells = wells.flatMap(({ at: [x, y] }) =>
    [-20, 4].flatMap((dy) => [segment(x - 112, y + dy, x - 68, y + dy), segment(x - 64, y + dy, x - 20, y + dy)]),
  );
  return [
    ground(sheet, '#CFB57C'),
    ...tints.map((colour, i) =>
      polygons(
        fields.filter((_, k) => crops[k] === i),
        colour,
      ),
    ),
    stroke(straightLines(furrows), '#8A7A3F', 2, { 'stroke-opacity': 0.45, 'stroke-dasharray': '9 5' }),
    stroke(straightLines(fields, { closed: true }), '#B99A5C', 13, { 'stroke-linejoin': 'round' }),
    stroke(straightLines(channels), '#6D9BA1', 7, { 'stroke-linecap': 'round' }),
    shadows(panels, [6, 8], 0.3),
    polygons(panels, palette.canopyDeep, { stroke: palette.paper, 'stroke-width': 2 }),
    stroke(straightLines(cells), '#6E9A93', 2),
    coatedDiscs('w', dots(wells.map(({ at: well }) => well)), [
      { colour: palette.ink, diameter: 40 },
      { colour: '#D8D2BE', diameter: 33 },
      { colour: palette.tide, diameter: 20 },
    ]),
  ].join('');
}

const tints = ['#E4D49C', '#B9C48A', '#D5C98B', '#A9BC85'];

/** Draws a village from above: houses along tracks, joined by wires to one fenced solar array. */
export function drawMiniGrid(sheet: Sheet): string {
  const { random, width, height } = sheet;
  const land = sheet.field({ scale: 760 });
  const array: Point = [width * pick(random, [0.2, 0.78]), height * between(random, 0.3, 0.6)];
  const centre: Point = [width - array[0], height * between(random, 0.45, 0.6)];
  const tracks = [0.2, 1.4, 2.7, 4.1, 5.2].map((angle) =>
    steps(0, 1, 7).map((share): Point => polar(centre, share * width * 0.62, angle + 0.3 * Math.sin(share * 4 + angle))),
  );
  const houses = tracks.flatMap((track) =>
    walk(track, 96, 70).flatMap(({ point, angle }) =>
      [-1, 1].flatMap((side) => {
        const place = polar(point, side * between(random, 52, 76), angle + Math.PI / 2);
        return Math.hypot(place[0] - array[0], place[1] - array[1]) > 330 && random() < 0.86 ? [{ place, angle }] : [];
      }),
    ),
  );
  const roofs = houses.map(({ place, angle }) =>
    [0, 1, 2, 3].map((i) => polar(place, 31, angle + 0.65 + i * (Math.PI / 2) + (i % 2 ? 0.27 : 0))),
  );
  const poles = tracks.flatMap((track) => walk(track, 120, 20).map(({ point }) => point));
  const panels = steps(-132, 132, 5).flatMap((dy) => steps(-170, 170, 6).map((dx) => box(array[0] + dx - 29, array[1] + dy - 22, 58, 44)));
  const bushes = scatter(sheet, 62, 0.48).filter(
    (point) =>
      random() < 0.6 &&
      Math.hypot(point[0] - array[0], point[1] - array[1]) > 310 &&
      tracks.every((track) => distanceToLine(point, track) > 110),
  );
  return [
    ground(sheet, '#EAD9B0'),
    contourLines(land, steps(0.05, 0.98, 13).map(land.level), { colour: '#B98A35', opacity: 0.45 }),
    discs(dots(bushes.filter((point) => isOnSheet(sheet, point))), palette.moss, 15),
    stroke(smoothLines(tracks), '#F6EED8', 24, { 'stroke-linecap': 'round' }),
    stroke(straightLines([[array, centre]]), palette.ink, 3),
    stroke(smoothLines(tracks), palette.ink, 2.4),
    discs(dots([...poles, centre]), palette.ink, 10),
    shadows(roofs, [6, 8], 0.25),
    polygons(roofs, '#B5835A', { stroke: palette.ink, 'stroke-width': 2 }),
    stroke(straightLines(roofs.map(roofRidge)), palette.paper, 2.4),
    polygons([box(array[0] - 232, array[1] - 186, 464, 372)], '#F2E4C2', {
      stroke: palette.ink,
      'stroke-width': 3,
      'stroke-dasharray': '12 7',
    }),
    polygons(panels, palette.canopyDeep, { stroke: '#6E9A93', 'stroke-width': 2 }),
  ].join('');
}
