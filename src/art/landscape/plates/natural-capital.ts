import { at, type Point } from '#src/art/landscape/geometry.ts';
import { palette } from '#src/art/landscape/palette.ts';
import { dots, glyph, smoothLines, stamps, straightLines } from '#src/art/landscape/paths.ts';
import { between } from '#src/art/landscape/random.ts';
import { box, moved, segment } from '#src/art/landscape/shapes.ts';
import { lineHeight, ridge, type Sheet, scatter, steps } from '#src/art/landscape/sheet.ts';
import { ground, hill, polygons } from '#src/art/landscape/survey.ts';
import { discs, fill, stroke } from '#src/art/landscape/svg.ts';
import { drawTrees, type Tree } from '#src/art/landscape/trees.ts';

/** Draws a section through a catchment: woods above, soil and rock below, a core sample, and a depth scale at the side. */
export function drawNaturalCapital(sheet: Sheet, accent: string): string {
  const { width, height, random } = sheet;
  const valley = between(random, 0.55, 0.68) * width;
  const core = Math.round(width * between(random, 0.24, 0.34));
  const bell = (x: number, middle: number) => Math.exp(-(((x - middle) / 350) ** 2));
  const dip = (line: readonly Point[], depth: number) =>
    line.map(([x, y]): Point => [x, y + depth * (bell(x, valley) - 0.35 * bell(x, core))]);
  const shares = [0.36, 0.43, 0.54, 0.68, 0.84];
  const tops = shares.map((share, i) =>
    dip(ridge(sheet, { y: height * share, rise: height * (0.06 - 0.006 * i), scale: 1100, roughness: 0.12, step: 48 }), 210 - 38 * i),
  );
  const surface = at(tops, 0);
  const water = Math.max(...surface.map(([, y]) => y)) - 74;
  const edge = Math.round(width * 0.075);
  const coreTop = Math.round(lineHeight(surface, core)) - 26;
  const back = ridge(sheet, { y: height * 0.2, rise: height * 0.1, scale: 900, step: 48 });
  const backLines = steps(24, 300, 11).map((down) => back.map(([x, y]): Point => [x, y + down * (0.7 + (y / height) * 1.4)]));
  const waterTable = surface.map(([x, y]): Point => [x, water + 26 + 0.42 * (y - water)]);
  const beds = tops.slice(1).flatMap((line, i) => steps(26, 26 + 34 * (i + 1), i + 2).map((down) => moved(line, 0, down)));
  const stones = scatter(sheet, 46, 0.48).filter(([x, y]) => y > lineHeight(at(tops, 3), x) + 10 && random() < 0.6);
  return [
    ground(sheet, palette.paper),
    hill(back, height, '#DFE2CC'),
    stroke(smoothLines(backLines), palette.moss, 2, { 'stroke-opacity': 0.55 }),
    fill(`M0 ${Math.round(water)}H${width}V${height}H0z`, '#A9C8CC'),
    stroke(straightLines(steps(14, 74, 5).map((down) => segment(0, water + down, width, water + down))), palette.tide, 1.8, {
      'stroke-opacity': 0.6,
    }),
    ...tops.map((line, i) => hill(line, height, at(soils, i))),
    stroke(smoothLines(beds), palette.ink, 1.7, { 'stroke-opacity': 0.28, 'stroke-dasharray': '60 10 14 10' }),
    stroke(smoothLines([waterTable]), palette.tide, 4, { 'stroke-dasharray': '30 12', 'stroke-opacity': 0.9 }),
    discs(dots(stones), palette.paperDeep, 4.5, { 'stroke-opacity': 0.4 }),
    drawTrees('c', woods(sheet, surface, water), random),
    stroke(smoothLines([surface]), palette.canopyDeep, 5),
    stroke(
      stamps(
        scatter(sheet, 58, 0.5)
          .filter(([, y]) => y < 58)
          .map(([x]) => ({ point: [x, lineHeight(surface, x)] as Point, shape: sedge }))
          .filter(({ point }) => point[1] < water),
      ),
      palette.canopy,
      3,
      { 'stroke-linecap': 'round' },
    ),
    polygons([box(core - 27, coreTop, 54, height - coreTop - 70)], accent, {
      stroke: palette.paper,
      'stroke-width': 6,
    }),
    stroke(
      straightLines(
        steps(coreTop, height - 70, 12)
          .slice(1, -1)
          .map((y) => segment(core - 27, y, core + 27, y)),
      ),
      palette.paper,
      3,
    ),
    fill(`M0 0h${edge}v${height}H0z`, palette.paper),
    stroke(
      straightLines(steps(0, height, 61).map((y, i) => segment(edge, y, edge - (i % 10 === 0 ? 74 : i % 5 === 0 ? 48 : 26), y))),
      palette.ink,
      2.6,
    ),
    stroke(straightLines([segment(edge, 0, edge, height)]), palette.ink, 4),
    stroke(straightLines([segment(edge, coreTop, core - 27, coreTop)]), accent, 3, { 'stroke-dasharray': '14 9' }),
  ].join('');
}

const soils = ['#B7BD8C', '#8C6B47', '#A98A5E', '#C7AE86', '#8E9188'];
const sedge = glyph([
  [-5, 0, -11, -19],
  [0, 0, 0, -28],
  [6, 0, 12, -20],
]);

/** Returns trees wherever the ground is well above the water. */
function woods({ random, width }: Sheet, surface: readonly Point[], water: number): Tree[] {
  const trees: Tree[] = [];
  for (let x = width * 0.09; x < width; x += between(random, 40, 130)) {
    const y = lineHeight(surface, x);
    if (y < water - 46 && random() < 0.85) trees.push({ foot: [x, y], tall: between(random, 62, 104) });
  }
  return trees;
}
