import { steepness } from '#src/art/landscape/field.ts';
import type { Point } from '#src/art/landscape/geometry.ts';
import { palette } from '#src/art/landscape/palette.ts';
import { dots, glyph, stamps } from '#src/art/landscape/paths.ts';
import { between } from '#src/art/landscape/random.ts';
import { type Sheet, scatter, steps } from '#src/art/landscape/sheet.ts';
import { contourLines, gridCrosses, ground, tones } from '#src/art/landscape/survey.ts';
import { coatedDiscs, element, stroke } from '#src/art/landscape/svg.ts';

/** Draws rows of panels on level ground, leaving out steep ground and tracks. */
export function drawSolar(sheet: Sheet): string {
  const land = sheet.field({ scale: 760 });
  const slopes = scatter(sheet, 120)
    .map(([x, y]) => steepness(land, x, y))
    .sort((a, b) => a - b);
  const steep = slopes[Math.floor(slopes.length * 0.66)] ?? 0;
  const [low, high] = [land.level(0.06), land.level(0.87)];
  const shares = steps(0.1, 0.95, 7);

  const tilt = between(sheet.random, -0.13, 0.13);
  const panels: Point[] = [];
  for (let row = 0; row * 42 < sheet.height + 260; row++) {
    for (let column = 0; column * 64 < sheet.width + 64; column++) {
      if (row % 8 === 7 || column % 9 === 8) continue;
      const x = column * 64 - 30;
      const y = row * 42 - 120 + tilt * x;
      const height = land.at(x + 30, y + 12);
      if (steepness(land, x + 30, y + 12) < steep && height > low && height < high) panels.push([x, y]);
    }
  }
  const rise = Math.round(tilt * 55);
  const panel = glyph([[0, 0, 55, rise, 62, 25 + rise, 7, 25]], { closed: true });
  const seams = glyph([
    [2, 8, 57, 8 + rise],
    [60, 17 + rise, 5, 17],
  ]);
  const place = (shape: typeof panel) => stamps(panels.map((point) => ({ point, shape })));
  const hedge = scatter(sheet, 30).filter(([x, y]) => land.at(x, y) > land.level(0.9) && sheet.random() < 0.55);

  return [
    ground(sheet, '#F4E9CD'),
    tones(
      land,
      shares.map(land.level),
      shares.map((_, i) => (i % 2 ? '#F0DFB6' : '#F2E4C2')),
    ),
    contourLines(land, steps(0.05, 0.98, 14).map(land.level), { colour: '#B98A35', opacity: 0.5 }),
    gridCrosses(sheet, palette.clay),
    element('defs', {}, element('path', { id: 'p', d: place(panel) })),
    element('use', { href: '#p', x: 6, y: 9, fill: '#8A6B2C', 'fill-opacity': 0.4 }),
    element('use', { href: '#p', fill: palette.canopyDeep }),
    stroke(place(seams), '#6E9A93', 1.4, { 'stroke-opacity': 0.75 }),
    coatedDiscs('h', dots(hedge), [
      { colour: '#8A6B2C', diameter: 17, dx: 4, dy: 5, opacity: 0.4 },
      { colour: palette.moss, diameter: 17 },
      { colour: palette.canopy, diameter: 5, dx: 1, dy: 1, opacity: 0.5 },
    ]),
  ].join('');
}
