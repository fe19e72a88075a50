import { createHash } from 'node:crypto';

/** A complete subtree, as `record_nodes` has it: `index` counts those of its level from the left. */
export type TreeNode = { level: number; index: number; hash: Buffer };

/** A Merkle tree built leaf by leaf. It holds only the hashes of the complete subtrees on its right edge. */
export class GrowingTree {
  readonly #edge: TreeNode[] = [];
  #size = 0;

  /** Adds the next entry. @returns the subtrees that are complete with it, from its leaf upwards. */
  add(entry: Buffer): TreeNode[] {
    let subtree = { level: 0, index: this.#size, hash: hash(leafPrefix, entry) };
    const grown = [subtree];
    for (let last = this.#edge.at(-1); last?.level === subtree.level; last = this.#edge.at(-1)) {
      this.#edge.pop();
      subtree = { level: subtree.level + 1, index: last.index / 2, hash: hash(nodePrefix, last.hash, subtree.hash) };
      grown.push(subtree);
    }
    this.#edge.push(subtree);
    this.#size += 1;
    return grown;
  }

  /** Returns the root over the entries so far. Without any it is the hash of nothing (RFC 6962, section 2.1). */
  root(): Buffer {
    const [last, ...rest] = this.#edge.toReversed();
    return last ? rest.reduce((right, left) => hash(nodePrefix, left.hash, right), last.hash) : hash();
  }
}

/** RFC 6962, section 2.1: the prefixes for hashing leaves and nodes. */
const leafPrefix = Buffer.of(0);
const nodePrefix = Buffer.of(1);

/** Hashes with Node's synchronous SHA-256; verify/ uses the asynchronous Web Crypto API. */
export function hash(...parts: Uint8Array[]): Buffer {
  const digest = createHash('sha256');
  for (const part of parts) digest.update(part);
  return digest.digest();
}
