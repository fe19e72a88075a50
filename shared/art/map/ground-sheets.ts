import { type Box, type MapBounds, regionAround } from './views.ts';

/**
 * Map sizes in viewBox units: `tall` and `wide` for the catalogue, `band` for a single project. `tall` is as wide as a phone's
 * column, where a unit is a pixel.
 */
export const sheetSizes = {
  tall: { width: 340, height: 520 },
  wide: { width: 680, height: 360 },
  band: { width: 1144, height: 520 },
} as const;

/** The background of a map. Maps of the same area share it. */
export type GroundSheet = { size: keyof typeof sheetSizes; bounds: MapBounds };

/** Light on dark, dark on light, and light on canopy. */
export type GroundTheme = 'night' | 'sheet' | 'canopy';

/** Increase this when a projection changes: marks are in the page but their background is a separate picture, and the two must match. */
const edition = 1;

/** Returns the address of a background picture, which `readGround` parses. */
export function groundAddress(theme: GroundTheme, { size, bounds }: GroundSheet): string {
  return `/pictures/ground-${edition}/${theme}/${size}/${nameOf(bounds)}.svg`;
}

function nameOf(bounds: MapBounds): string {
  return typeof bounds === 'string' ? bounds : [bounds.west, bounds.south, bounds.east, bounds.north].join('_');
}

/** Parses the last parts of a background's address; undefined if no page shows such a one. A region is some project's, which may not be there. */
export function readGround(parts: { theme: string; size: string; bounds: string }): { theme: GroundTheme; sheet: GroundSheet } | undefined {
  const { theme, size } = parts;
  const isProjects = theme === 'canopy' && size === 'band';
  const bounds = parts.bounds === 'uk' || parts.bounds === 'world' ? parts.bounds : isProjects ? readRegion(parts.bounds) : undefined;
  return isTheme(theme) && isSize(size) && bounds ? { theme, sheet: { size, bounds } } : undefined;
}

function readRegion(name: string): Box | undefined {
  const [west = 0, south = 0, east = 0, north = 0] = name.split('_').map((part) => Number(part) || 0);
  const region = regionAround({ latitude: (south + north) / 2, longitude: (west + east) / 2 });
  return nameOf(region) === name ? region : undefined;
}

function isTheme(text: string): text is GroundTheme {
  return text === 'night' || text === 'sheet' || text === 'canopy';
}

function isSize(text: string): text is GroundSheet['size'] {
  return Object.hasOwn(sheetSizes, text);
}
