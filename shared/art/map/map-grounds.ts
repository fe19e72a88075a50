import { type GeoProjection, geoConicConformal, geoNaturalEarth1 } from 'd3-geo';

/**
 * Map sizes in viewBox units: `tall` and `wide` for the catalogue, `wide` also for a portfolio, `band` for a single project. `tall` is as
 * wide as a phone's column, where a unit is a pixel.
 */
export const mapSizes = {
  tall: { width: 340, height: 520 },
  wide: { width: 680, height: 360 },
  band: { width: 1144, height: 520 },
} as const;

/** The areas that pages show on a map of each size. */
type Areas = { tall: 'uk'; wide: MapBounds; band: Exclude<MapBounds, 'world'> };
/** The background of a map. Maps of the same area share it. */
export type MapGround = { [Size in keyof Areas]: { size: Size; bounds: Areas[Size] } }[keyof Areas];

/** Light on dark, for marks of one colour, and dark on light, for marks of several. */
const themes = ['night', 'sheet'] as const;
export type GroundTheme = (typeof themes)[number];

/** Increase this when a projection changes: marks are in the page but their background is a separate picture, and the two must match. */
const edition = 1;

/** Returns the address of a background picture, which `readGround` parses. */
export function groundAddress(theme: GroundTheme, { size, bounds }: MapGround): string {
  const area = typeof bounds === 'string' ? bounds : [bounds.west, bounds.south, bounds.east, bounds.north].join('_');
  return `/pictures/ground-${edition}/${theme}/${size}/${area}.svg`;
}

/** Parses the address of a background; undefined if no page could show it, as one of another edition or written in another way. */
export function readGround(address: string): { theme: GroundTheme; ground: MapGround } | undefined {
  const [first, second, file = ''] = address.split('/').slice(-3);
  const theme = themes.find((name) => name === first);
  const size = Object.keys(mapSizes).find((name) => name === second) as MapGround['size'] | undefined;
  if (!theme || !size) return undefined;
  const [west = 0, south = 0, east = 0, north = 0] = file.split(/_|\.svg$/).map((part) => Number(part) || 0);
  const middle = { latitude: (south + north) / 2, longitude: (west + east) / 2 };
  const areas: { [Size in keyof Areas]: Areas[Size][] } = {
    tall: ['uk'],
    wide: ['uk', 'world', ...regionsAround(middle)],
    band: ['uk', regionAround(middle)],
  };
  const grounds = areas[size].map((bounds) => ({ size, bounds }) as MapGround);
  const ground = grounds.find((one) => groundAddress(theme, one) === address);
  return ground && { theme, ground };
}

/** The area shown: the world without Antarctica, the British Isles, or a region. */
type MapBounds = 'world' | 'uk' | Box;

/** A place to mark, in degrees, north and east positive (WGS 84). */
export type MapPoint = { latitude: number; longitude: number };

/** Degrees, as of a `MapPoint`. */
export type Box = Record<'west' | 'south' | 'east' | 'north', number>;

/** A view of part of the globe: a fitted projection, the resolution of the land shapes, and degrees between grid lines. */
type View = { projection: GeoProjection; detail: '110m' | '50m'; graticuleStep: number };

/** Width and height in units of the viewBox. */
export type Frame = { width: number; height: number; bounds: MapBounds };

/** Returns the view that fits the frame's bounds into the frame. */
export function createView(frame: Frame): View {
  const { bounds } = frame;
  if (bounds === 'world') return { projection: fitBox(geoNaturalEarth1(), inhabitedWorld, frame, 0), detail: '110m', graticuleStep: 30 };
  if (bounds === 'uk') {
    const projection = geoConicConformal().parallels([51, 59]).rotate([4, 0]);
    return { projection: fitBox(projection, britishIsles, frame, 0.03), detail: '50m', graticuleStep: 2 };
  }
  const projection = geoNaturalEarth1().rotate([-(bounds.east + bounds.west) / 2, 0]);
  return { projection: fitBox(projection, bounds, frame, 0.1), detail: '50m', graticuleStep: bounds.east - bounds.west > 100 ? 30 : 10 };
}

/** From Cape Horn to the north of Greenland. */
const inhabitedWorld: Box = { west: -179.9, east: 179.9, south: -56, north: 82 };
/** Including Ireland, Scilly and Shetland. */
const britishIsles: Box = { west: -10.7, east: 1.9, south: 49.8, north: 60.9 };

/**
 * Returns the region around a place, between 60° S and 80° N: about a country in size or `scale` times as wide, in the shape of a `band`.
 * Its middle is rounded to five degrees, so that neighbouring places share a region: some 1,700 of scale 1, and fewer of the others.
 */
export function regionAround({ latitude, longitude }: MapPoint, scale = 1): Box {
  const within = (value: number, low: number, high: number) => Math.min(high, Math.max(low, Math.round(value / 5) * 5));
  const [x, y] = [within(longitude, -165, 165), within(latitude, 10 * scale - 60, 80 - 10 * scale)];
  return { west: x - 22 * scale, south: y - 10 * scale, east: x + 22 * scale, north: y + 10 * scale };
}

/** The regions that a map of several places may show, the smallest first. */
const regionsAround = (middle: MapPoint) => [1, 2, 3, 4, 5].map((scale) => regionAround(middle, scale));

/** Returns the smallest region that shows all places, or the world. */
export function areaAround(places: readonly MapPoint[]): MapBounds {
  const ends = (values: number[]) => [Math.min(...values), Math.max(...values)] as const;
  const [south, north] = ends(places.map(({ latitude }) => latitude));
  const [west, east] = ends(places.map(({ longitude }) => longitude));
  const showsAll = (area: Box) => area.west <= west && area.east >= east && area.south <= south && area.north >= north;
  return regionsAround({ latitude: (south + north) / 2, longitude: (west + east) / 2 }).find(showsAll) ?? 'world';
}

/** Fits a box's outline, sampled along its curved sides, into the frame. `padding`: a share of the frame's shorter side. */
function fitBox(projection: GeoProjection, box: Box, { width, height }: Frame, padding: number): GeoProjection {
  const shares = Array.from({ length: 13 }, (_, i) => i / 12);
  const lon = (share: number) => box.west + (box.east - box.west) * share;
  const lat = (share: number) => box.south + (box.north - box.south) * share;
  const outline = {
    type: 'MultiPoint' as const,
    coordinates: shares.flatMap((share) => [
      [lon(share), box.south],
      [lon(share), box.north],
      [box.west, lat(share)],
      [box.east, lat(share)],
    ]),
  };
  const pad = Math.min(width, height) * padding;
  return projection.fitExtent(
    [
      [pad, pad],
      [width - pad, height - pad],
    ],
    outline,
  );
}
