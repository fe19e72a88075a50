import { at, type Point } from '#src/art/landscape/geometry.ts';
import { palette } from '#src/art/landscape/palette.ts';
import { dots, type Glyph, glyph, smoothLines, stamps } from '#src/art/landscape/paths.ts';
import { between, pick, type Random } from '#src/art/landscape/random.ts';
import { moved } from '#src/art/landscape/shapes.ts';
import { lineHeight, ridge, type Sheet, scatter } from '#src/art/landscape/sheet.ts';
import { ground, hill } from '#src/art/landscape/survey.ts';
import { discs, fill, stroke } from '#src/art/landscape/svg.ts';
import { type Cover, drawCover } from './char-covers.ts';

/** Draws a section through soil that darkens with depth, drifts of char in every layer, and above it what the char was made from. */
export function drawBiochar(sheet: Sheet, cover: Cover = 'grass'): string {
  const { width, height, random } = sheet;
  const colours = pick(random, soils);
  const top = cover === 'grass' ? between(random, 0.2, 0.28) : between(random, 0.34, 0.4);
  const dip = between(random, -0.1, 0.1);
  const strata = layerTops(random, top).map((share) =>
    ridge(sheet, { y: height * share, rise: height * 0.06, scale: 720, roughness: 0.2 }).map(
      ([x, y]): Point => [x, y + dip * (x - width / 2)],
    ),
  );
  const surface = at(strata, 0);
  const beds = strata.flatMap((line, i) => {
    const next = strata[i + 1] ?? moved(line, 0, 170);
    return [0.22, 0.45, 0.7].map((share) => ({ i, line: line.map(([x, y], k): Point => [x, y + share * (at(next, k)[1] - y)]) }));
  });
  const bedding = (dark: boolean, colour: string, dash: string) =>
    stroke(smoothLines(beds.filter(({ i }) => i > 3 === dark).map(({ line }) => line)), colour, 1.5, {
      'stroke-opacity': 0.42,
      'stroke-dasharray': dash,
    });

  const drift = sheet.field({ scale: 300, cell: 40, stretch: 2.2 });
  const char: { point: Point; shape: Glyph }[] = [];
  const ember: { point: Point; shape: Glyph }[] = [];
  const grit: Point[] = [];
  for (const point of scatter(sheet, 25, 0.48)) {
    const layer = strata.findLastIndex((line) => lineHeight(line, point[0]) < point[1] - 6);
    if (layer < 0) continue;
    const chance = random() - 0.38 * drift.at(...point);
    if (chance < 0.16 + 0.035 * layer) (layer < 4 ? char : ember).push({ point, shape: pick(random, flecks) });
    else if (chance > 0.8) grit.push(point);
  }

  return [
    ground(sheet, '#EBE4D4'),
    ...strata.map((line, i) => hill(line, height + 60, at(colours, i))),
    bedding(false, '#6B4A2C', '70 9 22 9'),
    bedding(true, '#C9A15A', '26 9 4 9'),
    stroke(smoothLines(roots(sheet, surface)), '#6B4A2C', 1.9, { 'stroke-opacity': 0.7, 'stroke-linecap': 'round' }),
    discs(dots(grit), '#EADDC2', 3.2, { 'stroke-opacity': 0.4 }),
    fill(stamps(char), palette.ink, { 'fill-opacity': 0.86 }),
    fill(stamps(ember), palette.sun, { 'fill-opacity': 0.75 }),
    stroke(smoothLines(grass(sheet, surface, 190, 40)), palette.moss, 2, { 'stroke-linecap': 'round' }),
    stroke(smoothLines(grass(sheet, surface, 170, 30)), palette.canopy, 2, { 'stroke-linecap': 'round' }),
    drawCover(sheet, surface, cover),
    stroke(smoothLines([surface]), palette.canopyDeep, 3.4),
  ].join('');
}

/** From the topsoil down: brown earth, red earth, pale soil over chalk, fen peat. */
const soils = [
  ['#DFCDAE', '#CAB188', '#AC8A5C', '#7F5F3F', '#574534', '#362F29', '#1D1F1B'],
  ['#E3C8A6', '#D3A67B', '#B47B52', '#8A5138', '#5D3C2F', '#392D28', '#1F1E1B'],
  ['#E6DFC9', '#D6CBAA', '#BBA97F', '#93825F', '#645844', '#3E3930', '#20221D'],
  ['#D8CAAC', '#BDA67F', '#927856', '#69543E', '#473A2D', '#2F2923', '#1A1B18'],
] as const;

const flecks = [
  [0, 0, 13, -2, 15, 4, 1, 6],
  [0, 0, 9, 1, 8, 7, -1, 5],
  [0, 2, 8, 0, 19, 3, 15, 8, 4, 7],
  [0, 0, 6, -5, 10, 1, 4, 5],
  [0, 0, 7, -3, 11, 3, 3, 6],
].map((outline) => glyph([outline], { closed: true }));

/** Returns where the layers begin, as shares of the sheet's height: the first as given, the others at uneven intervals. */
function layerTops(random: Random, first: number): number[] {
  const thickness = at(soils, 0).map(() => between(random, 0.6, 1.5));
  const whole = thickness.reduce((sum, part) => sum + part, 0);
  let top = first;
  return thickness.map((part) => {
    const here = top;
    top += ((1 - first) * part) / whole;
    return here;
  });
}

function roots({ random, width }: Sheet, surface: readonly Point[]): Point[][] {
  return Array.from({ length: 44 }, () => {
    let x = random() * width;
    let y = lineHeight(surface, x);
    const line: Point[] = [[x, y]];
    const lean = between(random, -9, 9);
    for (let left = between(random, 4, 10); left > 0; left--) {
      x += lean + between(random, -9, 9);
      y += between(random, 13, 25);
      line.push([x, y]);
    }
    return line;
  });
}

function grass({ random, width }: Sheet, surface: readonly Point[], count: number, tallest: number): Point[][] {
  return Array.from({ length: count }, () => {
    const x = random() * width;
    const y = lineHeight(surface, x) + 2;
    const tall = between(random, 10, tallest);
    const lean = between(random, -0.5, 0.6) * tall;
    return [
      [x, y],
      [x + lean * 0.2, y - tall * 0.6],
      [x + lean, y - tall],
    ];
  });
}
