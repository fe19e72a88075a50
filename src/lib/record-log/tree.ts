import { areEqual, concat, sha256 } from './bytes.ts';

/** A SHA-256 hash. */
export type Hash = Uint8Array<ArrayBuffer>;
/** The complete subtree over the leaves from index * 2^level on, 2^level of them. */
export type NodeId = { level: number; index: number };
/** Gives the hashes of complete subtrees, in the order asked for. */
export type ReadNodes = (ids: NodeId[]) => Promise<Hash[]>;

/** RFC 6962, section 2.1: the hash of a leaf. */
export function leafHash(entry: Uint8Array): Promise<Hash> {
  return sha256(concat(Uint8Array.of(0), entry));
}

/** RFC 6962, section 2.1: the hash of two subtrees beside each other. */
export function nodeHash(left: Hash, right: Hash): Promise<Hash> {
  return sha256(concat(Uint8Array.of(1), left, right));
}

/** The root of a tree of `size` leaves. Of an empty one it is the hash of nothing. */
export async function rootOf(size: number, read: ReadNodes): Promise<Hash> {
  if (size === 0) return sha256(new Uint8Array());
  return fold(await read(subtreesOf(0, size)));
}

/** The inclusion proof of a leaf in a tree of `size` leaves: RFC 6962, section 2.1.1. @throws RangeError without such a leaf. */
export async function proveInclusion(index: number, size: number, read: ReadNodes): Promise<Hash[]> {
  if (!(index >= 0 && index < size)) throw new RangeError(`No leaf ${index} in a tree of ${size}`);
  return hashesOf(inclusionPath(index, 0, size), read);
}

/** The proof that a tree of `size` leaves continues one of `oldSize`: RFC 6962, section 2.1.2. @throws RangeError when it is smaller. */
export async function proveConsistency(oldSize: number, size: number, read: ReadNodes): Promise<Hash[]> {
  if (!(oldSize >= 0 && oldSize <= size)) throw new RangeError(`A tree of ${size} does not continue one of ${oldSize}`);
  if (oldSize === 0 || oldSize === size) return [];
  return hashesOf(consistencyPath(oldSize, 0, size, true), read);
}

/** The root that an inclusion proof leads to from a leaf; undefined when the proof does not fit. RFC 9162, section 2.1.3.2. */
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

type Grown = { oldSize: number; oldRoot: Hash; size: number; root: Hash; proof: readonly Hash[] };

/** Whether a proof shows that a tree continues an older one. RFC 9162, section 2.1.4.2. */
export async function isConsistent({ oldSize, oldRoot, size, root, proof }: Grown): Promise<boolean> {
  if (!(oldSize >= 0 && oldSize <= size)) return false;
  if (oldSize === size) return proof.length === 0 && areEqual(oldRoot, root);
  if (oldSize === 0) return proof.length === 0;
  const path = Number.isInteger(Math.log2(oldSize)) ? [oldRoot, ...proof] : [...proof];
  let [at, last] = [oldSize - 1, size - 1];
  while (at % 2 === 1) [at, last] = [half(at), half(last)];
  const first = path.shift();
  if (!first) return false;
  let [older, newer] = [first, first];
  for (const hash of path) {
    if (last === 0) return false;
    if (at % 2 === 1 || at === last) {
      older = await nodeHash(hash, older);
      newer = await nodeHash(hash, newer);
      while (at % 2 === 0 && at !== 0) [at, last] = [half(at), half(last)];
    } else newer = await nodeHash(newer, hash);
    [at, last] = [half(at), half(last)];
  }
  return last === 0 && areEqual(older, oldRoot) && areEqual(newer, root);
}

/** The complete subtrees that leaves `from` up to `to` consist of, from the left. `from` is a multiple of the first one's size. */
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

/** Each hash of a proof is that of a range of leaves. */
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

/** All the hashes that a proof needs, read at once. */
async function hashesOf(ranges: Range[], read: ReadNodes): Promise<Hash[]> {
  const parts = ranges.map(([from, to]) => subtreesOf(from, to));
  const hashes = await read(parts.flat());
  return Promise.all(parts.map(({ length }) => fold(hashes.splice(0, length))));
}

/** The hash over complete subtrees, joined from the right: each is larger than all that are right of it. */
async function fold(hashes: Hash[]): Promise<Hash> {
  let [whole] = hashes.slice(-1);
  for (const hash of hashes.slice(0, -1).reverse()) whole = whole && (await nodeHash(hash, whole));
  if (!whole) throw new RangeError('Nothing to hash');
  return whole;
}

/** The largest power of two that is smaller than a number of leaves. */
function largestPower(leaves: number): number {
  let power = 1;
  while (power * 2 < leaves) power *= 2;
  return power;
}

const half = (number: number) => Math.floor(number / 2);
