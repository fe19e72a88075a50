import { gather } from '#shared/lib/drawing.ts';
import { areaAround, type GroundSheet, sheetSizes } from './ground-sheets.ts';
import { type MapPoint, placePoints } from './project-map.ts';

/** What a mark stands for, at a position in percent: in the middle of its places. */
export type MapMark<Place> = { left: number; top: number; places: Place[] };

/** A map with its marks where it is drawn wide, grouped into those where it is drawn narrow. */
export type CatalogueSheet<Place> = {
  ground: GroundSheet;
  /** All of its places, in the order of the marks. */
  places: Place[];
  groups: (MapMark<Place> & { marks: MapMark<Place>[] })[];
};

/** The least widths in px at which a map is narrow and wide. Only the world's is ever wide: src/pages/_components/catalogue-map.tsx. */
const drawnWidths = { tall: { narrow: 280, wide: 280 }, wide: { narrow: 280, wide: 480 } };

/** The distance between marks, in px: no middle is on another mark. Beyond `crowd` of them, most are numbers, which are larger. */
const distance = 12.5;
const crowd = 100;

/**
 * Draws both maps of a catalogue, from north to south: the places of the British Isles on theirs, all others on one of the world or of the
 * part of it that has them all. Places whose marks would lie on each other share one.
 */
export function drawCatalogueMaps<Place extends MapPoint>(places: readonly Place[]) {
  const sorted = places.toSorted((a, b) => b.latitude - a.latitude || (a.id < b.id ? -1 : 1));
  const uk = drawSheet({ size: 'tall', bounds: 'uk' }, sorted);
  return { uk: uk.sheet, world: drawSheet({ size: 'wide', bounds: areaAround(uk.outside) }, uk.outside).sheet };
}

function drawSheet<Place extends MapPoint>(ground: GroundSheet & { size: 'tall' | 'wide' }, all: readonly Place[]) {
  const { width, height } = sheetSizes[ground.size];
  const { points, outside } = placePoints({ width, height, bounds: ground.bounds }, all);
  const { narrow, wide } = drawnWidths[ground.size];
  const gap = ((points.length > crowd ? 2 : 1) * distance * width) / narrow;
  const marks = gather(points, (point) => [point], (gap * narrow) / wide);
  const markOf = (own: typeof points): MapMark<Place> => ({
    left: (100 * own.reduce((sum, { x }) => sum + x, 0)) / own.length / width,
    top: (100 * own.reduce((sum, { y }) => sum + y, 0)) / own.length / height,
    places: own.map(({ place }) => place),
  });
  const groups = gather(marks, (mark) => [mark], gap).map(({ items }) => ({
    ...markOf(items.flatMap((mark) => mark.items)),
    marks: items.map((mark) => markOf(mark.items)),
  }));
  return { sheet: { ground, places: groups.flatMap((group) => group.places), groups } satisfies CatalogueSheet<Place>, outside };
}
