import { mix, palette } from '#src/art/landscape/palette.ts';
import { smoothLines, straightLines } from '#src/art/landscape/paths.ts';
import { between } from '#src/art/landscape/random.ts';
import { box, segment } from '#src/art/landscape/shapes.ts';
import { lineHeight, ridge, type Sheet, steps } from '#src/art/landscape/sheet.ts';
import { contourLines, ground, hill } from '#src/art/landscape/survey.ts';
import { fill, stroke } from '#src/art/landscape/svg.ts';

/** Draws ledger paper: contours above, and columns below whose heights follow the terrain, one of them in the accent. */
export function drawReporting(sheet: Sheet, accent: string): string {
  const { width, height, random } = sheet;
  const land = sheet.field({ scale: 820, cell: 32, step: 44 });
  const profile = ridge(sheet, { y: height * 0.52, rise: height * 0.15, scale: 900 });
  const foot = Math.round(height * 0.9);
  const [left, pitch, count] = [width * 0.115, width * 0.0335, 25];
  const broad = Math.round(pitch * 0.56);
  const bars = Array.from({ length: count }, (_, i) => {
    const x = Math.round(left + i * pitch);
    return { x, top: Math.round((lineHeight(profile, x + pitch / 2) + 34) / 21) * 21 };
  });
  const highlighted = Math.floor(between(random, count * 0.45, count * 0.85));
  const columns = (keep: (index: number) => boolean) =>
    straightLines(
      bars.filter((_, i) => keep(i)).map(({ x, top }) => box(x, top, broad, foot - top)),
      { closed: true },
    );
  const level = (from: number, to: number, y: number) => segment(from, y, to, y);
  const rules = steps(foot - 23 * 42, foot, 24).filter((y) => y > height * 0.12);
  const hatch = bars.flatMap(({ x, top }) =>
    steps(foot - 14 * 60, foot - 14, 60)
      .filter((y) => y > top + 6)
      .map((y) => level(x, x + broad, y)),
  );
  return [
    ground(sheet, palette.paper),
    contourLines(land, steps(0.05, 0.97, 15).map(land.level), { colour: palette.canopy, opacity: 0.38, width: 2 }),
    hill(profile, height, palette.paper),
    stroke(smoothLines([profile]), palette.canopy, 5),
    stroke(straightLines(rules.map((y) => level(0, width, y))), mix(palette.rule, palette.tide, 0.25), 1.8, { 'stroke-opacity': 0.75 }),
    fill(
      columns((i) => i !== highlighted),
      palette.canopyDeep,
    ),
    fill(
      columns((i) => i === highlighted),
      accent,
    ),
    stroke(straightLines(hatch), palette.paper, 1.6, { 'stroke-opacity': 0.28 }),
    stroke(straightLines([level(0, width, foot), level(0, width, foot + 9)]), palette.ink, 3),
    stroke(
      straightLines([segment(width * 0.085, 0, width * 0.085, height), segment(width * 0.09, 0, width * 0.09, height)]),
      palette.clay,
      2.2,
    ),
  ].join('');
}
