import { expect, it } from 'vitest';
import { drawCatalogueMaps } from '#shared/art/map/catalogue-maps.ts';
import { type GroundSheet, groundAddress, readGround, regionAround, sheetSizes } from '#shared/art/map/ground-sheets.ts';
import { type MapPoint, placePoints } from '#shared/art/map/project-map.ts';

const place = (id: string, latitude: number, longitude: number): MapPoint => ({ id, latitude, longitude });
const london = place('london', 51.51, -0.13);
const edinburgh = place('edinburgh', 55.95, -3.19);
const cardiff = place('cardiff', 51.48, -3.18);
const belfast = place('belfast', 54.6, -5.93);
const lerwick = place('lerwick', 60.15, -1.14);
const nairobi = place('nairobi', -1.29, 36.82);
const lima = place('lima', -12.05, -77.04);
const auckland = place('auckland', -36.85, 174.76);

const map = placePoints({ width: 520, height: 720, bounds: 'uk' }, [london, edinburgh, cardiff, belfast, lerwick, nairobi]);
const {
  london: lon,
  edinburgh: edi,
  cardiff: car,
  belfast: bel,
  lerwick: ler,
} = Object.fromEntries(map.points.map((point) => [point.place.id, point]));

it('the map of the British Isles has north at the top and east to the right, and lists what lies outside', () => {
  expect(map.outside.map(({ id }) => id)).toEqual(['nairobi']);
  const ys = [ler, edi, bel, lon].map((point) => point?.y ?? Number.NaN);
  expect(ys).toEqual(ys.toSorted((a, b) => a - b));
  const xs = [bel, car, lon].map((point) => point?.x ?? Number.NaN);
  expect(xs).toEqual(xs.toSorted((a, b) => a - b));
});

const places = [lima, auckland, place('longyearbyen', 78.2, 15.6), place('suva', -18.1, 178.4)];
it.each(places)('the region around a place shows $id, and has a valid base map address', (point) => {
  const bounds = regionAround(point);
  expect(placePoints({ ...sheetSizes.band, bounds }, [point]).outside).toEqual([]);
  const address = groundAddress('night', { size: 'band', bounds });
  expect(groundAt(address)?.sheet.bounds).toEqual(bounds);
  expect(groundAt(groundAddress('night', { size: 'band', bounds: { ...bounds, west: bounds.west - 1 } }))).toBeUndefined();
});

it('the catalogue has a map of British places and one of all others, from north to south, where places that overlap share a mark', () => {
  const watford = place('watford', 51.66, -0.4);
  const { uk, world } = drawCatalogueMaps([lima, london, nairobi, watford, edinburgh]);
  expect(uk.groups.map(({ places }) => places.map(({ id }) => id))).toEqual([['edinburgh'], ['watford', 'london']]);
  // In their middle.
  const tops = [watford, london].map((one) => drawCatalogueMaps([one]).uk.groups[0]?.top ?? 0);
  expect(2 * (uk.groups[1]?.top ?? 0)).toBeCloseTo((tops[0] ?? 0) + (tops[1] ?? 0));
  expect(world.places.map(({ id }) => id)).toEqual(['nairobi', 'lima']);
});

it('places that are on each other on a phone alone share a mark there alone', () => {
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
])('a map shows no more than it must: %s', (_what, places, width) => {
  const { ground } = drawCatalogueMaps(places).world;
  const { bounds } = ground;
  expect(typeof bounds === 'string' ? undefined : bounds.east - bounds.west).toBe(width);
  expect(placePoints({ ...sheetSizes.wide, bounds }, places).outside).toEqual([]);
  expect(groundAt(groundAddress('sheet', ground))).toEqual({ theme: 'sheet', sheet: ground });
});

const region: GroundSheet = { size: 'band', bounds: regionAround(london) };
const sheets: GroundSheet[] = [{ size: 'tall', bounds: 'uk' }, { size: 'band', bounds: 'uk' }, { size: 'band', bounds: 'world' }, region];

it.each([
  ['dusk', 'tall', 'uk'],
  ['night', 'toString', 'uk'],
  ['night', 'band', '-999_40_-955_60'],
  ['night', 'band', '-22_40_22_60_'],
])('the address of a base map is invalid for %s, %s, %s', (theme, size, bounds) => {
  expect(readGround({ theme, size, bounds })).toBeUndefined();
});

// Marks come with the page, their base map from caches. When a figure here changes, raise the edition.
const expected = [
  [274.6, 411.1],
  [687.8, 427.2],
  [571.6, 110.6],
  [569.9, 223.8],
] as const;

it.each(sheets.map((sheet, index) => ({ sheet, at: expected[index] ?? [0, 0] })))(
  'the address of a base map is parsed back to the same sheet, and in the edition 1 it has London at $at',
  ({ sheet, at: [x, y] }) => {
    expect(groundAt(groundAddress('night', sheet))).toEqual({ theme: 'night', sheet });
    expect(groundAddress('night', sheet)).toContain('/ground-1/');
    const [spot] = placePoints({ ...sheetSizes[sheet.size], bounds: sheet.bounds }, [london]).points;
    expect(spot?.x).toBeCloseTo(x, 0);
    expect(spot?.y).toBeCloseTo(y, 0);
  },
);

function groundAt(address: string) {
  const [theme = '', size = '', bounds = ''] = address.replace('.svg', '').split('/').slice(-3);
  return readGround({ theme, size, bounds });
}
