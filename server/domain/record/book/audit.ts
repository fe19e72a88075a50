import { BatchFacts, compareBatches } from '#server/domain/record/audit/compare-batches.ts';
import { CheckpointComparison, readKeyChanges } from '#server/domain/record/audit/compare-checkpoints.ts';
import { compareEntry, type Memory } from '#server/domain/record/audit/compare-entry.ts';
import { GrowingTree } from '#server/domain/record/audit/growing-tree.ts';
import { readStoredRows, type StoredRows } from '#server/domain/record/audit/stored-rows.ts';
import { currentCheckpoint } from '#server/domain/record/log/checkpoint.ts';
import { readLastSigned } from '#server/domain/record/log/keys.ts';
import { findLog } from '#server/domain/record/log/log.ts';
import { fingerprintOf, readFingerprint, recordSecret } from '#server/domain/record/log/secret.ts';
import { query } from '#server/platform/database/query.ts';
import { advisoryLocks } from '#server/platform/database/sql.ts';
import { inTransaction, type Transaction } from '#server/platform/database/transaction.ts';
import type { RecordEntry } from '#src/schemas/record.ts';
import { Replay } from '#verify/book.ts';
import { areEqual } from '#verify/bytes.ts';
import { type Checkpoint, readCheckpoint } from '#verify/note.ts';

/** The result of an audit: the first difference, described in words, or null. */
export type AuditResult = { entries: number; batches: number; units: number; difference: string | null };

/** How many entries are compared at a time: other work of the process waits meanwhile, for some 25 ms. */
const windowSize = 500;

/**
 * Recomputes everything from the entries alone, and compares it with what is stored: the entries' own columns, every hash of the tree,
 * checkpoints with their signatures, batches, holdings now and at every earlier moment, certificates, projects, texts, operations with
 * their keyed hashes, and what the catalogue has on sale.
 */
export async function audit(): Promise<AuditResult> {
  const [signedHere, secret] = await Promise.all([readSignedHere(), recordSecret()]);
  // Read in one snapshot, because operations continue meanwhile: what is stored is compared with exactly the entries that produced it.
  const { root, ...result } = await inTransaction('isolation level repeatable read read only', (db) =>
    auditSnapshot(db, signedHere, secret),
  );
  if (result.difference !== null || !root) return result;
  const signed = readCheckpoint((await currentCheckpoint()).note)?.checkpoint;
  const isSigned = signed && (signed.size !== result.entries || areEqual(signed.root, root));
  return isSigned ? result : { ...result, difference: 'The newest checkpoint does not match the entries' };
}

/** Returns the last checkpoint that was signed or seen here, once it is stored, if it is to be. */
async function readSignedHere(): Promise<Checkpoint | undefined> {
  const log = await findLog(query);
  const note = log && (await readLastSigned(log.origin));
  // It was saved before it was stored: whoever stores it holds this lock.
  await inTransaction('read write', (db) => db`select pg_advisory_xact_lock(${advisoryLocks.signCheckpoint})`);
  return note === undefined ? undefined : readCheckpoint(note)?.checkpoint;
}

type Log = { origin: string; size: number; isSample: boolean; begunAt: number };
/** A log that has ended, of whose `size` entries `kept` are there. */
type EndedLog = { origin: string; size: number; kept: number };

/** @returns also the root of the entries, if there are any and they match what is stored. */
async function auditSnapshot(
  db: Transaction,
  signedHere: Checkpoint | undefined,
  secret: Buffer,
): Promise<AuditResult & { root?: Uint8Array }> {
  const [log] = await db<Log[]>`
    select origin, size::float8 as size, is_sample, extract(epoch from begun_at)::float8 * 1000 as begun_at from record_log
  `;
  const stored = await countRows(db);
  if (!log) {
    const [table] = Object.entries(stored).find(([, rows]) => rows > 0) ?? [];
    return { entries: 0, batches: 0, units: 0, difference: table === undefined ? null : `There is no log, and ${table} has rows` };
  }
  const changes = await readKeyChanges(db, log.origin);
  if (typeof changes === 'string') return { entries: log.size, batches: 0, units: 0, difference: changes };
  const ended = await db<EndedLog[]>`
    select origin, size::float8 as size, kept::float8 as kept from record_ended_logs order by kept, ended_at
  `;
  const names = [...ended.map(({ origin, kept }) => ({ origin, upTo: kept })), { origin: log.origin, upTo: Infinity }];
  const run = new Run(log, new CheckpointComparison(names, changes), ended, signedHere);
  const difference =
    (await run.compareAll(db, stored)) ??
    (await compareBatches(db, run.facts, run.replay)) ??
    (await compareErasures(db)) ??
    (await compareSecret(db, run.hasHashes, secret));
  const result = {
    entries: run.entries,
    batches: run.replay.batches.size,
    units: [...run.replay.unitsByStatus().values()].reduce((sum, units) => sum + units, 0),
    difference,
  };
  return difference !== null || run.entries === 0 ? result : { ...result, root: run.tree.root() };
}

/** One pass over the entries and over what is stored beside them. */
class Run {
  entries = 0;
  readonly tree = new GrowingTree();
  readonly replay = new Replay();
  readonly facts = new BatchFacts();
  /** Whether an entry has a keyed hash. In a log of samples nobody compares the secret. */
  hasHashes = false;
  readonly #log: Log;
  /** The last checkpoint that was signed or seen here, and, once it is known, whether it is one of this log. */
  readonly #signedHere: Checkpoint | undefined;
  #isOfThisLog = false;
  readonly #memory: Memory;
  readonly #checkpoints: CheckpointComparison;
  /** Those of which no entry has been read yet that says so. */
  readonly #ended: EndedLog[];
  readonly #counts = {
    record_nodes: 0,
    record_entry_projects: 0,
    record_certificates: 0,
    record_texts: 0,
    record_erasures: 0,
    record_lost_texts: 0,
    record_operations: 0,
    unit_holdings: 0,
    ended_holdings: 0,
  };

  constructor(log: Log, checkpoints: CheckpointComparison, ended: readonly EndedLog[], signedHere: Checkpoint | undefined) {
    this.#ended = [...ended];
    this.#log = log;
    this.#checkpoints = checkpoints;
    this.#signedHere = signedHere;
    this.#memory = { isSample: log.isSample, until: new Map(), storedAt: 0, begunAt: Math.floor(log.begunAt) };
  }

  /** `stored`: how many rows each table has. Those that are about no entry are not read with any. */
  async compareAll(db: Transaction, stored: Record<string, number>): Promise<string | null> {
    const { size } = this.#log;
    const read = (from: number) => readStoredRows(db, { from, to: Math.min(from + windowSize, size) });
    let ahead = read(0);
    try {
      for (let from = 0; from < size; from += windowSize) {
        const rows = await ahead;
        // The next are read while these are compared.
        ahead = read(from + windowSize);
        const difference = await this.#compareEntries(rows, Math.min(from + windowSize, size));
        if (difference) return difference;
      }
    } finally {
      // Otherwise the transaction would end before the answer.
      await ahead.catch(() => {});
    }
    if (this.#isOfThisLog && (this.#signedHere?.size ?? 0) > this.#checkpoints.newestSize)
      return `The checkpoint over ${this.#signedHere?.size} entries, which was signed here, is not stored`;
    const [unsaid] = this.#ended;
    if (unsaid) return `The log ${unsaid.origin} is listed as ended, and no entry says so`;
    const keys = this.#checkpoints.compareKeys();
    if (keys) return keys;
    const expected = {
      ...this.#counts,
      record_entries: this.entries,
      record_checkpoints: this.#checkpoints.count,
      unit_holdings_touched: 0,
      record_cosignatures: 0,
    };
    const other = Object.entries(expected).find(([table, rows]) => stored[table] !== rows);
    return other ? `${other[0]} has ${stored[other[0]]} rows, of which ${other[1]} are about the entries` : null;
  }

  async #compareEntries(rows: StoredRows, to: number): Promise<string | null> {
    const nodes = new Map(rows.nodes.map(({ level, index, hash }) => [`${level} ${index}`, hash]));
    const roots = new Map<number, Buffer>();
    const wanted = new Set([...rows.checkpoints.map(({ size }) => size), this.#signedHere?.size]);
    if (this.entries === 0) roots.set(0, this.tree.root());
    for (const row of rows.entries) {
      if (row.index !== this.entries) return `Entry ${this.entries} is missing`;
      this.entries += 1;
      const grown = this.tree.add(row.bytes);
      if (!grown[0]?.hash.equals(row.leafHash)) return `The stored hash of entry ${row.index} does not match its bytes`;
      const node = grown.find(({ level, index, hash }) => !nodes.get(`${level} ${index}`)?.equals(hash));
      if (node) return `The stored hash ${node.index} of level ${node.level} of the tree does not match the entries`;
      this.#counts.record_nodes += grown.length;
      const wrong = this.replay.add(row.index, row.bytes);
      if (wrong) return wrong;
      const entry = JSON.parse(row.bytes.toString('utf8')) as RecordEntry;
      this.facts.add(row.index, entry);
      this.hasHashes ||= entry.operation !== undefined && !this.#log.isSample;
      const { continues } = entry;
      const next = continues && this.#ended.shift();
      if (continues && (next?.origin !== continues.log || next.size !== continues.size || next.kept !== continues.kept))
        return `Entry ${row.index} continues the log ${continues.log}, which is not listed as it says`;
      const difference = compareEntry(row, entry, rows, this.replay, this.#memory);
      if (difference) return difference;
      if (wanted.has(this.entries)) roots.set(this.entries, this.tree.root());
    }
    if (this.entries !== to) return `Entry ${this.entries} is missing`;
    const rowsIn = (byEntry: Map<number, unknown[]>) => [...byEntry.values()].reduce((sum, some) => sum + some.length, 0);
    this.#counts.record_entry_projects += rowsIn(rows.projects);
    this.#counts.record_certificates += rowsIn(rows.certificates);
    this.#counts.record_texts += rowsIn(rows.texts);
    this.#counts.record_erasures += rowsIn(rows.erasures);
    this.#counts.record_lost_texts += rowsIn(rows.lost);
    this.#counts.record_operations += rowsIn(rows.operations);
    this.#counts.unit_holdings += rowsIn(rows.begun);
    this.#counts.ended_holdings += rowsIn(rows.ended);
    const signedHere = this.#signedHere && roots.get(this.#signedHere.size);
    if (signedHere && areEqual(signedHere, this.#signedHere?.root ?? signedHere)) this.#isOfThisLog = true;
    return this.#checkpoints.compare(rows.checkpoints, roots);
  }
}

/** Counts the rows of the tables whose rows are about entries. */
async function countRows(db: Transaction): Promise<Record<string, number>> {
  const rows = await db<{ name: string; rows: number }[]>`
    select 'record_entries' as name, count(*)::float8 as rows from record_entries
    union all select 'record_nodes', count(*) from record_nodes
    union all select 'record_entry_projects', count(*) from record_entry_projects
    union all select 'record_certificates', count(*) from record_certificates
    union all select 'record_texts', count(*) from record_texts
    union all select 'record_erasures', count(*) from record_erasures
    union all select 'record_lost_texts', count(*) from record_lost_texts
    union all select 'record_operations', count(*) from record_operations
    union all select 'record_checkpoints', count(*) from record_checkpoints
    union all select 'unit_holdings', count(*) from unit_holdings
    union all select 'ended_holdings', count(ended_entry) from unit_holdings
    union all select 'unit_holdings_touched', count(*) from unit_holdings_touched
    union all select 'credit_batches', count(*) from credit_batches
    union all select 'record_cosignatures', count(*) from record_cosignatures where size not in (select size from record_checkpoints)
  `;
  return Object.fromEntries(rows.map(({ name, rows: count }) => [name, count]));
}

/** Compares the fingerprint of the secret of keyed hashes with the secret that is here. `isMade`: entries have such hashes. */
async function compareSecret(db: Transaction, isMade: boolean, secret: Buffer): Promise<string | null> {
  const newest = await readFingerprint(db);
  return isMade && !newest?.equals(fingerprintOf(secret))
    ? 'The secret of the keyed hashes that is listed is not the one that is here'
    : null;
}

/** Compares the count of erasures, by which instances notice one, with the texts that were erased. */
async function compareErasures(db: Transaction): Promise<string | null> {
  const [row] = await db<{ isCounted: boolean }[]>`
    select
      (select count(*) = 1 from erasures)
      and coalesce((select max(erased_at) from record_erasures) <= (select last_at from erasures where count > 0), not exists (select from record_erasures))
      as is_counted
  `;
  return row?.isCounted ? null : 'The count of erasures is not that of the texts that were erased';
}
