import { at, type Point } from '#src/art/landscape/geometry.ts';
import { mix, palette } from '#src/art/landscape/palette.ts';
import { smoothLines, smoothRings } from '#src/art/landscape/paths.ts';
import { between, pick } from '#src/art/landscape/random.ts';
import { lineHeight, ridge, type Sheet, steps } from '#src/art/landscape/sheet.ts';
import { ground, hill } from '#src/art/landscape/survey.ts';
import { fill, stroke } from '#src/art/landscape/svg.ts';
import { drawHedge } from './meadow-hedge.ts';
import { drawSward } from './meadow-sward.ts';

/** Draws a meadow seen from its edge: grass and flowers that grow larger towards the viewer, a mown path, and a hedge behind. */
export function drawMeadow(sheet: Sheet): string {
  const { height, random } = sheet;
  const [far, near] = pick(random, tints);
  const horizon = between(random, 0.2, 0.31);
  const crest = ridge(sheet, { y: height * (horizon - 0.11), rise: height * 0.07, scale: 800 });
  const hedge = ridge(sheet, { y: height * horizon, rise: height * 0.025, scale: 900 });
  const swells = steps(horizon + 0.09, 0.84, 5).map((share) => ridge(sheet, { y: height * share, rise: height * 0.03, scale: 700 }));
  const path = mownPath(sheet, hedge);
  const slope = steps(18, 170, 10).map((down) => crest.map(([x, y]): Point => [x, y + down * (1 + (y / height) * 2)]));
  return [
    ground(sheet, '#F0ECDC'),
    hill(crest, height, '#D9DEC6'),
    stroke(smoothLines(slope), palette.moss, 1.5, { 'stroke-opacity': 0.65 }),
    hill(hedge, height, mix(far, palette.paper, 0.3)),
    ...swells.map((line, i) => hill(line, height, mix(far, near, i / 4))),
    fill(path.outline, '#ECE9CA'),
    stroke(path.stripes, '#C4CC9B', 2.4),
    drawHedge(sheet, hedge, path.gate),
    drawSward(sheet, hedge, path.isOn),
  ].join('');
}

/** Far and near ground colours: of a fresh meadow, one almost ready for hay, and one on wet ground. */
const tints = [
  ['#D6DDB0', '#A9BD88'],
  ['#E2DDAE', '#B9BA7C'],
  ['#D0DDB9', '#93B592'],
] as const;

/** Returns a path that winds from the bottom of the sheet to a gap in the hedge, narrowing with distance. */
function mownPath(sheet: Sheet, hedge: readonly Point[]) {
  const { width, height, random } = sheet;
  const gate = width * between(random, 0.25, 0.75);
  const foot = width * between(random, 0.2, 0.8);
  const sway = between(random, 0.08, 0.2) * width * (random() < 0.5 ? 1 : -1);
  const bends = between(random, 0.9, 1.9);
  const top = lineHeight(hedge, gate);
  const middle = (near: number) => gate + (foot - gate) * near ** 1.5 + sway * Math.sin(near * Math.PI * bends) * near ** 0.7;
  const half = (near: number) => 8 + 105 * near ** 1.6;
  const edge = (side: number) => steps(0, 1.16, 15).map((near): Point => [middle(near) + side * half(near), top + (height - top) * near]);
  const isOn = (x: number, y: number) => {
    const near = Math.max(0, (y - top) / (height - top));
    return Math.abs(x - middle(near)) < half(near);
  };
  const outline = [...edge(-1), ...edge(1).reverse()];
  return { gate, isOn, outline: smoothRings([[at(outline, 0), ...outline]]), stripes: smoothLines([-0.6, -0.2, 0.2, 0.6].map(edge)) };
}
