import type { Point } from '#src/art/landscape/geometry.ts';
import { mix, palette } from '#src/art/landscape/palette.ts';
import { smoothRings, straightLines } from '#src/art/landscape/paths.ts';
import { between, type Random } from '#src/art/landscape/random.ts';
import { circle, polar, segment } from '#src/art/landscape/shapes.ts';
import { type Sheet, steps } from '#src/art/landscape/sheet.ts';
import { contourLines, ground } from '#src/art/landscape/survey.ts';
import { fill, stroke } from '#src/art/landscape/svg.ts';

/** Draws a large tree-ring disc beside rows of small ones, each with its own serial mark: one token per tonne, one of them in the accent. */
export function drawCarbonCredits(sheet: Sheet, accent: string): string {
  const { width, height, random } = sheet;
  const land = sheet.field({ scale: 900, cell: 32, step: 44 });
  const middle: Point = [width * 0.27, height * 0.5];
  const radius = height * 0.4;
  const pith: Point = [middle[0] + between(random, -40, 40), middle[1] + between(random, -40, 40)];
  const wobble = hand(random, 0.035);
  const rings = steps(0.045, 0.93, 26).map((share, i, all) => (share + (i < all.length - 1 ? between(random, -0.008, 0.008) : 0)) * radius);
  const trunk = (r: number) => {
    const lean = 1 - r / radius;
    return circle([middle[0] + (pith[0] - middle[0]) * lean, middle[1] + (pith[1] - middle[1]) * lean], (angle) => r * wobble(angle), 40);
  };
  const cracks = [0.4, 2.3, 4.4].map((angle): Point[] => [
    polar(pith, 30, angle + between(random, -0.2, 0.2)),
    polar(pith, radius * between(random, 0.35, 0.6), angle),
  ]);
  const tokens = gridOf(sheet);
  const highlighted = 6;
  const small = tokens.map((centre) => {
    const shape = hand(random, 0.03);
    return [1, 0.8, 0.63, 0.46, 0.3, 0.14].map((share) => circle(centre, (angle) => 84 * share * shape(angle), 18));
  });
  return [
    ground(sheet, palette.paperDeep),
    contourLines(land, steps(0.06, 0.96, 12).map(land.level), { colour: palette.canopy, opacity: 0.22, width: 2 }),
    fill(smoothRings([trunk(radius)]), '#5E4630'),
    fill(smoothRings([trunk(radius * 0.95)]), '#E0C79B'),
    fill(smoothRings([trunk(radius * 0.56)]), '#CFAE79'),
    stroke(smoothRings(rings.map(trunk)), '#6B4A2C', 2.4, { 'stroke-opacity': 0.75 }),
    stroke(smoothRings([trunk(rings[8] ?? 0), trunk(rings[17] ?? 0)]), accent, 7),
    stroke(straightLines(cracks), '#5E4630', 4, { 'stroke-linecap': 'round' }),
    stroke(straightLines([[pith, polar(middle, radius * 1.14, -0.5)]]), palette.ink, 3),
    ...small.map((own, i) => {
      const isHighlighted = i === highlighted;
      const [edge = [], ...inner] = own;
      return (
        fill(smoothRings([edge]), isHighlighted ? accent : mix('#E0C79B', palette.paper, 0.25), {
          stroke: palette.ink,
          'stroke-width': 4,
        }) + stroke(smoothRings(inner), isHighlighted ? palette.paper : '#6B4A2C', 2.6)
      );
    }),
    stroke(straightLines(tokens.flatMap((centre) => serial(random, centre))), palette.ink, 4),
  ].join('');
}

/** Returns a factor for each angle, by which a hand-drawn circle deviates from a true one. */
function hand(random: Random, amount: number): (angle: number) => number {
  const turns = [2, 3, 5].map((waves) => ({ waves, phase: random() * 6.3, size: (amount * 2) / waves }));
  return (angle) => 1 + turns.reduce((sum, { waves, phase, size }) => sum + size * Math.cos(waves * angle + phase), 0);
}

function gridOf({ width, height }: Sheet): Point[] {
  return [0.22, 0.5, 0.78].flatMap((v) =>
    [0.54, 0.65, 0.76, 0.87].map((u): Point => [Math.round(width * u + 20), Math.round(height * v - 20)]),
  );
}

/** Returns the serial mark of a disc: a random row of bars below it. */
function serial(random: Random, [x, y]: Point): Point[][] {
  return Array.from({ length: 17 }, (_, i) => segment(x - 64 + i * 8, y + 108, x - 64 + i * 8, y + 126 + (random() < 0.4 ? 14 : 0))).filter(
    () => random() < 0.8,
  );
}
