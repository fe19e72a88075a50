import { at, type Point, walk } from '#src/art/landscape/geometry.ts';
import { mix, palette } from '#src/art/landscape/palette.ts';
import { dots } from '#src/art/landscape/paths.ts';
import { pick } from '#src/art/landscape/random.ts';
import { isOnSheet, type Sheet, scatter, steps } from '#src/art/landscape/sheet.ts';
import { gridCrosses, ground, tones } from '#src/art/landscape/survey.ts';
import { coatedDiscs, discs } from '#src/art/landscape/svg.ts';

/** Draws tree crowns on high ground, and blocks of saplings in rows on the slopes below. */
export function drawWoodland(sheet: Sheet): string {
  const land = sheet.field({ scale: 620 });
  const stands = sheet.field({ scale: 210, cell: 40 });
  const blocks = sheet.field({ scale: 420, cell: 40, octaves: 1 });
  const [low, high] = pick(sheet.random, tints);
  const shares = steps(0.07, 0.94, 11);
  const colours = shares.map((_, i) => mix(low, high, i / 10));

  const wood = land.level(0.58);
  const top = land.level(0.88);
  const crowns: Point[][] = [[], [], []];
  for (const [x, y] of scatter(sheet, 24, 0.45)) {
    const chance = (land.at(x, y) - wood) / (top - wood) + stands.at(x, y) * 0.4;
    if (sheet.random() > chance * 1.1) continue;
    at(crowns, sheet.random() < 0.2 ? 2 : sheet.random() < 0.45 ? 1 : 0).push([x, y]);
  }
  const planted = blocks.level(0.64);
  const saplings = steps(0.2, 0.55, 8)
    .flatMap((share) => land.rings(land.level(share)))
    .flatMap((ring) => walk(ring, 22).map(({ point }) => point))
    .filter((point) => blocks.at(...point) > planted && isOnSheet(sheet, point));

  return [
    ground(sheet, mix(low, palette.paper, 0.35)),
    tones(land, shares.map(land.level), colours, { colour: palette.canopy, width: 1.5, opacity: 0.42 }),
    gridCrosses(sheet, palette.canopyDeep),
    discs(dots(saplings), palette.canopy, 7),
    ...crowns.map((points, i) => crownCoats(`c${i}`, points, 10 + 5 * i)),
    discs(dots(at(crowns, 1).filter((_, i) => i % 7 === 0)), palette.lichen, 12),
  ].join('');
}

/** Colours of open and wooded ground: for greener, drier or cooler hills. */
const tints = [
  ['#D5D6C1', '#6E8C74'],
  ['#DBD9BE', '#7E9469'],
  ['#D4D8C6', '#698B78'],
] as const;

function crownCoats(id: string, points: Point[], diameter: number): string {
  const coats = [
    { colour: palette.ink, diameter: diameter + 1, dx: 3, dy: 4, opacity: 0.26 },
    { colour: diameter > 12 ? palette.canopyDeep : palette.canopy, diameter },
  ];
  const light = { colour: palette.moss, diameter: diameter * 0.55, dx: -2, dy: -2, opacity: 0.28 };
  return coatedDiscs(id, dots(points), diameter > 12 ? [...coats, light] : coats);
}
