import { concat } from './bytes.ts';

/** How many hashes or entries a full tile holds. https://c2sp.org/tlog-tiles */
export const tileWidth = 256;

/** A tile of hashes (by its level in the tree) or of entries. A `width` below 256 means a partial tile. */
export type Tile = { level: number | 'entries'; index: number; width: number };

/** Parses a path below `/tile/`, such as `0/x001/234` or `entries/x001/234.p/17`; undefined if it is not canonical. */
export function readTilePath(path: string): Tile | undefined {
  const [, levelText, indexText, widthText] = /^(entries|\d{1,2})\/((?:x\d{3}\/){0,4}\d{3})(?:\.p\/([1-9]\d{0,2}))?$/.exec(path) ?? [];
  if (levelText === undefined || indexText === undefined) return undefined;
  const level = levelText === 'entries' ? levelText : Number(levelText);
  const index = Number(indexText.replace(/[x/]/g, ''));
  const width = widthText === undefined ? tileWidth : Number(widthText);
  const isCanonical = tilePath({ level, index, width }) === path;
  return isCanonical && width <= tileWidth && (level === 'entries' || level < 64) ? { level, index, width } : undefined;
}

/** Returns the path of a tile below `/tile/`. */
export function tilePath({ level, index, width }: Tile): string {
  const groups =
    String(index)
      .padStart(Math.ceil(String(index).length / 3) * 3, '0')
      .match(/.{3}/g) ?? [];
  const number = groups.map((group, position) => (position < groups.length - 1 ? `x${group}` : group)).join('/');
  return `${level}/${number}${width < tileWidth ? `.p/${width}` : ''}`;
}

/** Writes an entries tile: each entry is preceded by its length in two bytes. */
export function writeEntries(entries: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  return concat(...entries.flatMap((entry) => [Uint8Array.of(entry.length >> 8, entry.length & 255), entry]));
}

/** Parses an entries tile; undefined if the lengths do not add up, or there are more entries than a tile has. */
export function readEntries(bytes: Uint8Array): Uint8Array[] | undefined {
  const entries: Uint8Array[] = [];
  for (let offset = 0; offset < bytes.length; ) {
    const length = (bytes[offset] ?? 0) * 256 + (bytes[offset + 1] ?? 0);
    if (offset + 2 + length > bytes.length || entries.length === tileWidth) return undefined;
    entries.push(bytes.subarray(offset + 2, offset + 2 + length));
    offset += 2 + length;
  }
  return entries;
}
