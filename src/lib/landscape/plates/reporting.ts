import type { Point } from '../geometry.ts';
import { mix, palette } from '../palette.ts';
import { smoothLines, smoothRings, straightLines } from '../paths.ts';
import { between } from '../random.ts';
import { box } from '../shapes.ts';
import { hillBelow, lineHeight, ridge, type Sheet, steps } from '../sheet.ts';
import { contourLines, ground } from '../survey.ts';
import { fill, stroke } from '../svg.ts';

/** Ledger paper: contours above, and below them columns as tall as the ground at their place, one of them in the accent. */
export function drawReporting(sheet: Sheet, accent: string): string {
  const { width, height, random } = sheet;
  const land = sheet.field({ scale: 820, cell: 32, step: 44 });
  const profile = ridge(sheet, { y: height * 0.52, rise: height * 0.15, scale: 900 });
  const foot = Math.round(height * 0.9);
  const [left, pitch, count] = [width * 0.115, width * 0.0335, 25];
  const bars = Array.from({ length: count }, (_, i) => {
    const x = Math.round(left + i * pitch);
    const top = Math.round((lineHeight(profile, x + pitch / 2) + 34) / 21) * 21;
    return box(x, top, Math.round(pitch * 0.56), foot - top);
  });
  const chosen = Math.floor(between(random, count * 0.45, count * 0.85));
  const rules = steps(0, 23, 24)
    .map((i) => foot - i * 42)
    .filter((y) => y > height * 0.12);
  const across = (y: number): Point[] => [
    [0, y],
    [width, y],
  ];
  const covered = hillBelow(profile, height);
  const hatch = bars.flatMap((bar) => {
    const [[x = 0, top = 0] = [], [right = 0] = []] = bar as [Point, Point];
    return steps(0, 40, 41)
      .map((i) => foot - 14 - i * 14)
      .filter((y) => y > top + 6)
      .map((y): Point[] => [
        [x, y],
        [right, y],
      ]);
  });
  return [
    ground(sheet, palette.paper),
    contourLines(land, steps(0.05, 0.97, 15).map(land.level), { colour: palette.canopy, opacity: 0.38, width: 2 }),
    fill(smoothRings([covered]), palette.paper),
    stroke(smoothLines([profile]), palette.canopy, 5),
    stroke(straightLines(rules.map(across)), mix(palette.rule, palette.tide, 0.25), 1.8, { 'stroke-opacity': 0.75 }),
    fill(
      straightLines(
        bars.filter((_, i) => i !== chosen),
        { closed: true },
      ),
      palette.canopyDeep,
    ),
    fill(straightLines(bars.slice(chosen, chosen + 1), { closed: true }), accent),
    stroke(straightLines(hatch), palette.paper, 1.6, { 'stroke-opacity': 0.28 }),
    stroke(straightLines([across(foot), across(foot + 9)]), palette.ink, 3),
    stroke(
      straightLines([
        [
          [width * 0.085, 0],
          [width * 0.085, height],
        ],
        [
          [width * 0.09, 0],
          [width * 0.09, height],
        ],
      ]),
      palette.clay,
      2.2,
    ),
  ].join('');
}
