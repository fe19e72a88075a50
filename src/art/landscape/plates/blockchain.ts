import { at, type Point } from '#src/art/landscape/geometry.ts';
import { mix, palette } from '#src/art/landscape/palette.ts';
import { smoothLines, straightLines } from '#src/art/landscape/paths.ts';
import { between } from '#src/art/landscape/random.ts';
import { box, moved, segment } from '#src/art/landscape/shapes.ts';
import { ridge, type Sheet, steps } from '#src/art/landscape/sheet.ts';
import { contourLines, ground, hill, polygons } from '#src/art/landscape/survey.ts';
import { element, fill, stroke } from '#src/art/landscape/svg.ts';

/** Draws ledger blocks in a chain: ruled entries above, and strata that run through all the blocks below. */
export function drawBlockchain(sheet: Sheet, accent: string): string {
  const { width, height } = sheet;
  const land = sheet.field({ scale: 900, cell: 32, step: 44 });
  const [count, top, tall] = [5, Math.round(height * 0.17), Math.round(height * 0.66)];
  const pitch = Math.round(width / (count + 0.08));
  const wide = Math.round(pitch * 0.78);
  const lefts = Array.from({ length: count }, (_, i) => Math.round((i + 0.15) * pitch));
  const frames = straightLines(
    lefts.map((x) => box(x, top, wide, tall)),
    { closed: true },
  );
  const highlighted = 3;
  const split = top + Math.round(tall * 0.46);
  const strata = steps(0.08, 0.86, 5).map((share) =>
    ridge(sheet, { y: split + (top + tall - split) * share, rise: tall * 0.06, scale: 760, step: 48 }),
  );
  const beds = strata.flatMap((line) => [18, 34].map((down) => moved(line, 0, down)));
  return [
    ground(sheet, palette.paperDeep),
    contourLines(land, steps(0.06, 0.96, 12).map(land.level), { colour: palette.canopy, opacity: 0.26, width: 2 }),
    stroke(
      straightLines(lefts.slice(1).map((x, i) => segment(at(lefts, i) + wide - 30, top + tall * 0.23, x + 30, top + tall * 0.23))),
      palette.ink,
      12,
    ),
    fill(frames, palette.paper),
    element('clipPath', { id: 'b' }, element('path', { d: frames })),
    element(
      'g',
      { 'clip-path': 'url(#b)' },
      ...strata.map((line, i) => hill(line, height, at(tints, i))),
      stroke(smoothLines(beds), palette.paper, 1.8, { 'stroke-opacity': 0.45, 'stroke-dasharray': '46 9' }),
    ),
    polygons([box(at(lefts, highlighted), top, wide, 64)], accent),
    polygons(
      lefts.filter((_, i) => i !== highlighted).map((x) => box(x, top, wide, 64)),
      palette.canopyDeep,
    ),
    stroke(entries(sheet, lefts, wide, top + 64, split), palette.ink, 9, { 'stroke-opacity': 0.78 }),
    stroke(
      straightLines(lefts.flatMap((x) => steps(0, 4, 5).map((i) => segment(x, top + 112 + i * 48, x + wide, top + 112 + i * 48)))),
      palette.rule,
      2,
    ),
    stroke(straightLines(lefts.map((x) => segment(x + wide * 0.66, top + 64, x + wide * 0.66, split))), palette.clay, 2),
    stroke(frames, palette.ink, 4.5),
    stroke(straightLines([box(at(lefts, highlighted), top, wide, tall)], { closed: true }), accent, 9),
    links(lefts, wide, top + Math.round(tall * 0.72), accent),
  ].join('');
}

const tints = [mix(palette.moss, palette.paper, 0.35), '#B99C6B', '#8C6B47', '#5A4836', '#2C2A25'];

/** Lines of writing, as strokes of uneven length, with a column of figures on the right. */
function entries(sheet: Sheet, lefts: readonly number[], wide: number, top: number, split: number): string {
  const lines = lefts.flatMap((x) =>
    steps(0, 4, 5)
      .map((i) => top + 26 + i * 48)
      .filter((y) => y < split - 12)
      .flatMap((y): Point[][] => [
        segment(x + 24, y, x + wide * between(sheet.random, 0.3, 0.58), y),
        segment(x + wide * between(sheet.random, 0.74, 0.84), y, x + wide - 22, y),
      ]),
  );
  return straightLines(lines);
}

function links(lefts: readonly number[], wide: number, y: number, accent: string): string {
  return lefts
    .slice(1)
    .map((x, i) => {
      const from = at(lefts, i) + wide;
      const link = { x: from - 34, y: y - 22, width: x - from + 68, height: 44, rx: 22, fill: 'none' };
      const isNew = i + 1 === 3;
      return (
        element('rect', { ...link, stroke: palette.paper, 'stroke-width': 20 }) +
        element('rect', { ...link, stroke: isNew ? accent : palette.ink, 'stroke-width': 9 })
      );
    })
    .join('');
}
