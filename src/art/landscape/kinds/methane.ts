import { at, type Point } from '#src/art/landscape/geometry.ts';
import { mix, palette } from '#src/art/landscape/palette.ts';
import { dots, glyph, smoothRings, stamps, straightLines } from '#src/art/landscape/paths.ts';
import { between, pick } from '#src/art/landscape/random.ts';
import { box } from '#src/art/landscape/shapes.ts';
import { type Sheet, scatter, steps } from '#src/art/landscape/sheet.ts';
import { gridCrosses, ground, polygons, tones } from '#src/art/landscape/survey.ts';
import { coatedDiscs, fill, stroke } from '#src/art/landscape/svg.ts';

/** Draws gas wells on a capped landfill: contours around each well, and pipes that collect in a pump house. */
export function drawMethane(sheet: Sheet): string {
  const { wells, pipes, trunk, joints, house } = planPipes(sheet);
  const reach = wells.map(() => ({ width: between(sheet.random, 75, 135), strength: between(sheet.random, 0.7, 1.3) }));
  const land = sheet.field({
    scale: 560,
    shape: (height, x, y) =>
      wells.reduce(
        (sum, [wx, wy], i) => sum + at(reach, i).strength * Math.exp(-((x - wx) ** 2 + (y - wy) ** 2) / at(reach, i).width ** 2),
        0.5 * height,
      ),
  });
  const shares = steps(0.05, 0.985, 15);
  const colours = shares.map((_, i) => (i > 10 ? mix('#DAD5C2', '#E4C3A6', (i - 11) / 3) : mix('#E3E3D6', '#BFC9B8', i / 10)));
  const tufts = scatter(sheet, 44, 0.48).filter(([x, y]) => land.at(x, y) < land.level(0.3) && sheet.random() < 0.75);
  const valves = glyph([[-9, -9, 9, -9, 9, 9, -9, 9]], { closed: true });

  return [
    ground(sheet, '#E6E5DA'),
    tones(land, shares.map(land.level), colours, { colour: palette.canopy, width: 1.5, opacity: 0.36 }),
    stroke(smoothRings(land.rings(land.level(0.72))), palette.clay, 2.4, { 'stroke-dasharray': '16 7 3 7', 'stroke-opacity': 0.8 }),
    stroke(stamps(tufts.map((point) => ({ point, shape: bogTuft }))), palette.canopy, 1.7, { 'stroke-opacity': 0.6 }),
    gridCrosses(sheet, palette.ink, 200, 0.35),
    stroke(straightLines([...pipes, trunk]), '#F1EEE0', 10, { 'stroke-linecap': 'square' }),
    stroke(straightLines(pipes), palette.ink, 2.4, { 'stroke-linecap': 'square' }),
    stroke(straightLines([trunk]), palette.ink, 5),
    fill(stamps(joints.map((point) => ({ point, shape: valves }))), palette.paper, { stroke: palette.ink, 'stroke-width': 2.4 }),
    coatedDiscs('w', dots(wells), [
      { colour: palette.clay, diameter: 66, opacity: 0.55 },
      { colour: '#E6D6C0', diameter: 62 },
      { colour: palette.clay, diameter: 46 },
      { colour: '#EBDFCB', diameter: 41 },
      { colour: palette.clay, diameter: 27 },
      { colour: palette.paper, diameter: 18 },
      { colour: palette.ink, diameter: 9 },
    ]),
    polygons([box(house[0] - 34, house[1] - 34, 68, 68)], palette.paper, {
      stroke: palette.ink,
      'stroke-width': 4,
    }),
    polygons([box(house[0] - 14, house[1] - 14, 28, 28)], palette.ink),
  ].join('');
}

const bogTuft = glyph([
  [-10, 0, 10, 0],
  [5, -5, 5, -12],
  [0, -5, 0, -17],
  [-5, -5, -5, -12],
]);

/**
 * Lays out wells in rough columns, a pipe down each column, and a trunk pipe across them to the pump house, in whole sheet units.
 * The layout assumes a trunk from left to right, and is then rotated and mirrored at random.
 */
function planPipes(sheet: Sheet): { wells: Point[]; pipes: Point[][]; trunk: Point[]; joints: Point[]; house: Point } {
  const { random } = sheet;
  const upright = random() < 0.35;
  const [length, breadth] = upright ? [sheet.height, sheet.width] : [sheet.width, sheet.height];
  const mirrored = random() < 0.5;
  const place = (along: number, across: number): Point => {
    const [u, v] = [Math.round(mirrored ? length - along : along), Math.round(across)];
    return upright ? [v, u] : [u, v];
  };
  const columns = Math.max(2, Math.round(length / between(random, 300, 420)));
  const trunk = breadth * pick(random, [0.12, 0.5, 0.5, 0.88]) + between(random, -0.06, 0.06) * breadth;
  const laterals = Array.from({ length: columns }, (_, column) => {
    const at = (length * (column + 0.55 + between(random, -0.12, 0.12))) / (columns + 0.5);
    const count = Math.max(2, Math.round(breadth / 340) - (random() < 0.35 ? 1 : 0));
    const wells = Array.from({ length: count }, (_, row): [number, number] => {
      const across = (breadth * (row + 0.5 + between(random, -0.16, 0.16))) / count;
      const clear = Math.abs(across - trunk) < 75 ? trunk + (across < trunk ? -75 : 75) : across;
      return [at + ((row + column) % 2 ? 1 : -1) * between(random, 46, 100), clear];
    });
    return { at, wells: wells.filter(([, across]) => across > 30 && across < breadth - 30) };
  });
  const pipes = laterals.flatMap(({ at, wells }) => {
    const ends = [...wells.map(([, across]) => across), trunk];
    const down: Point[] = [place(at, Math.min(...ends)), place(at, Math.max(...ends))];
    return [down, ...wells.map(([along, across]): Point[] => [place(along, across), place(at, across)])];
  });
  const house = place(length * 0.935, trunk);
  return {
    wells: laterals.flatMap(({ wells }) => wells.map(([along, across]) => place(along, across))),
    pipes,
    trunk: [place(Math.min(...laterals.map(({ at }) => at)), trunk), house],
    joints: laterals.map(({ at }) => place(at, trunk)),
    house,
  };
}
