import type { Point } from '#src/art/landscape/geometry.ts';
import { mix, palette } from '#src/art/landscape/palette.ts';
import { dots, type Glyph, glyph, stamps, straightLines } from '#src/art/landscape/paths.ts';
import { pick } from '#src/art/landscape/random.ts';
import { type Sheet, scatter, steps } from '#src/art/landscape/sheet.ts';
import { ground, tones } from '#src/art/landscape/survey.ts';
import { coatedDiscs, discs, fill, stroke } from '#src/art/landscape/svg.ts';

/** Draws two sampling frames on a meadow, before and after: the second, in the accent, has more species in it. */
export function drawNaturePositive(sheet: Sheet, accent: string): string {
  const { width, height, random } = sheet;
  const land = sheet.field({ scale: 780, cell: 32, step: 44 });
  const size = height * 0.66;
  const frames = [
    { x: width * 0.27, y: height * 0.52, turn: -0.06 },
    { x: width * 0.72, y: height * 0.48, turn: 0.05 },
  ].map(({ x, y, turn }) => ({
    corner: (u: number, v: number): Point => [
      x + size * (u * Math.cos(turn) - v * Math.sin(turn)),
      y + size * (u * Math.sin(turn) + v * Math.cos(turn)),
    ],
    x,
    y,
  }));
  const ring = (corner: (u: number, v: number) => Point): Point[] => [
    corner(-0.5, -0.5),
    corner(0.5, -0.5),
    corner(0.5, 0.5),
    corner(-0.5, 0.5),
  ];
  const strings = frames.flatMap(({ corner }) =>
    steps(-0.4, 0.4, 9).flatMap((share): Point[][] => [
      [corner(share, -0.5), corner(share, 0.5)],
      [corner(-0.5, share), corner(0.5, share)],
    ]),
  );
  const grass: { point: Point; shape: Glyph }[] = [];
  const heads: Point[][] = [[], [], [], []];
  for (const [x, y] of scatter(sheet, 40, 0.46)) {
    const frame = frames.findIndex((each) => Math.abs(x - each.x) < size * 0.47 && Math.abs(y - each.y) < size * 0.47);
    const thick = frame === 0 ? 0.2 : frame === 1 ? 0.85 : 0.25 + (x / width) * 0.35 + land.at(x, y) * 0.2;
    if (random() < thick) grass.push({ point: [x, y], shape: pick(random, tufts) });
    const bloom = frame === 0 ? 0.035 : frame === 1 ? 0.38 : 0.02 + (x / width) * 0.07;
    if (random() < bloom) heads[frame === 0 ? 1 : Math.floor(random() * 4)]?.push([x + 14, y - 12]);
  }
  const [clay = [], sun = [], daisy = [], scabious = []] = heads;
  const [before, after] = frames.map(({ corner }) => straightLines([ring(corner)], { closed: true }));
  return [
    ground(sheet, '#E3E7C9'),
    tones(land, steps(0.2, 0.9, 5).map(land.level), ['#DEE3C1', '#D9DFB9', '#D3DBB1', '#CDD6A9', '#C7D1A1'], {
      colour: palette.moss,
      width: 1.8,
      opacity: 0.5,
    }),
    fill(`${before}${after}`, palette.paper, { 'fill-opacity': 0.82 }),
    stroke(stamps(grass), mix(palette.canopy, palette.moss, 0.3), 2.6, { 'stroke-linecap': 'round' }),
    stroke(straightLines(strings), palette.ink, 1.7, { 'stroke-opacity': 0.5 }),
    discs(dots(clay), palette.clay, 17),
    discs(dots(sun), palette.sun, 16),
    coatedDiscs('d', dots(daisy), [
      { colour: palette.paper, diameter: 22 },
      { colour: '#D3DBB1', diameter: 23, opacity: 0.35 },
      { colour: palette.sun, diameter: 8 },
    ]),
    discs(dots(scabious), mix(palette.tide, palette.paper, 0.15), 16),
    stroke(before ?? '', palette.ink, 11, { 'stroke-linejoin': 'round' }),
    stroke(after ?? '', accent, 15, { 'stroke-linejoin': 'round' }),
    pegs(frames.flatMap(({ corner }) => ring(corner))),
  ].join('');
}

function pegs(corners: Point[]): string {
  return coatedDiscs('p', dots(corners), [
    { colour: palette.paper, diameter: 40 },
    { colour: palette.ink, diameter: 30 },
    { colour: palette.paper, diameter: 10 },
  ]);
}

const blades = [
  [
    [-5, 0, -9, -13, -17, -22],
    [0, 0, 2, -17, 0, -34],
    [5, 0, 9, -11, 17, -20],
  ],
  [
    [-3, 0, -5, -12, -13, -22],
    [3, 0, 4, -14, 10, -30],
  ],
];
const tufts = blades.map((strokes) => glyph(strokes, { curved: true }));
