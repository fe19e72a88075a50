import { gather } from '#shared/lib/drawing.ts';
import { areaAround, type MapGround, type MapPoint, mapSizes } from './map-grounds.ts';
import { placePoints } from './project-map.ts';

/** A mark: the places that it stands for, and its position in their middle, in percent of the map. */
export type MapMark<Place extends MapPoint> = CatalogueSheet<Place>['groups'][number]['marks'][number];

/** A map with its marks. Where the map is drawn narrow, each group of marks is drawn as one mark. */
export type CatalogueSheet<Place extends MapPoint> = ReturnType<typeof drawSheet<Place>>['sheet'];

/** The least widths (px) at which each map is drawn narrow and wide: only the world's is ever wide (_components/catalogue-map.tsx). */
const drawnWidths = { tall: { narrow: 280, wide: 280 }, wide: { narrow: 280, wide: 480 } };

/** The least distance (px) between the first places of two marks. It doubles beyond `crowd` places, when most marks have numbers. */
const distance = 12.5;
const crowd = 100;

/**
 * Draws both maps of a catalogue, from north to south: what lies on the map of the British Isles on that (as a part of France does), all
 * others on one of the world or of the part of it that has them all. Places whose marks would lie on each other share one.
 */
export function drawCatalogueMaps<Place extends MapPoint & { id: string }>(places: readonly Place[]) {
  const sorted = places.toSorted((a, b) => b.latitude - a.latitude || (a.id < b.id ? -1 : 1));
  const uk = drawSheet({ size: 'tall', bounds: 'uk' }, sorted);
  return { uk: uk.sheet, world: drawSheet({ size: 'wide', bounds: areaAround(uk.outside) }, uk.outside).sheet };
}

function drawSheet<Place extends MapPoint>(ground: MapGround & { size: 'tall' | 'wide' }, all: readonly Place[]) {
  const { width, height } = mapSizes[ground.size];
  const { points, outside } = placePoints({ width, height, bounds: ground.bounds }, all);
  const { narrow, wide } = drawnWidths[ground.size];
  const gap = ((points.length > crowd ? 2 : 1) * distance * width) / narrow;
  const marks = gather(points, (point) => [point], (gap * narrow) / wide);
  const markOf = (members: typeof points) => ({
    left: (100 * members.reduce((sum, { x }) => sum + x, 0)) / members.length / width,
    top: (100 * members.reduce((sum, { y }) => sum + y, 0)) / members.length / height,
    places: members.map(({ place }) => place),
  });
  const groups = gather(marks, (mark) => [mark], gap).map(({ items }) => ({
    ...markOf(items.flatMap((mark) => mark.items)),
    marks: items.map((mark) => markOf(mark.items)),
  }));
  // All places stand in the order of the marks.
  return { sheet: { ground, places: groups.flatMap((group) => group.places), groups }, outside };
}
