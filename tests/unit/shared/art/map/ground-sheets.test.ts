import { expect, it } from 'vitest';
import { type GroundSheet, groundAddress, readGround, sheetSizes } from '#shared/art/map/ground-sheets.ts';
import { placePoints } from '#shared/art/map/project-map.ts';

const box: GroundSheet = { size: 'wide', bounds: { west: -75, south: -33, east: 105, north: 55 } };
const sheets: GroundSheet[] = [{ size: 'tall', bounds: 'uk' }, { size: 'band', bounds: 'uk' }, { size: 'band', bounds: 'world' }, box];

it.each(sheets)('the address of a base map is parsed back to the same sheet: $size $bounds', (sheet) => {
  expect(read(groundAddress('night', sheet))).toEqual({ theme: 'night', sheet });
});

it.each([
  ['dusk', 'tall', 'uk'],
  ['night', 'toString', 'uk'],
  ['night', 'wide', '10_0_12_5'],
  ['night', 'wide', '-999_0_12_5'],
  ['night', 'wide', '0_50_30_40'],
])('the address of a base map is invalid for %s, %s, %s', (theme, size, bounds) => {
  expect(readGround({ theme, size, bounds })).toBeUndefined();
});

// Marks come with the page, their base map from caches. When a figure here changes, raise the edition.
const expected = [
  [274.6, 411.1],
  [687.8, 427.2],
  [571.6, 110.6],
  [302.8, 46.9],
] as const;

it.each(sheets.map((sheet, index) => ({ sheet, at: expected[index] ?? [0, 0] })))(
  'the edition of the base maps 1 has London at $at',
  ({ sheet, at: [x, y] }) => {
    expect(groundAddress('night', sheet)).toContain('/ground-1/');
    const london = { id: 'london', label: '', latitude: 51.51, longitude: -0.13 };
    const [spot] = placePoints({ ...sheetSizes[sheet.size], bounds: sheet.bounds }, [london], 0).points;
    expect(spot?.x).toBeCloseTo(x, 0);
    expect(spot?.y).toBeCloseTo(y, 0);
  },
);

function read(address: string) {
  const [theme = '', size = '', bounds = ''] = address.replace('.svg', '').split('/').slice(-3);
  return readGround({ theme, size, bounds });
}
