import { areEqual, concat } from './bytes.ts';
import { type Checkpoint, type VerifierKey, verifyCheckpoint } from './note.ts';
import { readEntries, type Tile, tilePath, tileWidth } from './tiles.ts';
import { type Hash, isConsistent, leafHash, type NodeId, nodeHash, proveConsistency, type ReadNodes, rootOf } from './tree.ts';

/** Fetches a path relative to the log, such as `checkpoint` or `tile/0/000.p/5`. @throws if it cannot be fetched. */
export type Fetch = (path: string) => Promise<Uint8Array<ArrayBuffer>>;

/** The log contradicts what it has signed. */
export class LogIntegrityError extends Error {}

/** Fetches the log's newest checkpoint. @throws LogIntegrityError if it is not signed by one of the keys. */
export async function fetchCheckpoint(
  fetch: Fetch,
  keys: readonly VerifierKey[],
): Promise<{ note: string; checkpoint: Checkpoint; key: VerifierKey }> {
  // Bytes that are not UTF-8 become U+FFFD, and then no signature verifies.
  const note = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await fetch('checkpoint'));
  const verified = await verifyCheckpoint(note, keys);
  if (!verified) throw new LogIntegrityError('The checkpoint is not signed by this key');
  return { note, ...verified };
}

/** Proves from the log's tiles that a checkpoint continues an older one. @throws LogIntegrityError if it does not. */
export async function checkConsistency(fetch: Fetch, old: Checkpoint, current: Checkpoint): Promise<void> {
  if (old.origin !== current.origin) throw new LogIntegrityError(`The older checkpoint belongs to another log, ${old.origin}`);
  if (old.size > current.size) throw new LogIntegrityError(`The log had ${old.size} entries, and has ${current.size} now`);
  const readNodes = nodesFromTiles(fetch, current.size);
  if (!areEqual(await rootOf(current.size, readNodes), current.root)) throw new LogIntegrityError('The tiles do not match the checkpoint');
  const proof = await proveConsistency(old.size, current.size, readNodes);
  const holds = await isConsistent({ oldSize: old.size, oldRoot: old.root, size: current.size, root: current.root, proof });
  if (!holds)
    throw new LogIntegrityError(`The log does not continue the checkpoint over ${old.size} entries: earlier entries have been changed`);
}

/**
 * Fetches every entry of a log, and checks the entries against a checkpoint and every hash tile against the entries.
 * @throws LogIntegrityError naming what does not match.
 */
export async function fetchEntries(
  fetch: Fetch,
  { size, root }: Checkpoint,
  onEntry: (index: number, entry: Uint8Array) => Promise<void> | void,
): Promise<void> {
  const leaves: Hash[] = [];
  for (let index = 0; index * tileWidth < size; index += 1) {
    const width = Math.min(tileWidth, size - index * tileWidth);
    const path = tilePath({ level: 'entries', index, width });
    const entries = readEntries(await fetch(`tile/${path}`));
    if (entries?.length !== width) throw new LogIntegrityError(`The tile ${path} does not hold ${width} entries`);
    const hashes = await Promise.all(entries.map(leafHash));
    await compareTile(fetch, { level: 0, index, width }, hashes);
    for (const [offset, entry] of entries.entries()) await onEntry(index * tileWidth + offset, entry);
    leaves.push(...hashes);
  }
  if (size > 0 && !areEqual(await rootOf(size, await compareUpperTiles(fetch, leaves)), root))
    throw new LogIntegrityError('The entries are not those that were signed');
}

/** Computes the tree from its leaves, compares the tiles above the leaves with it, and returns a reader of its nodes. */
async function compareUpperTiles(fetch: Fetch, leaves: Hash[]): Promise<ReadNodes> {
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
  if (!areEqual(await fetch(`tile/${path}`), concat(...hashes))) throw new LogIntegrityError(`The tile ${path} does not match the entries`);
}

/** Returns a reader of subtree hashes that fetches a log's tiles. `size`: the log's number of entries. */
function nodesFromTiles(fetch: Fetch, size: number): ReadNodes {
  const tiles = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();
  const leaf = async (level: number, index: number): Promise<Hash> => {
    const tile = Math.floor(index / tileWidth);
    const width = Math.min(tileWidth, Math.floor(size / 2 ** (level * 8)) - tile * tileWidth);
    const path = `tile/${tilePath({ level, index: tile, width })}`;
    const bytes = await (tiles.get(path) ?? tiles.set(path, fetch(path)).get(path));
    const offset = (index % tileWidth) * 32;
    const hash = bytes?.slice(offset, offset + 32);
    if (hash?.length !== 32) throw new LogIntegrityError(`The tile ${path} is too short`);
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
