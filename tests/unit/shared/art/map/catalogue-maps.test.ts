import { expect, it } from 'vitest';
import { drawCatalogueMaps, type MapPlace } from '#shared/art/map/catalogue-maps.ts';

const place = (slug: string, latitude: number, longitude: number): MapPlace => ({
  ...{ slug, title: slug, location: 'Somewhere', standard: 'VCS', latitude, longitude },
});
const north = place('north', 57.3, -4.2);
const south = place('south', 51.1, -3.5);
const kenya = place('kenya', 2.3, 37.9);
const chile = place('chile', -33, -70);

it("the catalogue's maps number the British places from north to south, then the others, each on one map; the world map has one mark for the British ones", () => {
  const { places, uk, world, cluster } = drawCatalogueMaps([chile, south, kenya, north]);
  expect(places.map(({ number, slug, isBritish }) => [number, slug, isBritish])).toEqual([
    [1, 'north', true],
    [2, 'south', true],
    [3, 'kenya', false],
    [4, 'chile', false],
  ]);
  expect(uk.marks.map((mark) => mark.place.slug)).toEqual(['north', 'south']);
  expect(world.marks.map((mark) => mark.place.slug)).toEqual(['kenya', 'chile']);
  expect(cluster).toMatchObject({ first: 1, last: 2 });
});
