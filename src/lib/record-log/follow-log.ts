import { areEqual, concat } from './bytes.ts';
import { type Checkpoint, type VerifierKey, verifyCheckpoint } from './note.ts';
import { readEntries, type Tile, tilePath, tileWidth } from './tiles.ts';
import { type Hash, isConsistent, leafHash, type NodeId, nodeHash, proveConsistency, type ReadNodes, rootOf } from './tree.ts';

/** Reads an address below the log, such as `checkpoint` or `tile/0/000.p/5`. @throws when it is not answered. */
export type Fetch = (path: string) => Promise<Uint8Array<ArrayBuffer>>;

/** What a log said that it cannot prove. */
export class LogBroken extends Error {}

/** The newest checkpoint of a log, signed by its key. @throws LogBroken when it is not. */
export async function fetchCheckpoint(fetch: Fetch, key: VerifierKey): Promise<{ note: string; checkpoint: Checkpoint }> {
  const note = new TextDecoder().decode(await fetch('checkpoint'));
  const checkpoint = await verifyCheckpoint(note, key);
  if (!checkpoint) throw new LogBroken('The checkpoint is not signed by this key');
  return { note, checkpoint };
}

/** Checks from tiles that a checkpoint continues an older one. @throws LogBroken when it does not. */
export async function checkContinues(fetch: Fetch, old: Checkpoint, now: Checkpoint): Promise<void> {
  if (old.origin !== now.origin) throw new LogBroken(`The older checkpoint belongs to another log, ${old.origin}`);
  if (old.size > now.size) throw new LogBroken(`The log had ${old.size} entries, and has ${now.size} now`);
  const read = nodesFromTiles(fetch, now.size);
  if (!areEqual(await rootOf(now.size, read), now.root)) throw new LogBroken('The tiles do not match the checkpoint');
  const proof = await proveConsistency(old.size, now.size, read);
  const holds = await isConsistent({ oldSize: old.size, oldRoot: old.root, size: now.size, root: now.root, proof });
  if (!holds) throw new LogBroken(`The log does not continue the checkpoint over ${old.size} entries: earlier entries have been changed`);
}

/**
 * Every entry of a log, checked against a checkpoint, and every tile of hashes against the entries.
 * @throws LogBroken that names what is not as it was signed.
 */
export async function fetchEntries(
  fetch: Fetch,
  { size, root }: Checkpoint,
  take: (index: number, entry: Uint8Array) => Promise<void> | void,
): Promise<void> {
  const leaves: Hash[] = [];
  for (let index = 0; index * tileWidth < size; index += 1) {
    const width = Math.min(tileWidth, size - index * tileWidth);
    const path = tilePath({ level: 'entries', index, width });
    const entries = readEntries(await fetch(`tile/${path}`));
    if (entries?.length !== width) throw new LogBroken(`The tile ${path} does not hold ${width} entries`);
    const hashes = await Promise.all(entries.map(leafHash));
    await compareTile(fetch, { level: 0, index, width }, hashes);
    for (const [at, entry] of entries.entries()) await take(index * tileWidth + at, entry);
    leaves.push(...hashes);
  }
  if (size > 0 && !areEqual(await rootOf(size, await upperTiles(fetch, leaves)), root))
    throw new LogBroken('The entries are not those that were signed');
}

/** Compares the tiles above the leaves, and reads subtrees from what the leaves make of them. */
async function upperTiles(fetch: Fetch, leaves: Hash[]): Promise<ReadNodes> {
  const levels = [leaves];
  for (let below = leaves; below.length > 1; below = levels.at(-1) ?? []) {
    const level = levels.length;
    const hashes: Hash[] = [];
    for (let at = 0; at + 1 < below.length; at += 2) hashes.push(await nodeHash(below[at] as Hash, below[at + 1] as Hash));
    levels.push(hashes);
    for (let index = 0; level % 8 === 0 && index * tileWidth < hashes.length; index += 1) {
      const part = hashes.slice(index * tileWidth, (index + 1) * tileWidth);
      await compareTile(fetch, { level: level / 8, index, width: part.length }, part);
    }
  }
  return async (ids) => ids.map(({ level, index }) => levels[level]?.[index] as Hash);
}

async function compareTile(fetch: Fetch, tile: Tile, hashes: readonly Hash[]): Promise<void> {
  const path = tilePath(tile);
  if (!areEqual(await fetch(`tile/${path}`), concat(...hashes))) throw new LogBroken(`The tile ${path} does not match the entries`);
}

/** Hashes of complete subtrees, from the tiles of a log of a size. */
function nodesFromTiles(fetch: Fetch, size: number): ReadNodes {
  const tiles = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();
  const leaf = async (level: number, index: number): Promise<Hash> => {
    const tile = Math.floor(index / tileWidth);
    const width = Math.min(tileWidth, Math.floor(size / 2 ** (level * 8)) - tile * tileWidth);
    const path = `tile/${tilePath({ level, index: tile, width })}`;
    const bytes = await (tiles.get(path) ?? tiles.set(path, fetch(path)).get(path));
    const at = (index % tileWidth) * 32;
    const hash = bytes?.slice(at, at + 32);
    if (hash?.length !== 32) throw new LogBroken(`The tile ${path} is too short`);
    return hash;
  };
  const node = async ({ level, index }: NodeId): Promise<Hash> => {
    if (level % 8 === 0) return leaf(level / 8, index);
    const [left, right] = await Promise.all([
      node({ level: level - 1, index: index * 2 }),
      node({ level: level - 1, index: index * 2 + 1 }),
    ]);
    return nodeHash(left, right);
  };
  return (ids) => Promise.all(ids.map(node));
}
