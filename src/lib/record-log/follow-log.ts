import { areEqual } from './bytes.ts';
import { type Checkpoint, type VerifierKey, verifyCheckpoint } from './note.ts';
import { readEntries, tilePath, tileWidth } from './tiles.ts';
import { type Hash, isConsistent, leafHash, type NodeId, nodeHash, proveConsistency, rootOf } from './tree.ts';

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

/** Every entry of a log, checked against a checkpoint. @throws LogBroken when one is not what was signed. */
export async function fetchEntries(
  fetch: Fetch,
  { size, root }: Checkpoint,
  take: (index: number, entry: Uint8Array) => Promise<void> | void,
): Promise<void> {
  const edge: { level: number; hash: Hash }[] = [];
  for (let index = 0; index * tileWidth < size; index += 1) {
    const width = Math.min(tileWidth, size - index * tileWidth);
    const entries = readEntries(await fetch(`tile/${tilePath({ level: 'entries', index, width })}`));
    if (entries?.length !== width) throw new LogBroken(`The entries from ${index * tileWidth} on are not ${width}`);
    for (const [at, entry] of entries.entries()) {
      let grown = { level: 0, hash: await leafHash(entry) };
      for (let last = edge.at(-1); last?.level === grown.level; last = edge.at(-1)) {
        edge.pop();
        grown = { level: grown.level + 1, hash: await nodeHash(last.hash, grown.hash) };
      }
      edge.push(grown);
      await take(index * tileWidth + at, entry);
    }
  }
  const [last, ...others] = edge.toReversed();
  let whole = last?.hash;
  for (const { hash } of others) whole = whole && (await nodeHash(hash, whole));
  if (size > 0 && !(whole && areEqual(whole, root))) throw new LogBroken('The entries are not those that were signed');
}

/** Hashes of complete subtrees, from the tiles of a log of a size. */
function nodesFromTiles(fetch: Fetch, size: number): (ids: NodeId[]) => Promise<Hash[]> {
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
