import { type Point, walk } from '../geometry.ts';
import { mix, palette } from '../palette.ts';
import { dots } from '../paths.ts';
import { type Sheet, scatter, steps } from '../sheet.ts';
import { gridCrosses, ground, tones } from '../survey.ts';
import { coatedDiscs, discs } from '../svg.ts';

/** Tree crowns where the ground is high, rows of saplings along the slopes below them. */
export function drawWoodland(sheet: Sheet): string {
  const land = sheet.field({ scale: 620 });
  const stands = sheet.field({ scale: 210, cell: 40 });
  const share = steps(0.07, 0.94, 11);
  const colours = share.map((_, i) => mix('#D3D4BF', '#6E8C74', i / 10));

  const wood = land.level(0.6);
  const top = land.level(0.9);
  const crowns: Point[][] = [[], [], []];
  for (const [x, y] of scatter(sheet, 25, 0.45)) {
    const chance = (land.at(x, y) - wood) / (top - wood) + stands.at(x, y) * 0.45;
    if (sheet.random() > chance * 1.1) continue;
    crowns[sheet.random() < 0.2 ? 2 : sheet.random() < 0.45 ? 1 : 0]?.push([x, y]);
  }
  const saplings = steps(0.24, 0.56, 9)
    .flatMap((level) => land.rings(land.level(level)))
    .flatMap((ring) => walk(ring, 21).map(({ point }) => point))
    .filter(([x, y]) => stands.at(x, y) > 0.1 && x > -9 && y > -9 && x < sheet.width + 9 && y < sheet.height + 9);

  return [
    ground(sheet, '#DEDCCA'),
    tones(land, share.map(land.level), colours, { colour: palette.canopy, width: 1.5, opacity: 0.42 }),
    gridCrosses(sheet, palette.canopyDeep),
    discs(dots(saplings), palette.canopy, 7.5),
    ...crowns.map((points, i) => crownCoats(`c${i}`, points, 10 + 5 * i)),
    discs(dots((crowns[1] ?? []).filter((_, i) => i % 7 === 0)), palette.lichen, 11),
  ].join('');
}

function crownCoats(id: string, points: Point[], diameter: number): string {
  return coatedDiscs(id, dots(points), [
    { colour: palette.ink, diameter: diameter + 1, dx: 3, dy: 4, opacity: 0.3 },
    { colour: diameter > 12 ? palette.canopyDeep : palette.canopy, diameter },
    { colour: palette.moss, diameter: diameter * 0.38, dx: -2, dy: -2, opacity: 0.55 },
  ]);
}
