import { createHash } from 'node:crypto';
import { currentCheckpoint } from '#server/domain/record/log/checkpoint.ts';
import { readRoot } from '#server/domain/record/log/read-log.ts';
import { inTransaction, type Transaction } from '#server/platform/database/transaction.ts';
import { mergeNeighbours, Replay, type StateRanges } from '#src/lib/record/replay.ts';
import { areEqual } from '#src/lib/record-log/bytes.ts';
import { readCheckpoint } from '#src/lib/record-log/note.ts';

/** The result of an audit: the first difference, described in words, or null. */
export type AuditResult = { entries: number; batches: number; units: number; difference: string | null };

const batchSize = 1_000;

/**
 * Recomputes everything from the entries alone (the tree and its root, that no unit was received twice, the state of every unit, and
 * what each project has on sale) and compares it with what is stored.
 * @throws the driver's error.
 */
export async function audit(): Promise<AuditResult> {
  // Read in one snapshot, because operations continue meanwhile: the book is compared with exactly the entries that produced it.
  const { root, ...result } = await inTransaction('isolation level repeatable read read only', auditSnapshot);
  if (result.difference !== null || !root) return result;
  const checkpoint = await currentCheckpoint();
  const signed = checkpoint && readCheckpoint(checkpoint.note)?.checkpoint;
  const isSigned = signed && (signed.size !== result.entries || areEqual(signed.root, root));
  return isSigned ? result : { ...result, difference: 'The newest checkpoint does not match the entries' };
}

/** @returns also the root of the entries, if there are any and they match what is stored. */
async function auditSnapshot(db: Transaction): Promise<AuditResult & { root?: Uint8Array }> {
  const replay = new Replay();
  const tree = new GrowingTree();
  let entries = 0;
  const done = (difference: string | null): AuditResult => ({
    entries,
    batches: replay.batches.size,
    units: [...replay.unitsByStatus().values()].reduce((sum, units) => sum + units, 0),
    difference,
  });

  for (;;) {
    const rows = await db<{ index: number; entry: Buffer; leafHash: Buffer }[]>`
      select index::float8 as index, entry, leaf_hash from record_entries where index >= ${entries} order by index limit ${batchSize}
    `;
    for (const { index, entry: bytes, leafHash: stored } of rows) {
      if (index !== entries) return done(`Entry ${entries} is missing`);
      entries += 1;
      const leaf = hash(leafPrefix, bytes);
      if (!leaf.equals(stored)) return done(`The stored hash of entry ${index} does not match its bytes`);
      tree.add(leaf);
      const difference = replay.add(index, bytes);
      if (difference) return done(difference);
    }
    if (rows.length < batchSize) break;
  }
  if (entries === 0) return done(null);

  const root = tree.root();
  if (!areEqual(root, await readRoot(entries, db))) return done('The root of the stored tree does not match the entries');
  return { ...done((await compareBook(db, replay.batches)) ?? (await compareCatalogue(db, replay.batches))), root };
}

async function compareBook(db: Transaction, rangesByBatch: Map<number, StateRanges>): Promise<string | null> {
  const rows = await db<({ batch: number } & StateRanges[number])[]>`
    select
      batch_id as batch, lower(serials)::float8 as first, (upper(serials) - 1)::float8 as last, status, issuance,
      owner_entry::float8 as owner
    from unit_holdings
    where ended_entry is null
    order by batch_id, serials
  `;
  const held = Map.groupBy(rows, ({ batch }) => batch);
  for (const batch of new Set([...rangesByBatch.keys(), ...held.keys()])) {
    const stored = mergeNeighbours(
      (held.get(batch) ?? []).map(({ first, last, status, issuance, owner }) => ({ first, last, status, issuance, owner })),
    );
    if (JSON.stringify(stored) !== JSON.stringify(rangesByBatch.get(batch) ?? []))
      return `Batch ${batch} of the book does not match its entries`;
  }
  return null;
}

async function compareCatalogue(db: Transaction, rangesByBatch: Map<number, StateRanges>): Promise<string | null> {
  const rows = await db<{ batch: number; slug: string; availableCredits: number }[]>`
    select batch.id as batch, project.slug, project.available_credits
    from credit_batches as batch
    join carbon_projects as project on project.id = batch.project_id
  `;
  for (const [slug, batches] of Map.groupBy(rows, (row) => row.slug)) {
    const held = batches.flatMap(({ batch }) => rangesByBatch.get(batch) ?? []).filter(({ status }) => status === 'Held');
    const computed = held.reduce((sum, { first, last }) => sum + last - first + 1, 0);
    const stated = batches[0]?.availableCredits;
    if (Math.min(computed, 2_147_483_647) !== stated)
      return `The catalogue has ${stated} credits of ${slug}, but the entries give ${computed}`;
  }
  return null;
}

/** A Merkle tree built leaf by leaf. It holds only the hashes of the complete subtrees on its right edge. */
class GrowingTree {
  readonly #edge: { level: number; hash: Buffer }[] = [];

  add(leaf: Buffer): void {
    let subtree = { level: 0, hash: leaf };
    for (let last = this.#edge.at(-1); last?.level === subtree.level; last = this.#edge.at(-1)) {
      this.#edge.pop();
      subtree = { level: subtree.level + 1, hash: hash(nodePrefix, last.hash, subtree.hash) };
    }
    this.#edge.push(subtree);
  }

  root(): Buffer {
    const [last, ...rest] = this.#edge.toReversed();
    if (!last) throw new RangeError('An empty tree has no root');
    return rest.reduce((right, left) => hash(nodePrefix, left.hash, right), last.hash);
  }
}

/** RFC 6962, section 2.1: the prefixes for hashing leaves and nodes. */
const leafPrefix = Buffer.of(0);
const nodePrefix = Buffer.of(1);

/** Hashes with Node's synchronous SHA-256; src/lib/record-log uses the asynchronous Web Crypto API. */
function hash(...parts: Buffer[]): Buffer {
  const digest = createHash('sha256');
  for (const part of parts) digest.update(part);
  return digest.digest();
}
