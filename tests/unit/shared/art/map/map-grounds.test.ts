import { expect, it } from 'vitest';
import { groundAddress, type MapGround, mapSizes, readGround, regionAround } from '#shared/art/map/map-grounds.ts';
import { placePoints } from '#shared/art/map/project-map.ts';

const place = (id: string, latitude: number, longitude: number) => ({ id, latitude, longitude });
const london = place('london', 51.51, -0.13);

const places = [
  place('lima', -12.05, -77.04),
  place('auckland', -36.85, 174.76),
  place('longyearbyen', 78.2, 15.6),
  place('suva', -18.1, 178.4),
];
it.each(places)('the region around $id shows it and has a base map; a region one degree beside it has none', (point) => {
  const bounds = regionAround(point);
  expect(placePoints({ ...mapSizes.band, bounds }, [point]).outside).toEqual([]);
  const address = groundAddress('night', { size: 'band', bounds });
  expect(readGround(address)?.ground.bounds).toEqual(bounds);
  expect(readGround(groundAddress('night', { size: 'band', bounds: { ...bounds, west: bounds.west - 1 } }))).toBeUndefined();
});

it.each([
  ...['ground-1/dusk/tall/uk', 'ground-1/night/toString/uk', 'ground-2/night/tall/uk', 'ground-1/night/uk'],
  ...['ground-1/night/tall/world', 'ground-1/night/band/world'],
  ...['ground-1/night/band/-999_40_-955_60', 'ground-1/night/band/-22_40_22_60_', 'ground-1/night/band/-22.0_40_22_60'],
])('the address of a base map is invalid: %s', (name) => {
  expect(readGround(`/pictures/${name}.svg`)).toBeUndefined();
});

// Marks come with the page, their base map from caches. When a figure here changes, raise the edition.
it.each<[x: number, y: number, ground: MapGround]>([
  [274.6, 411.1, { size: 'tall', bounds: 'uk' }],
  [687.8, 427.2, { size: 'band', bounds: 'uk' }],
  [339.8, 91.2, { size: 'wide', bounds: 'world' }],
  [569.9, 223.8, { size: 'band', bounds: regionAround(london) }],
])('the address of a base map is parsed back to the same map, and in edition 1 it has London at %d, %d', (x, y, ground) => {
  expect(readGround(groundAddress('night', ground))).toEqual({ theme: 'night', ground });
  expect(groundAddress('night', ground)).toContain('/ground-1/');
  const [spot] = placePoints({ ...mapSizes[ground.size], bounds: ground.bounds }, [london]).points;
  expect(spot?.x).toBeCloseTo(x, 0);
  expect(spot?.y).toBeCloseTo(y, 0);
});
