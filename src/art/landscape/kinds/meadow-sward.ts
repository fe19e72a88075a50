import type { Field } from '#src/art/landscape/field.ts';
import { at, type Point } from '#src/art/landscape/geometry.ts';
import { mix, palette } from '#src/art/landscape/palette.ts';
import { dots, type Glyph, glyph, smoothLines, stamps } from '#src/art/landscape/paths.ts';
import { between, pick } from '#src/art/landscape/random.ts';
import { lineHeight, type Sheet, scatter, steps } from '#src/art/landscape/sheet.ts';
import { coatedDiscs, discs, stroke } from '#src/art/landscape/svg.ts';
import { tuft } from './grass.ts';

interface Ground {
  sheet: Sheet;
  /** Returns the y coordinate of the sward's far edge at x. */
  top: (x: number) => number;
  isMown: (x: number, y: number) => boolean;
  thickness: Field;
  bloom: Field;
  sort: Field;
}

/** Draws the grass and flowers from the hedge to the bottom of the sheet, farthest first. */
export function drawSward(sheet: Sheet, hedge: readonly Point[], isMown: (x: number, y: number) => boolean): string {
  const drift = (scale: number) => sheet.field({ scale, cell: 50, octaves: 1, stretch: 1.7 });
  const land = { sheet, top: (x: number) => lineHeight(hedge, x) + 12, isMown, thickness: drift(300), bloom: drift(240), sort: drift(420) };
  return (
    farGrass(land) +
    steps(0.2, 1, 6)
      .map((near) => drawBand(land, near))
      .join('')
  );
}

/** Draws distant grass, where each tuft is one short stroke. */
function farGrass({ sheet, top, isMown, thickness }: Ground): string {
  const places: { point: Point; shape: Glyph }[][] = [[], []];
  for (const [x, row] of scatter(sheet, 27, 0.48)) {
    const y = top(x) + 24 * Math.max(0, row / 40) ** 0.78;
    if (y > sheet.height * 0.56 || isMown(x, y) || sheet.random() > 0.6 + thickness.at(x, y * 2)) continue;
    at(places, sheet.random() < 0.5 ? 0 : 1).push({ point: [x, y], shape: pick(sheet.random, ticks) });
  }
  return (
    stroke(stamps(at(places, 1)), palette.moss, 1.5, { 'stroke-opacity': 0.8 }) +
    stroke(stamps(at(places, 0)), mix(palette.canopy, palette.moss, 0.5), 1.3)
  );
}

const ticks = [glyph([[0, 0, 1, -8]]), glyph([[0, 0, -2, -9]]), glyph([[0, 0, 4, -9]])];

const rowsInBand = 5;

function drawBand({ sheet, top, isMown, thickness, bloom, sort }: Ground, near: number): string {
  const { random, width, height } = sheet;
  const size = 0.7 + 1.7 * near ** 1.2;
  const tufts = shapes.map((shape) => tuft(shape, size));
  const grass: { point: Point; shape: Glyph }[][] = [[], []];
  const heads: Point[][] = [[], [], [], []];
  const stems: Point[][] = [];
  const [bloomy, sorts] = [bloom.level(0.55), [0.3, 0.55, 0.8].map(sort.level)];
  for (let row = 0; row < rowsInBand; row++) {
    const depth = (near + (0.16 * row) / rowsInBand) ** 1.3 / 1.16 ** 1.3;
    for (let x = -20; x < width + 20; x += 18.5 * size * between(random, 0.6, 1.4)) {
      const y = top(x) + (height + 50 - top(x)) * depth + between(random, -4, 4) * size;
      if (isMown(x, y)) continue;
      const kind = sorts.filter((level) => sort.at(x, y) > level).length;
      if (near > 0.3 && random() < 0.62 + 0.5 * thickness.at(x, y))
        at(grass, random() < 0.55 ? 0 : 1).push({ point: [x, y], shape: pick(random, tufts) });
      if (random() > (bloom.at(x, y) > bloomy ? 0.5 : 0.04)) continue;
      const head: Point = [x + between(random, -4, 4) * size, y - between(random, 15, 25) * size];
      if (near > 0.3) stems.push([[x, y], [x, (y + head[1]) / 2], head]);
      at(heads, random() < 0.12 ? (kind + 1) % 4 : kind).push(head);
    }
  }
  const round = { 'stroke-linecap': 'round' };
  return [
    stroke(stamps(at(grass, 1)), mix(palette.moss, '#DFE3BD', 0.25 - 0.2 * near), 1 + 0.55 * size, round),
    stroke(stamps(at(grass, 0)), mix(palette.canopy, palette.moss, 0.62 - 0.4 * near), 0.9 + 0.4 * size, round),
    stroke(smoothLines(stems), mix(palette.canopy, palette.moss, 0.5 - 0.35 * near), 0.8 + 0.35 * size),
    discs(dots(at(heads, 0)), palette.clay, 5.4 * size),
    discs(dots(at(heads, 1)), palette.sun, 5 * size),
    coatedDiscs(`o${Math.round(near * 99)}`, dots(at(heads, 2)), [
      { colour: palette.paper, diameter: 6.4 * size },
      { colour: palette.sun, diameter: 2.6 * size },
    ]),
    discs(dots(at(heads, 3)), mix(palette.tide, palette.paper, 0.22), 5 * size),
  ].join('');
}

/** Tufts of curved blades, before scaling. */
const shapes = [
  [
    [-2, 0, -4, -9, -9, -15],
    [0, 0, 1, -10, 0, -19],
    [2, 0, 5, -7, 10, -12],
  ],
  [
    [1, 0, 1, -8, 5, -17],
    [-2, 0, -4, -6, -9, -10],
  ],
  [
    [-1, 0, -2, -9, -4, -20],
    [2, 0, 4, -8, 8, -15],
  ],
];
