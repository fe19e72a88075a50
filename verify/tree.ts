/** A SHA-256 hash. */
export type Hash = Uint8Array<ArrayBuffer>;
/** A complete subtree: the 2^level leaves starting at leaf index * 2^level. */
export type NodeId = { level: number; index: number };
/** Returns the hashes of complete subtrees, in the order of their ids. */
export type ReadNodes = (ids: NodeId[]) => Promise<Hash[]>;

/** Hashes a leaf: RFC 6962, section 2.1. */
export function leafHash(entry: Uint8Array): Promise<Hash> {
  return sha256(concat(Uint8Array.of(0), entry));
}

/** Hashes two adjacent subtrees: RFC 6962, section 2.1. */
export function nodeHash(left: Hash, right: Hash): Promise<Hash> {
  return sha256(concat(Uint8Array.of(1), left, right));
}

/** Computes the root of a tree of `size` leaves. For an empty tree it is the hash of the empty string. */
export async function rootOf(size: number, read: ReadNodes): Promise<Hash> {
  if (size === 0) return sha256(new Uint8Array());
  return fold(await read(subtreesOf(0, size)));
}

/** A complete subtree with its hash. */
type Subtree = NodeId & { hash: Hash };
/** Names a subtree in a map. */
export const keyOf = ({ level, index }: NodeId): string => `${level}/${index}`;

/**
 * Adds entries to a tree that has `size` of them, whose complete subtrees are in `known`. Returns the subtrees that are complete with them,
 * and all that the root of the tree, and of each state of it since `size`, is made of. `digest` is SHA-256: that of browsers takes ten
 * times longer, because each hash is a task of its own.
 */
export function growTree(
  size: number,
  entries: readonly Uint8Array[],
  known: ReadonlyMap<string, Hash>,
  digest: (bytes: Uint8Array) => Hash,
): { added: Subtree[]; nodes: Map<string, Hash> } {
  const to = size + entries.length;
  const nodes = new Map(subtreesOf(0, size).map((id) => [keyOf(id), known.get(keyOf(id)) as Hash]));
  const added: Subtree[] = [];
  for (let level = 0; 2 ** level <= to; level += 1) {
    for (let index = Math.floor(size / 2 ** level); index < Math.floor(to / 2 ** level); index += 1) {
      const child = (place: number) => nodes.get(keyOf({ level: level - 1, index: place })) as Hash;
      const leaf = entries[index - size] as Uint8Array;
      const parts = level === 0 ? [Uint8Array.of(0), leaf] : [Uint8Array.of(1), child(index * 2), child(index * 2 + 1)];
      const hash = digest(concat(...parts));
      nodes.set(keyOf({ level, index }), hash);
      added.push({ level, index, hash });
    }
  }
  return { added, nodes };
}

/** Computes the inclusion proof of a leaf in a tree of `size` leaves: RFC 6962, section 2.1.1. @throws RangeError if there is no such leaf. */
export async function proveInclusion(index: number, size: number, read: ReadNodes): Promise<Hash[]> {
  if (!(index >= 0 && index < size)) throw new RangeError(`No leaf ${index} in a tree of ${size}`);
  return hashesOf(inclusionPath(index, 0, size), read);
}

/** Computes the proof that a tree of `size` leaves continues one of `oldSize`: RFC 6962, section 2.1.2. @throws RangeError if it is smaller. */
export async function proveConsistency(oldSize: number, size: number, read: ReadNodes): Promise<Hash[]> {
  if (!(oldSize >= 0 && oldSize <= size)) throw new RangeError(`A tree of ${size} does not continue one of ${oldSize}`);
  if (oldSize === 0 || oldSize === size) return [];
  return hashesOf(consistencyPath(oldSize, 0, size, true), read);
}

/** Computes the root from a leaf and its inclusion proof; undefined if the proof does not fit. RFC 9162, section 2.1.3.2. */
export async function rootFromInclusion(leaf: Hash, index: number, size: number, proof: readonly Hash[]): Promise<Hash | undefined> {
  if (!(Number.isSafeInteger(index) && Number.isSafeInteger(size) && index >= 0 && index < size)) return undefined;
  let [at, last] = [index, size - 1];
  let hash = leaf;
  for (const sibling of proof) {
    if (last === 0) return undefined;
    if (at % 2 === 1 || at === last) {
      hash = await nodeHash(sibling, hash);
      while (at % 2 === 0 && at !== 0) [at, last] = [half(at), half(last)];
    } else hash = await nodeHash(hash, sibling);
    [at, last] = [half(at), half(last)];
  }
  return last === 0 ? hash : undefined;
}

/** Splits the leaves from `from` (included) to `to` (excluded) into complete subtrees, from left to right. */
export function subtreesOf(from: number, to: number): NodeId[] {
  const ids: NodeId[] = [];
  for (let at = from; at < to; ) {
    let level = 0;
    while (at % 2 ** (level + 1) === 0 && at + 2 ** (level + 1) <= to) level += 1;
    ids.push({ level, index: at / 2 ** level });
    at += 2 ** level;
  }
  return ids;
}

/** The leaves covered by one hash of a proof: `from` included, `to` excluded. */
type Range = [from: number, to: number];

function inclusionPath(index: number, from: number, to: number): Range[] {
  if (to - from === 1) return [];
  const middle = from + largestPower(to - from);
  return index < middle ? [...inclusionPath(index, from, middle), [middle, to]] : [...inclusionPath(index, middle, to), [from, middle]];
}

function consistencyPath(oldEnd: number, from: number, to: number, isOldRoot: boolean): Range[] {
  if (oldEnd === to) return isOldRoot ? [] : [[from, to]];
  const middle = from + largestPower(to - from);
  return oldEnd <= middle
    ? [...consistencyPath(oldEnd, from, middle, isOldRoot), [middle, to]]
    : [...consistencyPath(oldEnd, middle, to, false), [from, middle]];
}

/** Reads all the hashes that a proof needs in one call. */
async function hashesOf(ranges: Range[], read: ReadNodes): Promise<Hash[]> {
  const parts = ranges.map(([from, to]) => subtreesOf(from, to));
  const hashes = await read(parts.flat());
  return Promise.all(parts.map(({ length }) => fold(hashes.splice(0, length))));
}

/** Combines the hashes of complete subtrees from right to left: each subtree is larger than all those to its right together. */
async function fold(hashes: Hash[]): Promise<Hash> {
  let [combined] = hashes.slice(-1);
  for (const hash of hashes.slice(0, -1).reverse()) combined = combined && (await nodeHash(hash, combined));
  if (!combined) throw new RangeError('Nothing to hash');
  return combined;
}

/** Returns the largest power of two smaller than a number of leaves. */
function largestPower(leaves: number): number {
  let power = 1;
  while (power * 2 < leaves) power *= 2;
  return power;
}

const half = (number: number) => Math.floor(number / 2);

/** Returns all parts as one array, in their order. */
export function concat(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    whole.set(part, offset);
    offset += part.length;
  }
  return whole;
}

/** Checks whether two arrays hold the same bytes. Its time depends on the bytes, so it must not compare secrets. */
export function areEqual(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, index) => byte === b[index]);
}

/** Returns the SHA-256 hash: 32 bytes. */
export async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
}
