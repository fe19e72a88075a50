import { concat } from './bytes.ts';

/** Hashes, or entries, of a full tile. https://c2sp.org/tlog-tiles */
export const tileWidth = 256;

/** A tile as its address names it: `level` of hashes, or the entries; `width` less than 256 for a partial one. */
export type Tile = { level: number | 'entries'; index: number; width: number };

/** The part of an address below `/tile/`: `0/x001/234` or `entries/x001/234.p/17`. Undefined for anything else. */
export function readTilePath(path: string): Tile | undefined {
  const [, levelText, indexText, widthText] = /^(entries|\d{1,2})\/((?:x\d{3}\/){0,4}\d{3})(?:\.p\/([1-9]\d{0,2}))?$/.exec(path) ?? [];
  if (levelText === undefined || indexText === undefined) return undefined;
  const level = levelText === 'entries' ? levelText : Number(levelText);
  const index = Number(indexText.replace(/[x/]/g, ''));
  const width = widthText === undefined ? tileWidth : Number(widthText);
  const isCanonical = tilePath({ level, index, width }) === path;
  return isCanonical && width <= tileWidth && (level === 'entries' || level < 64) ? { level, index, width } : undefined;
}

/** The address of a tile below `/tile/`. */
export function tilePath({ level, index, width }: Tile): string {
  const groups =
    String(index)
      .padStart(Math.ceil(String(index).length / 3) * 3, '0')
      .match(/.{3}/g) ?? [];
  const written = groups.map((group, at) => (at < groups.length - 1 ? `x${group}` : group)).join('/');
  return `${level}/${written}${width < tileWidth ? `.p/${width}` : ''}`;
}

/** Entries one after the other, each after its length in two bytes. */
export function writeEntries(entries: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  return concat(...entries.flatMap((entry) => [Uint8Array.of(entry.length >> 8, entry.length & 255), entry]));
}

/** The entries of such a tile; undefined when its lengths do not come out. */
export function readEntries(bytes: Uint8Array): Uint8Array[] | undefined {
  const entries: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; ) {
    const length = (bytes[at] ?? 0) * 256 + (bytes[at + 1] ?? 0);
    if (at + 2 + length > bytes.length) return undefined;
    entries.push(bytes.subarray(at + 2, at + 2 + length));
    at += 2 + length;
  }
  return entries;
}
