import { at, type Point, throughPoints, walk } from '#src/art/landscape/geometry.ts';
import { palette } from '#src/art/landscape/palette.ts';
import { dots, glyph, smoothLines, smoothRings, stamps } from '#src/art/landscape/paths.ts';
import { between } from '#src/art/landscape/random.ts';
import { type Sheet, steps } from '#src/art/landscape/sheet.ts';
import { contourLines, gridCrosses, ground } from '#src/art/landscape/survey.ts';
import { discs, fill, stroke } from '#src/art/landscape/svg.ts';

/** Draws a path across a contour map, with flags at five waypoints. */
export function drawImplementation(sheet: Sheet, accent: string): string {
  const { width, height, random } = sheet;
  const land = sheet.field({ scale: 900, cell: 32, step: 44 });
  const stops = steps(0.1, 0.88, 5).map(
    (share, i): Point => [width * share, height * ([0.76, 0.5, 0.66, 0.34, 0.42][i] ?? 0.5) + between(random, -60, 60)],
  );
  const path = route(sheet, stops);
  const flag = glyph([[0, 0, 0, -118, 62, -96, 0, -72]]);
  const pennant = glyph([[0, -118, 62, -96, 0, -72]], { closed: true });
  const marks = (shape: typeof flag) => stamps(stops.map((point) => ({ point, shape })));
  return [
    ground(sheet, palette.paperDeep),
    fill(smoothRings(land.rings(land.level(0.62))), '#E0DFC6'),
    fill(smoothRings(land.rings(land.level(0.82))), '#D2D6B8'),
    contourLines(land, steps(0.05, 0.97, 15).map(land.level), { colour: palette.canopy, opacity: 0.4, width: 2 }),
    gridCrosses(sheet, palette.ink, 210, 0.45),
    stroke(smoothLines([path]), palette.paperDeep, 20, { 'stroke-linecap': 'round' }),
    discs(dots(walk(path, 26, 13).map(({ point }) => point)), palette.ink, 8),
    discs(dots(stops), palette.paper, 64),
    stroke(dots(stops), palette.ink, 46, { 'stroke-linecap': 'round' }),
    discs(dots(stops), palette.paper, 40),
    discs(dots(stops), palette.ink, 16),
    fill(marks(pennant), accent),
    stroke(marks(flag), palette.ink, 4, { 'stroke-linejoin': 'round', 'stroke-linecap': 'round' }),
  ].join('');
}

/** Returns a winding line from the left edge through the stops. */
function route(sheet: Sheet, stops: readonly Point[]): Point[] {
  const start: Point = [-60, at(stops, 0)[1] + 60];
  const turns = [start, ...stops].flatMap((stop, i, all): Point[] => {
    const next = all[i + 1];
    if (!next) return [stop];
    const sway = between(sheet.random, 50, 105) * (i % 2 ? 1 : -1);
    const onWay = (share: number, side: number): Point => [
      stop[0] + (next[0] - stop[0]) * share,
      stop[1] + (next[1] - stop[1]) * share + side * sway,
    ];
    return [stop, onWay(0.36, 1), onWay(0.7, -0.7)];
  });
  return throughPoints(turns);
}
