import { gather } from '#shared/lib/drawing.ts';
import { type GroundSheet, sheetSizes } from './ground-sheets.ts';
import { type MapPoint, placePoints } from './project-map.ts';

/** A map with marks at positions in percent. Places whose marks would touch share one. */
export type CatalogueSheet<Place> = { ground: GroundSheet; total: number; marks: { left: number; top: number; places: Place[] }[] };

/** More places than these are counted in fewer marks, which have room for larger numbers. */
const crowd = 100;

/** The gaps are in units of the sheets: a finger's width on a phone. */
const sheets = {
  uk: { ground: { size: 'tall', bounds: 'uk' }, gap: 24 },
  world: { ground: { size: 'wide', bounds: 'world' }, gap: 48 },
} as const;

/**
 * Draws both maps of a catalogue, from north to south: the places of the British Isles on theirs, all others on that of the world. What
 * is on neither is left out of both totals.
 */
export function drawCatalogueMaps<Place extends MapPoint>(places: readonly Place[]) {
  const sorted = places.toSorted((a, b) => b.latitude - a.latitude || (a.id < b.id ? -1 : 1));
  const uk = drawSheet(sheets.uk, sorted);
  return { uk: uk.sheet, world: drawSheet(sheets.world, uk.outside).sheet };
}

function drawSheet<Place extends MapPoint>({ ground, gap }: { ground: GroundSheet; gap: number }, places: readonly Place[]) {
  const { width, height } = sheetSizes[ground.size];
  const { points, outside } = placePoints({ width, height, bounds: ground.bounds }, places);
  const marks = gather(points, (point) => [point], points.length > crowd ? 2 * gap : gap).map(({ x, y, items }) => ({
    ...{ left: (100 * x) / width, top: (100 * y) / height },
    places: items.map(({ place }) => place),
  }));
  return { sheet: { ground, total: points.length, marks } satisfies CatalogueSheet<Place>, outside };
}
