import { at, type Point } from '#src/art/landscape/geometry.ts';
import { type Glyph, glyph, stamps } from '#src/art/landscape/paths.ts';
import { between, pick } from '#src/art/landscape/random.ts';
import { lineHeight, type Sheet } from '#src/art/landscape/sheet.ts';
import { stroke } from '#src/art/landscape/svg.ts';

/** Draws tufts below a line, larger towards the viewer. `tallest` and `depth`: how tall the nearest are, and how far below the line. */
export function grassLines(
  { random, width }: Sheet,
  line: readonly Point[],
  { count, tallest, depth, colours }: { count: number; tallest: number; depth: number; colours: readonly string[] },
): string {
  const places: { point: Point; shape: Glyph }[][] = colours.map(() => []);
  const sizes = [0.45, 0.7, 1].map((size) => blades.map((shape) => tuft(shape, size * tallest)));
  for (let i = 0; i < count; i++) {
    const near = random() ** 1.3;
    const x = between(random, -10, width + 10);
    const shape = pick(random, at(sizes, Math.min(2, Math.floor(near * 3))));
    at(places, Math.floor(random() * colours.length)).push({ point: [x, lineHeight(line, x) + 3 + near * depth], shape });
  }
  return colours
    .map((colour, i) => stroke(stamps(at(places, i)), colour, 2, { 'stroke-linecap': 'round', 'stroke-opacity': 0.75 }))
    .join('');
}

/** Returns a tuft of curved blades, drawn `size` times as large. */
export function tuft(blades: readonly (readonly number[])[], size: number): Glyph {
  return glyph(
    blades.map((blade) => blade.map((value) => value * size)),
    { curved: true },
  );
}

/** Tufts one unit tall. */
const blades = [
  [
    [-0.1, 0, -0.2, -0.45, -0.45, -0.75],
    [0, 0, 0.05, -0.5, 0, -1],
    [0.1, 0, 0.25, -0.35, 0.5, -0.6],
  ],
  [
    [0.05, 0, 0.05, -0.4, 0.25, -0.85],
    [-0.1, 0, -0.2, -0.3, -0.45, -0.5],
  ],
];
