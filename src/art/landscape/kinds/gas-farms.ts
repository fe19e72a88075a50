import { at, type Point } from '#src/art/landscape/geometry.ts';
import { drawHills } from '#src/art/landscape/hills.ts';
import { mix, palette } from '#src/art/landscape/palette.ts';
import { dots, smoothLines, smoothRings, straightLines } from '#src/art/landscape/paths.ts';
import { between, pick } from '#src/art/landscape/random.ts';
import { box, circle, polar, roofRidge, segment } from '#src/art/landscape/shapes.ts';
import { lineHeight, type Sheet, scatter, steps } from '#src/art/landscape/sheet.ts';
import { contourLines, gridCrosses, ground, hill, polygons, shadows, tones } from '#src/art/landscape/survey.ts';
import { coatedDiscs, discs, fill, stroke } from '#src/art/landscape/svg.ts';
import { drawTrees, type Tree } from '#src/art/landscape/trees.ts';
import { grassLines } from './grass.ts';

/** A farm from above: level ground with contours and grass. */
function farmland(sheet: Sheet, low: string, high: string): string {
  const land = sheet.field({ scale: 720 });
  const shares = steps(0.08, 0.95, 8);
  const tufts = scatter(sheet, 52, 0.48).filter(() => sheet.random() < 0.7);
  return [
    ground(sheet, low),
    tones(
      land,
      shares.map(land.level),
      shares.map((_, i) => mix(low, high, i / 7)),
    ),
    contourLines(land, steps(0.05, 0.97, 13).map(land.level), { colour: palette.canopy, opacity: 0.3 }),
    stroke(straightLines(tufts.map(([x, y]) => segment(x, y, x + 2, y - 10))), palette.moss, 2.4),
    gridCrosses(sheet, palette.ink, 200, 0.3),
  ].join('');
}

/** Returns a rectangle, turned around its centre. */
function turned([x, y]: Point, width: number, height: number, angle: number): Point[] {
  return box(-width / 2, -height / 2, width, height).map(([dx, dy]) => polar(polar([x, y], dx, angle), dy, angle + Math.PI / 2));
}

/** A roof from above, with its ridge. */
function roofs(places: readonly Point[][]): string {
  return (
    shadows(places, [9, 11], 0.22) +
    polygons(places, '#B9AE95', { stroke: palette.ink, 'stroke-width': 2.4 }) +
    stroke(straightLines(places.map(roofRidge)), palette.ink, 2.4)
  );
}

/** Draws round slurry stores from above, each under a floating cover with a pipe from its rim to the farm. */
export function drawCoveredTanks(sheet: Sheet): string {
  const { random, width, height } = sheet;
  const yard: Point = [width * between(random, 0.68, 0.8), height * between(random, 0.4, 0.62)];
  const angle = between(random, -0.4, 0.4);
  const tanks = steps(0.16, 0.52, 2).flatMap((share, i) =>
    [0.3, 0.68].slice(0, random() < 0.5 || i === 0 ? 2 : 1).map((down) => ({
      at: [width * share + between(random, -30, 30), height * down + between(random, -40, 40)] as Point,
      radius: between(random, 105, 150),
    })),
  );
  const seams = tanks.flatMap(({ at: place, radius }) =>
    steps(0, 11, 12).map((i): Point[] => [polar(place, radius * 0.16, (i * Math.PI) / 6), polar(place, radius * 0.94, (i * Math.PI) / 6)]),
  );
  const pipes = tanks.map(({ at: [x, y], radius }): Point[] => [
    [x + radius, y],
    [(x + radius + yard[0]) / 2, y],
    [(x + radius + yard[0]) / 2, yard[1]],
    yard,
  ]);
  const rings = (share: number) => smoothRings(tanks.map(({ at: place, radius }) => circle(place, radius * share)));
  return [
    farmland(sheet, '#E2E4CE', '#BFCBA2'),
    stroke(straightLines(pipes), palette.paper, 14),
    stroke(straightLines(pipes), palette.ink, 5),
    fill(smoothRings(tanks.map(({ at: [x, y], radius }) => circle([x + 16, y + 20], radius))), palette.ink, { 'fill-opacity': 0.2 }),
    fill(rings(1), '#8D8672', { stroke: palette.ink, 'stroke-width': 4 }),
    fill(rings(0.94), '#3F5A50'),
    fill(rings(0.6), '#54736A'),
    fill(rings(0.3), '#6E8C82'),
    stroke(straightLines(seams), '#A9BFB4', 2.4, { 'stroke-opacity': 0.8 }),
    discs(dots(tanks.map(({ at: place }) => place)), palette.paper, 18, { 'stroke-opacity': 0.9 }),
    roofs([
      turned(yard, 170, 290, angle),
      turned([yard[0] + 190, yard[1] - 60], 130, 220, angle),
      turned([yard[0] + 60, yard[1] + 270], 250, 110, angle),
    ]),
  ].join('');
}

/** Draws covered lagoons from above: rectangular banks, taut covers with weighted lines, and a pipe that joins them. */
export function drawLagoons(sheet: Sheet): string {
  const { random, width, height } = sheet;
  const angle = between(random, -0.22, 0.22);
  const lagoons = [
    [0.22, 0.3],
    [0.6, 0.26],
    [0.3, 0.74],
    [0.74, 0.72],
  ].map(([x = 0, y = 0]) => ({
    at: [width * x + between(random, -30, 30), height * y + between(random, -20, 20)] as Point,
    wide: between(random, 300, 440),
    deep: between(random, 180, 260),
  }));
  const shape = (grow: number) => smoothCorners(lagoons.map(({ at: place, wide, deep }) => turned(place, wide + grow, deep + grow, angle)));
  const lines = lagoons.flatMap(({ at: place, wide, deep }) =>
    steps(-0.42, 0.42, 7).map((share): Point[] => {
      const across = polar(place, share * wide, angle);
      return [polar(across, -deep * 0.46, angle + Math.PI / 2), polar(across, deep * 0.46, angle + Math.PI / 2)];
    }),
  );
  const belly = lagoons.map(({ at: place, wide, deep }) =>
    circle(
      place,
      (turn) => (wide * deep * 0.18) / Math.hypot(deep * 0.42 * Math.cos(turn - angle), wide * 0.42 * Math.sin(turn - angle)),
      24,
    ),
  );
  const trunk = [at(lagoons, 0), at(lagoons, 1), at(lagoons, 3), at(lagoons, 2)].map(({ at: place }) => place);
  const water = steps(0.06, 0.94, 3).map((share): Point[] =>
    steps(-60, width + 60, 12).map((x): Point => [x, height * share + 22 * Math.sin(x / 190 + share * 9)]),
  );
  return [
    farmland(sheet, '#D3DDBF', '#B4C49A'),
    stroke(smoothLines([at(water, 1)]), '#6D9BA1', 30),
    stroke(smoothLines([at(water, 1)]), '#B9D3D3', 20),
    fill(shape(66), '#C2A878', { stroke: '#7A6440', 'stroke-width': 2.4 }),
    stroke(straightLines([trunk]), palette.ink, 6),
    fill(shape(8), '#3B4A44', { stroke: palette.ink, 'stroke-width': 3 }),
    fill(smoothRings(belly), '#5D6F66'),
    stroke(straightLines(lines), '#B7C4B8', 3.4, { 'stroke-dasharray': '15 5' }),
    discs(dots(lagoons.map(({ at: place, wide }) => polar(place, wide / 2 + 16, angle))), palette.paper, 22),
    discs(dots(lagoons.map(({ at: place, wide }) => polar(place, wide / 2 + 16, angle))), palette.ink, 11),
  ].join('');
}

/** Rectangles with rounded corners. */
function smoothCorners(shapes: readonly (readonly Point[])[]): string {
  return smoothRings(
    shapes.map((corners) =>
      corners.flatMap((corner, i) => {
        const [before, after] = [at(corners, (i + 3) % 4), at(corners, (i + 1) % 4)];
        const near = (other: Point): Point => [corner[0] + (other[0] - corner[0]) * 0.12, corner[1] + (other[1] - corner[1]) * 0.12];
        return [near(before), corner, near(after)];
      }),
    ),
  );
}

/** Draws domed digesters from the side, beside a barn on a farm's hill. */
export function drawDigester(sheet: Sheet): string {
  const { random, width, height } = sheet;
  const { drawing, lines } = drawHills(sheet, {
    crests: [between(random, 0.24, 0.32), 0.38, 0.66],
    rise: 0.05,
    far: '#DCE2D0',
    near: pick(random, ['#B9C692', '#C6C08C']),
  });
  const yard = (x: number) => lineHeight(at(lines, 2), x) + 6;
  const isMirrored = random() < 0.5;
  const place = (share: number) => width * (isMirrored ? 1 - share : share);
  const domes = [0.3, 0.52, 0.72].slice(0, pick(random, [2, 3])).map((share) => ({ x: place(share), size: between(random, 120, 150) }));
  const foot = yard(width / 2);
  const walls = domes.map(({ x, size }) => box(x - size, foot - 78, 2 * size, 100));
  const caps = domes.map(({ x, size }) =>
    steps(Math.PI, 2 * Math.PI, 12).map((angle): Point => [x + size * 1.03 * Math.cos(angle), foot - 76 + size * 0.86 * Math.sin(angle)]),
  );
  const seams = domes.flatMap(({ x, size }) =>
    steps(-0.7, 0.7, 5).map((share): Point[] =>
      steps(0, 1, 6).map(
        (up): Point => [x + share * size * Math.cos((up * Math.PI) / 2), foot - 76 - size * 0.86 * Math.sin((up * Math.PI) / 2)],
      ),
    ),
  );
  const barn = place(0.1);
  const hall = [
    [barn - 150, foot + 22],
    [barn - 150, foot - 120],
    [barn, foot - 205],
    [barn + 150, foot - 120],
    [barn + 150, foot + 22],
  ] as Point[];
  const boards = steps(-130, 130, 14).map((dx) => segment(barn + dx, foot + 20, barn + dx, foot - 128));
  // Behind the buildings, so that it shows between them.
  const pipe = [barn, ...domes.map(({ x }) => x)].map((x): Point => [x, foot - 34]);
  const trees = steps(0, width, 24).map((x): Tree => ({ foot: [x, lineHeight(at(lines, 1), x) + 2], tall: between(random, 26, 60) }));
  return [
    drawing,
    drawTrees(
      't',
      trees.filter(() => random() < 0.55),
      random,
    ),
    hill(at(lines, 2), height, '#BFC896'),
    stroke(straightLines([pipe]), palette.ink, 9),
    polygons([hall], '#9C7B55', { stroke: palette.ink, 'stroke-width': 3 }),
    stroke(straightLines(boards), palette.ink, 2, { 'stroke-opacity': 0.4 }),
    polygons(caps, '#3F6A58', { stroke: palette.ink, 'stroke-width': 3 }),
    stroke(smoothLines(seams), '#9FBFAE', 2.4, { 'stroke-opacity': 0.8 }),
    polygons(walls, '#CFC6AE', { stroke: palette.ink, 'stroke-width': 3 }),
    grassLines(
      sheet,
      steps(0, width, 8).map((x): Point => [x, foot + 22]),
      { count: 330, tallest: 34, depth: height * 0.32, colours: [palette.canopy, palette.moss] },
    ),
  ].join('');
}

/** Draws a dairy from above: long sheds beside covered channels, and dry ground around them. */
export function drawDairyDigesters(sheet: Sheet): string {
  const { random, width, height } = sheet;
  const angle = between(random, -0.12, 0.12) + (random() < 0.3 ? Math.PI / 2 : 0);
  const middle: Point = [width / 2, height / 2];
  const place = (along: number, across: number): Point => polar(polar(middle, along, angle), across, angle + Math.PI / 2);
  const sheds = [-360, -240, 120, 240].map((across) => turned(place(-190, across), 560, 82, angle));
  const channels = [-330, -60, 210].map((across) => turned(place(390, across), 420, 96, angle));
  const pens = [-60, 0, 60].flatMap((across) => steps(-420, 40, 8).map((along) => turned(place(along, across - 60), 52, 46, angle)));
  const ribs = [-330, -60, 210].flatMap((across) =>
    steps(200, 580, 15).map((along): Point[] => [place(along, across - 44), place(along, across + 44)]),
  );
  const mains: Point[] = [place(150, -360), place(150, 260)];
  const laterals = [-330, -60, 210].map((across): Point[] => [place(150, across), place(184, across)]);
  return [
    farmland(sheet, '#EBDDB9', '#DCCB9C'),
    polygons([turned(middle, 1390, 820, angle)], '#DDC99B', {
      stroke: '#8A7A4A',
      'stroke-width': 2.4,
      'stroke-dasharray': '14 6',
    }),
    stroke(straightLines(pens, { closed: true }), '#8A7A4A', 2.4),
    stroke(straightLines([mains, ...laterals]), palette.ink, 5),
    roofs(sheds),
    fill(smoothCorners(channels), '#3F5A50', { stroke: palette.ink, 'stroke-width': 3 }),
    stroke(straightLines(ribs), '#A9BFB4', 3),
    discs(dots(laterals.map(([start]) => start ?? middle)), palette.paper, 20),
    discs(dots(laterals.map(([start]) => start ?? middle)), palette.ink, 10),
  ].join('');
}

/** Draws a covered round reactor from above, fed through a row of settling basins. */
export function drawReactor(sheet: Sheet): string {
  const { random, width, height } = sheet;
  const isMirrored = random() < 0.5;
  const x = (share: number) => width * (isMirrored ? 1 - share : share);
  const reactor: Point = [x(0.7), height * between(random, 0.44, 0.56)];
  const radius = between(random, 225, 265);
  const basins = steps(0.2, 0.8, 3).map((down) => box(x(0.22) - 180, height * down - 100, 360, 200));
  const waves = steps(0.2, 0.8, 3).flatMap((down) =>
    steps(-60, 60, 4).map((dy): Point[] =>
      steps(-150, 150, 10).map((dx): Point => [x(0.22) + dx, height * down + dy + 9 * Math.sin(dx / 36 + down * 20)]),
    ),
  );
  const pipes = steps(0.2, 0.8, 3).map((down): Point[] => [
    [x(0.22), height * down],
    [x(0.43), height * down],
    [x(0.43), reactor[1]],
    reactor,
  ]);
  const spokes = steps(0, 15, 16).map((i): Point[] => [reactor, polar(reactor, radius, (i * Math.PI) / 8)]);
  return [
    farmland(sheet, '#DDE0D0', '#BCC9B6'),
    stroke(straightLines(pipes), palette.paper, 18),
    stroke(straightLines(pipes), palette.tide, 8),
    polygons(basins, '#CFC6AE', { stroke: palette.ink, 'stroke-width': 3 }),
    polygons(
      steps(0.2, 0.8, 3).map((down) => box(x(0.22) - 162, height * down - 82, 324, 164)),
      '#8FB9BE',
    ),
    stroke(smoothLines(waves), palette.paper, 3, { 'stroke-opacity': 0.8 }),
    fill(smoothRings([circle([reactor[0] + 20, reactor[1] + 26], radius)]), palette.ink, { 'fill-opacity': 0.2 }),
    fill(smoothRings([circle(reactor, radius)]), '#CFC6AE', { stroke: palette.ink, 'stroke-width': 4 }),
    ...steps(0.92, 0.3, 4).map((share, i) =>
      fill(smoothRings([circle([reactor[0] - 6 * i, reactor[1] - 7 * i], radius * share)]), mix('#3F5A50', '#9DB3A6', i / 4)),
    ),
    stroke(straightLines(spokes), palette.paper, 2.4, { 'stroke-opacity': 0.45 }),
    coatedDiscs('v', dots([reactor]), [
      { colour: palette.ink, diameter: 46 },
      { colour: palette.paper, diameter: 36 },
      { colour: palette.ink, diameter: 14 },
    ]),
  ].join('');
}
