import type { StoredCheckpoint } from '#server/domain/record/audit/stored-rows.ts';
import { readLogKeys } from '#server/domain/record/log/keys.ts';
import type { Transaction } from '#server/platform/database/transaction.ts';
import { readCheckpoint, readVerifierKey, type VerifierKey, verifyCheckpoint, writeVerifierKey } from '#verify/note.ts';

/** From which checkpoint on which keys sign. */
type KeyChange = { size: number; keys: VerifierKey[] };

/** A name of the log: until it had `upTo` entries, when it ended under that name, or without an end. */
export type LogName = { origin: string; upTo: number };

/** The checkpoints of a log, compared one after the other. */
export class CheckpointComparison {
  count = 0;
  newestSize = -1;
  /** The names of the log: until it had so many entries, it went by this one. */
  readonly #names: readonly LogName[];
  readonly #changes: readonly KeyChange[];
  #changesSeen = 0;

  constructor(names: readonly LogName[], changes: readonly KeyChange[]) {
    this.#names = names;
    this.#changes = changes;
  }

  /**
   * Compares checkpoints, in order, with the roots of the entries, by their number, and with the keys that signed then. Which keys
   * signed before they were recorded is not known.
   * @returns the first difference, in words; null if there is none.
   */
  async compare(checkpoints: readonly StoredCheckpoint[], roots: ReadonlyMap<number, Buffer>): Promise<string | null> {
    // At once: the signatures are verified by other threads.
    const signed = await Promise.all(checkpoints.map(({ size, note }) => this.#isSigned(size, note)));
    for (const [at, { number, size, root, note }] of checkpoints.entries()) {
      const checkpoint = `The checkpoint over ${size} entries`;
      if (number !== this.count) return `${checkpoint} is number ${number}, and ${this.count} are stored before it`;
      this.count += 1;
      this.newestSize = size;
      const read = readCheckpoint(note)?.checkpoint;
      const isNote = read && read.origin === this.#nameAt(size) && read.size === size && root.equals(read.root);
      if (!isNote) return `${checkpoint} is not what its note says`;
      if (!roots.get(size)?.equals(root)) return `${checkpoint} does not match the entries`;
      if (!signed[at]) return `${checkpoint} was not signed by the keys of the log, which it was to be signed by`;
      if (this.#changes.some((change) => change.size === size)) this.#changesSeen += 1;
    }
    return null;
  }

  #nameAt(size: number): string | undefined {
    return this.#names.find(({ upTo }) => size <= upTo)?.origin;
  }

  /** Compares the recorded keys with the checkpoints, all of which have been compared. */
  compareKeys(): string | null {
    if (this.count > 0 && this.#changes.length === 0) return 'The keys that sign the checkpoints are not recorded';
    return this.#changesSeen === this.#changes.length ? null : 'Keys of the log are recorded from a checkpoint on that there is not';
  }

  /** Checks that the keys of that time signed a checkpoint, and nobody else in the name of the log. */
  async #isSigned(size: number, note: string): Promise<boolean> {
    const keys = this.#changes.findLast((change) => change.size <= size)?.keys;
    if (!keys) return true;
    const own = readCheckpoint(note)?.signatures.filter(({ name }) => name === this.#nameAt(size)) ?? [];
    const all = await Promise.all(keys.map((key) => verifyCheckpoint(note, [key])));
    return own.length === keys.length && all.every(Boolean);
  }
}

/**
 * Reads which keys signed from which checkpoint on.
 * @returns in words what is wrong, if one cannot be read, or the signatures do not prove that it is the log's.
 */
export async function readKeyChanges(db: Transaction, origin: string): Promise<KeyChange[] | string> {
  const proven = await Promise.all((await readLogKeys(db, origin)).map(({ key }) => writeVerifierKey(key.name, key.publicKey)));
  const rows = await db<{ size: number; keys: string[] }[]>`select size::float8 as size, keys from record_signing_keys order by size`;
  const changes: KeyChange[] = [];
  for (const { size, keys } of rows) {
    const read = await Promise.all(keys.map(readVerifierKey));
    const unknown = keys.find((key, at) => !read[at] || !proven.includes(key));
    if (unknown !== undefined)
      return `The key ${unknown} is recorded as one of the log from its checkpoint over ${size} entries on, which no signature proves`;
    changes.push({ size, keys: read as VerifierKey[] });
  }
  return changes;
}
