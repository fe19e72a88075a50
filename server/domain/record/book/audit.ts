import { createHash } from 'node:crypto';
import { currentCheckpoint } from '#server/domain/record/log/checkpoint.ts';
import { readRoot } from '#server/domain/record/log/read-log.ts';
import { inTransaction, type Transaction } from '#server/platform/database/transaction.ts';
import { areEqual } from '#src/lib/record-log/bytes.ts';
import { readCheckpoint } from '#src/lib/record-log/note.ts';
import { findRegistry } from '#src/lib/registries/registries.ts';
import { printSerial, serialsOf } from '#src/lib/registries/serials.ts';
import { type Issuance, type RecordEntry, type RecordLine, recordEntry, type UnitStatus } from '#src/schemas/record.ts';

/** The result of an audit: the first difference, described in words, or null. */
export type AuditResult = { entries: number; batches: number; units: number; difference: string | null };

const batchSize = 5_000;
const states: Partial<Record<RecordEntry['kind'], UnitStatus>> = {
  receive: 'Held',
  reserve: 'Reserved',
  release: 'Held',
  assign: 'Assigned',
  transfer: 'Transferred',
  retire: 'Retired',
  cancel: 'Cancelled',
};

const ownedStatuses: readonly UnitStatus[] = ['Reserved', 'Assigned', 'Transferred'];
const finalStatuses: readonly UnitStatus[] = ['Retired', 'Cancelled', 'Delivered', 'Not delivered'];

/** The state of units, and the entry of the reservation, assignment or transfer that they belong to. */
type State = { status: UnitStatus; issuance: Issuance; owner: number | null };
/** The state of each serial of a batch: ranges in order, without gaps. */
type StateRanges = ({ first: number; last: number } & State)[];

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
  const rangesByBatch = new Map<number, StateRanges>();
  const received = new ReceivedUnits();
  const tree = new GrowingTree();
  let entries = 0;
  const done = (difference: string | null): AuditResult => ({
    entries,
    batches: rangesByBatch.size,
    units: [...rangesByBatch.values()].flat().reduce((sum, { first, last }) => sum + last - first + 1, 0),
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
      const difference = apply(index, bytes, rangesByBatch, received);
      if (difference) return done(difference);
    }
    if (rows.length < batchSize) break;
  }
  if (entries === 0) return done(null);

  const root = tree.root();
  if (!areEqual(root, await readRoot(entries, db))) return done('The root of the stored tree does not match the entries');
  return { ...done((await compareBook(db, rangesByBatch)) ?? (await compareCatalogue(db, rangesByBatch))), root };
}

function apply(index: number, bytes: Buffer, rangesByBatch: Map<number, StateRanges>, received: ReceivedUnits): string | null {
  let entry: RecordEntry;
  try {
    entry = recordEntry.parse(JSON.parse(bytes.toString('utf8')));
  } catch {
    return `Entry ${index} cannot be read`;
  }
  for (const line of entry.kind === 'receive' ? entry.lines : (entry.received ?? [])) {
    const { batch, first, last, issuance } = line;
    if (rangesByBatch.has(batch)) return `Entry ${index} receives batch ${batch} a second time`;
    const difference = received.add(index, line);
    if (difference) return difference;
    // What a delivery brings has its states in the lines of the entry.
    rangesByBatch.set(batch, [{ first, last, status: 'Held', issuance, owner: null }]);
  }
  if (entry.kind === 'receive') return null;
  const brought = new Set(entry.received?.map(({ batch }) => batch));
  for (const { batch, first, last, issuance, status = states[entry.kind], owner: named = null } of entry.lines) {
    if (!status) return `Entry ${index} does not say what becomes of its units`;
    const ranges = rangesByBatch.get(batch);
    if (!ranges) return `Entry ${index} is about batch ${batch}, which was never received`;
    const from = placeOf(ranges, first);
    const moved = ranges.slice(from, placeOf(ranges, last) + 1).filter((range) => range.first <= last);
    const covered = moved.reduce((sum, range) => sum + Math.min(range.last, last) - Math.max(range.first, first) + 1, 0);
    if (covered !== last - first + 1) return `Entry ${index} moves serials that batch ${batch} does not have`;
    const final = moved.find((range) => finalStatuses.includes(range.status));
    if (final) return `Entry ${index} moves units that are ${final.status}`;
    if (status === 'Retired' && issuance === 'expected') return `Entry ${index} retires expected units`;
    const isDelivery = entry.kind === 'deliver';
    if (!isDelivery && moved.some((range) => range.issuance !== issuance)) return `Entry ${index} calls units ${issuance} that are not`;
    if (!isDelivery && moved.some((range) => range.owner !== entry.refersTo)) return `Entry ${index} moves units of another owner`;
    const goesAlong = (range: State) =>
      finalStatuses.includes(status) || brought.has(batch) || (range.owner === named && range.status === status);
    if (isDelivery && !moved.every(goesAlong)) return `Entry ${index} delivers units to another owner`;
    const owner = isDelivery ? named : ownedStatuses.includes(status) ? index : null;
    const [before, after] = [moved[0], moved.at(-1)];
    // The neighbours on both sides may be in the same state.
    const start = Math.max(from - 1, 0);
    const count = from - start + moved.length + 1;
    const changed = [
      ...ranges.slice(start, from),
      ...(before && before.first < first ? [{ ...before, last: first - 1 }] : []),
      { first, last, status, issuance, owner },
      ...(after && after.last > last ? [{ ...after, first: last + 1 }] : []),
      ...ranges.slice(from + moved.length, start + count),
    ];
    ranges.splice(start, count, ...mergeNeighbours(changed));
  }
  return null;
}

/** Returns the place of the first of sorted ranges that ends at or after a serial. */
function placeOf(ranges: StateRanges, serial: number): number {
  let [low, high] = [0, ranges.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ranges[middle]?.last ?? Infinity) >= serial) high = middle;
    else low = middle + 1;
  }
  return low;
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

/** Sorts ranges and merges neighbours in the same state. */
function mergeNeighbours(ranges: StateRanges): StateRanges {
  const merged: StateRanges = [];
  for (const range of ranges.toSorted((a, b) => a.first - b.first)) {
    const before = merged.at(-1);
    const isSame = before && before.status === range.status && before.issuance === range.issuance && before.owner === range.owner;
    if (isSame && before.last + 1 === range.first) before.last = range.last;
    else merged.push({ ...range });
  }
  return merged;
}

/** All units received so far, by registry, numbering and numbers, whatever the spelling of their entries. */
class ReceivedUnits {
  readonly #ranges = new Map<string, { first: number; last: number; entry: number }[]>();

  /** @returns what is wrong with the units of an entry: that their registry does not write such serials, or an earlier entry has them. */
  add(entry: number, line: RecordLine): string | null {
    const registry = findRegistry(line.registry);
    const serials = registry && serialsOf(registry, line.series, line.first, line.last);
    if (!serials || 'refusal' in serials) return `Entry ${entry} receives ${printSerial(line)}, which its registry does not write`;
    const { numbering, first, last } = serials;
    const key = `${registry} ${numbering}`;
    const ranges = this.#ranges.get(key) ?? [];
    this.#ranges.set(key, ranges);
    // The ranges are in order and apart, so only the last that begins at or before `last` can have one of these units.
    let [low, high] = [0, ranges.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((ranges[middle]?.first ?? 0) <= last) low = middle + 1;
      else high = middle;
    }
    const before = ranges[low - 1];
    if (before && before.last >= first) return `Entry ${entry} receives ${printSerial(line)}, some of which entry ${before.entry} received`;
    ranges.splice(low, 0, { first, last, entry });
    return null;
  }
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
