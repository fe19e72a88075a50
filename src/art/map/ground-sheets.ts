import type { Box, MapBounds } from './views.ts';

/** Sizes in viewBox units: of the catalogue's maps, and of a single project's. The tall one is as wide as a phone's column, so there a unit is a pixel. */
export const sheetSizes = {
  tall: { width: 340, height: 520 },
  wide: { width: 680, height: 360 },
  band: { width: 1144, height: 520 },
} as const;

/** What lies under the marks of a map: the same for all that show the same ground. */
export type GroundSheet = { size: keyof typeof sheetSizes; bounds: MapBounds };

/** Light on dark, dark on light, and light on canopy. */
export type GroundLook = 'night' | 'sheet' | 'canopy';

/** To be raised when a projection changes: marks are in the page and their ground is not, and the two must not be from different days. */
const edition = 1;

/** The address of the picture of a ground; `readGround` reads it. */
export function groundAddress(look: GroundLook, { size, bounds }: GroundSheet): string {
  return `/pictures/ground-${edition}/${look}/${size}/${nameOf(bounds)}.svg`;
}

function nameOf(bounds: MapBounds): string {
  return typeof bounds === 'string' ? bounds : [bounds.west, bounds.south, bounds.east, bounds.north].join('_');
}

/** What the end of a ground's address names; undefined where there is no such ground. */
export function readGround(parts: { look: string; size: string; bounds: string }): { look: GroundLook; sheet: GroundSheet } | undefined {
  const { look, size } = parts;
  const bounds = parts.bounds === 'uk' || parts.bounds === 'world' ? parts.bounds : readBox(parts.bounds);
  return isLook(look) && isSize(size) && bounds ? { look, sheet: { size, bounds } } : undefined;
}

function readBox(name: string): Box | undefined {
  if (!/^-?\d{1,3}(?:_-?\d{1,3}){3}$/.test(name)) return undefined;
  const [west = 0, south = 0, east = 0, north = 0] = name.split('_').map(Number);
  const isOnGlobe = west >= -190 && east <= 190 && south >= -60 && north <= 82;
  return isOnGlobe && east - west >= 9 && north > south ? { west, south, east, north } : undefined;
}

function isLook(text: string): text is GroundLook {
  return text === 'night' || text === 'sheet' || text === 'canopy';
}

function isSize(text: string): text is GroundSheet['size'] {
  return Object.hasOwn(sheetSizes, text);
}
