import { distance, type Point } from '#src/art/landscape/geometry.ts';
import { palette } from '#src/art/landscape/palette.ts';
import { smoothRings, straightLines } from '#src/art/landscape/paths.ts';
import { between } from '#src/art/landscape/random.ts';
import { polar } from '#src/art/landscape/shapes.ts';
import { type Sheet, steps } from '#src/art/landscape/sheet.ts';
import { contourLines, gridCrosses, ground } from '#src/art/landscape/survey.ts';
import { element, fill, stroke } from '#src/art/landscape/svg.ts';

/** Draws target rings with a compass scale over a contour map, and a bearing line to their centre. */
export function drawStrategy(sheet: Sheet, accent: string): string {
  const { width, height, random } = sheet;
  const target: Point = [width * between(random, 0.6, 0.7), height * between(random, 0.42, 0.52)];
  const stand: Point = [width * between(random, 0.1, 0.18), height * between(random, 0.76, 0.86)];
  const land = sheet.field({
    scale: 880,
    cell: 32,
    step: 44,
    shape: (noise, x, y) => noise + 0.9 * Math.exp(-(distance([x, y], target) ** 2) / 420 ** 2),
  });
  const radii = steps(height * 0.07, height * 0.42, 5);
  const rim = radii.at(-1) ?? 0;
  const bearing = Math.atan2(stand[1] - target[1], stand[0] - target[0]);
  const ticks = (every: number, length: number) =>
    straightLines(
      steps(0, 360 - every, 360 / every).map((degrees) => {
        const angle = (degrees * Math.PI) / 180;
        return [polar(target, rim, angle), polar(target, rim + length, angle)];
      }),
    );
  const ring = (r: number, more: Record<string, string | number>) =>
    element('circle', {
      cx: Math.round(target[0]),
      cy: Math.round(target[1]),
      r: Math.round(r),
      fill: 'none',
      stroke: palette.ink,
      'stroke-width': 3,
      ...more,
    });
  const spot = ([x, y]: Point, r: number, colour: string) => element('circle', { cx: Math.round(x), cy: Math.round(y), r, fill: colour });
  return [
    ground(sheet, palette.paperDeep),
    fill(smoothRings(land.rings(land.level(0.72))), '#E2DFC8'),
    contourLines(land, steps(0.05, 0.985, 16).map(land.level), { colour: palette.canopy, opacity: 0.42, width: 2 }),
    gridCrosses(sheet, palette.ink, 210, 0.45),
    ring(rim, { fill: palette.paper, 'fill-opacity': 0.55 }),
    ...radii.slice(0, 4).map((r, i) => ring(r, { 'stroke-opacity': 0.85, ...(i % 2 ? {} : { 'stroke-dasharray': '14 10' }) })),
    stroke(ticks(5, 16), palette.ink, 2.4),
    stroke(ticks(30, 38), palette.ink, 4),
    stroke(
      straightLines([
        [polar(target, rim + 70, 0), polar(target, rim + 70, Math.PI)],
        [polar(target, rim + 70, Math.PI / 2), polar(target, rim + 70, -Math.PI / 2)],
      ]),
      palette.ink,
      1.8,
      { 'stroke-opacity': 0.6 },
    ),
    stroke(straightLines([[stand, target]]), accent, 7),
    stroke(
      straightLines(
        steps(0.1, 0.9, 9).map((share) => {
          const along: Point = [stand[0] + (target[0] - stand[0]) * share, stand[1] + (target[1] - stand[1]) * share];
          return [polar(along, 16, bearing + Math.PI / 2), polar(along, 16, bearing - Math.PI / 2)];
        }),
      ),
      accent,
      3.4,
    ),
    spot(target, 46, palette.paper),
    spot(target, 34, accent),
    spot(target, 9, palette.paper),
    spot(stand, 34, palette.paper),
    spot(stand, 24, palette.ink),
    spot(stand, 9, palette.paper),
  ].join('');
}
