import { expect, it } from 'vitest';
import { drawCatalogueMaps } from '#shared/art/map/catalogue-maps.ts';
import { groundAddress, mapSizes, readGround } from '#shared/art/map/map-grounds.ts';
import { placePoints } from '#shared/art/map/project-map.ts';

const place = (id: string, latitude: number, longitude: number) => ({ id, latitude, longitude });
const london = place('london', 51.51, -0.13);
const edinburgh = place('edinburgh', 55.95, -3.19);
const cardiff = place('cardiff', 51.48, -3.18);
const belfast = place('belfast', 54.6, -5.93);
const lerwick = place('lerwick', 60.15, -1.14);
const nairobi = place('nairobi', -1.29, 36.82);
const lima = place('lima', -12.05, -77.04);
const auckland = place('auckland', -36.85, 174.76);

it('the map of the British Isles has north at the top and east to the right, and lists what lies outside', () => {
  const { points, outside } = placePoints({ ...mapSizes.tall, bounds: 'uk' }, [london, edinburgh, cardiff, belfast, lerwick, nairobi]);
  expect(outside.map(({ id }) => id)).toEqual(['nairobi']);
  const idsBy = (side: 'x' | 'y') => points.toSorted((one, other) => one[side] - other[side]).map(({ place: { id } }) => id);
  expect(idsBy('y')).toEqual(['lerwick', 'edinburgh', 'belfast', 'london', 'cardiff']);
  expect(idsBy('x')).toEqual(['belfast', 'edinburgh', 'cardiff', 'lerwick', 'london']);
});

it('the catalogue has a map of British places and one of all others, from north to south, where places that overlap share a mark', () => {
  const watford = place('watford', 51.66, -0.4);
  const { uk, world } = drawCatalogueMaps([lima, london, nairobi, watford, edinburgh]);
  expect(uk.groups.map(({ places }) => places.map(({ id }) => id))).toEqual([['edinburgh'], ['watford', 'london']]);
  // The shared mark is in their middle.
  const tops = [watford, london].map((one) => drawCatalogueMaps([one]).uk.groups[0]?.top ?? 0);
  expect(2 * (uk.groups[1]?.top ?? 0)).toBeCloseTo((tops[0] ?? 0) + (tops[1] ?? 0));
  expect(world.places.map(({ id }) => id)).toEqual(['nairobi', 'lima']);
});

it('places that overlap only on a phone share a mark only there', () => {
  // On a map of the whole world.
  const { world } = drawCatalogueMaps([auckland, lima, nairobi, place('mogadishu', 2.05, 48), place('maputo', -25.9, 32.6)]);
  expect(world.ground.bounds).toBe('world');
  const shown = world.groups.map(({ marks }) => marks.map(({ places }) => places.map(({ id }) => id).join('+')));
  expect(shown).toEqual([['mogadishu', 'nairobi'], ['lima'], ['maputo'], ['auckland']]);
});

it.each([
  ['a country', [nairobi], 44],
  ['a continent', [nairobi, place('maputo', -25.9, 32.6)], 88],
  ['a hemisphere', [lima, nairobi], 132],
  ['the world', [lima, auckland], undefined],
  ['the world, to the 180th meridian', [lima, place('east', 0, 180), place('west', 0, -180)], undefined],
])('a map shows no more than it must: %s', (_what, places, degrees) => {
  const { ground } = drawCatalogueMaps(places).world;
  const { bounds } = ground;
  expect(typeof bounds === 'string' ? undefined : bounds.east - bounds.west).toBe(degrees);
  expect(placePoints({ ...mapSizes.wide, bounds }, places).outside).toEqual([]);
  expect(readGround(groundAddress('sheet', ground))).toEqual({ theme: 'sheet', ground });
});
