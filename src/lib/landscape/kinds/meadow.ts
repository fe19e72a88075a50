import { at, type Point } from '../geometry.ts';
import { mix, palette } from '../palette.ts';
import { dots, smoothLines, smoothRings, stamps } from '../paths.ts';
import { between, pick } from '../random.ts';
import { hillBelow, lineHeight, ridge, type Sheet, steps } from '../sheet.ts';
import { ground } from '../survey.ts';
import { coatedDiscs, discs, fill, stroke } from '../svg.ts';

/** A meadow seen from its edge: drifts of grass and flowers that grow towards the viewer, a mown path, a hedge behind. */
export function drawMeadow(sheet: Sheet): string {
  const { height } = sheet;
  const hill = ridge(sheet, { y: height * 0.16, rise: height * 0.06, scale: 760 });
  const hedge = ridge(sheet, { y: height * 0.27, rise: height * 0.025, scale: 900 });
  const swells = steps(0.36, 0.82, 4).map((share) => ridge(sheet, { y: height * share, rise: height * 0.03, scale: 700 }));
  const path = mownPath(sheet, hedge);
  return [
    ground(sheet, '#F0ECDC'),
    fill(smoothRings([hillBelow(hill, height)]), '#D6DCC0'),
    stroke(
      smoothLines(steps(16, 150, 9).map((down) => hill.map(([x, y]): Point => [x, y + down * (1 + (y / height) * 1.6)]))),
      palette.moss,
      1.5,
      { 'stroke-opacity': 0.6 },
    ),
    fill(smoothRings([hillBelow(hedge, height)]), '#DDE2B9'),
    ...swells.map((line, i) => fill(smoothRings([hillBelow(line, height)]), mix('#D3DBAA', '#9DB57C', i / 3.4))),
    fill(path.outline, '#ECE9C8'),
    stroke(path.stripes, '#BFC894', 2.4),
    hedgerow(sheet, hedge, path.gate),
    ...steps(0, 1, slices).map((near) => sward(sheet, hedge, path.isOn, near)),
  ].join('');
}

const slices = 6;
const bladeShapes = [
  [
    [-2, -9, -7, -15],
    [1, -10, 0, -19],
    [3, -7, 8, -12],
  ],
  [
    [0, -8, 4, -17],
    [-3, -6, -8, -10],
    [1, -7, 9, -9],
  ],
  [
    [-1, -9, -3, -20],
    [2, -8, 6, -15],
  ],
] as const;

/** One depth of the meadow: its tufts, then its flowers. */
function sward(sheet: Sheet, hedge: readonly Point[], isOnPath: (x: number, y: number) => boolean, near: number): string {
  const size = 0.75 + 2.2 * near ** 1.3;
  const grass = sheet.field({ scale: 420, cell: 50, octaves: 1 });
  const drift = sheet.field({ scale: 330, cell: 50, octaves: 1, stretch: 1.6 });
  const tufts: { point: Point; shape: string }[][] = [[], []];
  const heads: Point[][] = [[], [], [], []];
  const stems: Point[][] = [];
  const from = near ** 1.35;
  const to = (near + 1 / (slices - 1)) ** 1.35;
  const rows = 5;
  for (let row = 0; row < rows; row++) {
    const depth = from + ((to - from) * row) / rows;
    for (let x = -20; x < sheet.width + 20; x += 15 * size * between(sheet.random, 0.7, 1.5)) {
      const top = lineHeight(hedge, x) + 14;
      const y = top + (sheet.height + 30 - top) * depth + between(sheet.random, -5, 5) * size;
      if (isOnPath(x, y)) continue;
      const thick = grass.at(x, y);
      if (sheet.random() < 0.52 + 0.6 * thick)
        at(tufts, sheet.random() < 0.62 + thick * 0.4 ? 0 : 1).push({ point: [x, y], shape: tuft(pick(sheet.random, bladeShapes), size) });
      const bloom = drift.at(x, y);
      if (sheet.random() > 0.04 + 0.75 * Math.abs(bloom) ** 1.6) continue;
      const kind = Math.min(3, Math.floor(((drift.at(x + 700, y) + 1) / 2) * 4));
      const tall = between(sheet.random, 16, 27) * size;
      const lean = between(sheet.random, -4, 4) * size;
      stems.push([
        [x, y],
        [x + lean * 0.2, y - tall * 0.5],
        [x + lean, y - tall],
      ]);
      at(heads, kind).push([x + lean, y - tall]);
    }
  }
  const line = { 'stroke-linecap': 'round' };
  return [
    stroke(stamps(at(tufts, 1)), mix(palette.moss, '#DDE2B9', 0.1), 1.1 + 0.75 * size, line),
    stroke(stamps(at(tufts, 0)), mix(palette.canopy, palette.moss, 0.55 - 0.5 * near), 0.9 + 0.6 * size, line),
    stroke(smoothLines(stems), mix(palette.canopy, palette.moss, 0.45 - 0.4 * near), 0.8 + 0.45 * size),
    discs(dots(at(heads, 0)), palette.clay, 4.6 * size),
    discs(dots(at(heads, 1)), palette.sun, 4 * size),
    coatedDiscs(`o${Math.round(near * 9)}`, dots(at(heads, 2)), [
      { colour: palette.paper, diameter: 5.6 * size },
      { colour: palette.sun, diameter: 2.2 * size },
    ]),
    discs(dots(at(heads, 3)), mix(palette.tide, palette.paper, 0.25), 4.2 * size),
  ].join('');
}

function tuft(blades: readonly (readonly number[])[], size: number): string {
  return blades
    .map((blade) => {
      const [a = 0, b = 0, c = 0, d = 0] = blade.map((value) => Math.round(value * size));
      return `q${a} ${b} ${c} ${d}m${-c} ${-d}`;
    })
    .join('')
    .replaceAll(' -', '-');
}

function mownPath(sheet: Sheet, hedge: readonly Point[]) {
  const { width, height } = sheet;
  const gate = width * between(sheet.random, 0.25, 0.75);
  const foot = width * between(sheet.random, 0.2, 0.8);
  const sway = between(sheet.random, 0.1, 0.2) * width * (gate > foot ? 1 : -1);
  const top = lineHeight(hedge, gate);
  const middle = (near: number) => gate + (foot - gate) * near ** 1.5 + sway * Math.sin(near * Math.PI * 1.5) * near ** 0.7;
  const half = (near: number) => 7 + 120 * near ** 1.7;
  const share = steps(0, 1.08, 14);
  const edge = (side: number) => share.map((near): Point => [middle(near) + side * half(near), top + (height - top) * near]);
  const isOn = (x: number, y: number) => {
    const near = Math.max(0, (y - top) / (height - top));
    return Math.abs(x - middle(near)) < half(near);
  };
  return {
    gate,
    isOn,
    outline: smoothRings([[...edge(-1), ...edge(1).reverse()]]),
    stripes: smoothLines([-0.6, -0.2, 0.2, 0.6].map(edge)),
  };
}

function hedgerow(sheet: Sheet, hedge: readonly Point[], gate: number): string {
  const bushes: Point[][] = [[], [], []];
  for (let x = -20; x < sheet.width + 20; x += between(sheet.random, 8, 15)) {
    if (Math.abs(x - gate) < 26) continue;
    const y = lineHeight(hedge, x);
    at(bushes, 0).push([x, y - between(sheet.random, 2, 14)]);
    if (sheet.random() < 0.12)
      for (let i = 0; i < 7; i++) at(bushes, i < 4 ? 1 : 2).push([x + between(sheet.random, -22, 22), y - between(sheet.random, 22, 62)]);
  }
  return bushes
    .map((points, i) =>
      coatedDiscs(`h${i}`, dots(points), [
        { colour: palette.canopyDeep, diameter: 23 + 3 * i, dx: 2, dy: 3 },
        { colour: palette.canopy, diameter: 22 + 3 * i },
        { colour: palette.moss, diameter: 9, dx: -4, dy: -4, opacity: 0.65 },
      ]),
    )
    .join('');
}
