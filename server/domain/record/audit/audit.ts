import { hash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { readLastSigned } from '#server/domain/record/log/data-dir.ts';
import { readLogKeys } from '#server/domain/record/log/keys.ts';
import { findLog, type Log } from '#server/domain/record/log/log.ts';
import { fingerprintOf, readFingerprint, recordSecret } from '#server/domain/record/log/secret.ts';
import { advisoryLocks, inTransaction, type Transaction } from '#server/platform/database/query.ts';
import { maxInteger } from '#shared/schemas/limits.ts';
import { Replay } from '#verify/book.ts';
import { broughtBy, isAboutEntry, quantityIn, type RecordEntry, type RecordLine, readEntry, textFields } from '#verify/entry.ts';
import type { EndedLog } from '#verify/log.ts';
import { serialsOf } from '#verify/serials.ts';
import { type Checkpoint, keyText, type NodeId, readCheckpoint, type VerifierKey, verifyCheckpoint } from '#verify/signed-tree.ts';
import { entryNumber } from '#verify/text.ts';
import { compareRests, compareRows, type EntryWindow, type Rows, type TableName, tables, wholeTables } from './compare-tables.ts';

/** The result of an audit. `difference`: the first rows that differ, in words, or null. */
type AuditResult = { entries: number; batches: number; units: number; difference: string | null };

/** How many entries each statement compares. The statement alone costs as much as comparing some hundred of them. */
const windowSize = 1_000;
/** How many entries are replayed at a time: other work of the process waits meanwhile, for some 20 ms. */
const replayedAtOnce = 500;

/**
 * Recomputes everything from the entries alone, with the checker's own rules (verify/), and compares it with what is stored: the entries'
 * own columns, every hash of the tree, checkpoints with their signatures, batches, holdings now and at every earlier moment, certificates,
 * projects, texts, operations with their keyed hashes, and what the catalogue has on sale.
 */
export async function auditWholeRecord(): Promise<AuditResult> {
  const [signedHere, secret] = await Promise.all([readSignedHere(), recordSecret()]);
  // Read in one snapshot, because operations continue meanwhile: what is stored is compared with exactly the entries that produced it.
  const audited = inTransaction('isolation level repeatable read read only', (db) => auditSnapshot(db, signedHere, secret));
  return audited.catch((error: Error & { code?: string }) => {
    // A changed entry has a value that its column cannot have: an error of PostgreSQL's class 22.
    if (!error.code?.startsWith('22')) throw error;
    return { ...nothing, difference: `An entry says what its column cannot have: ${error.message}` };
  });
}

/** Returns the last checkpoint that was signed or seen here, after waiting until one that is being signed is stored. */
async function readSignedHere(): Promise<Checkpoint | undefined> {
  const log = await findLog();
  const last = log && (await readLastSigned(log.origin));
  // A checkpoint is saved here before it is stored in the database: who stores it holds this lock.
  await inTransaction('read write', (db) => db`select pg_advisory_xact_lock(${advisoryLocks.signCheckpoint})`);
  return last?.checkpoint;
}

type StoredEntry = { index: number; bytes: Buffer };

const nothing = { entries: 0, batches: 0, units: 0 };

async function auditSnapshot(db: Transaction, signedHere: Checkpoint | undefined, secret: Buffer): Promise<AuditResult> {
  const log = await findLog(db);
  if (!log) {
    const [left] =
      await db`select from record_entries union all select from record_checkpoints union all select from credit_batches limit 1`;
    return { ...nothing, difference: left ? 'There is no log, and its tables have rows' : null };
  }
  const changes = await readKeyChanges(db, log.origin);
  if (typeof changes === 'string') return { ...nothing, entries: log.size, difference: changes };
  const ended = await db<EndedLog[]>`
    select origin as log, size::float8 as size, kept::float8 as kept from record_ended_logs order by kept, ended_at
  `;
  const run = new AuditRun(db, { log, changes, ended, signedHere });
  let difference = (await run.compareEntries()) ?? (await run.compareBook());
  if (difference === null && run.hasHashes && !(await readFingerprint(db))?.equals(fingerprintOf(secret)))
    difference = 'The secret of the keyed hashes that is listed is not the one that is here';
  const { batches } = run.replay;
  return { entries: run.entries, batches: batches.size, units: quantityIn([...batches.values()].flat()), difference };
}

/** What follows from the entries of a window: the rows of tables, and the batches that they brought. */
type Expected = Record<TableName | 'brought', Rows>;
/** The keys that sign from the checkpoint of a size on. */
type KeysSince = { size: number; keys: VerifierKey[] };
/** What an audit compares the entries with. `ended`: in their order; `signedHere`: the last checkpoint that was signed or seen here. */
type Known = { log: Log; changes: KeysSince[]; ended: EndedLog[]; signedHere: Checkpoint | undefined };
/** What an entry said of a batch that it brought. */
type Received = { entry: RecordEntry; index: number; line: RecordLine; registryUrl: string | null };

/** One pass over the entries and over what is stored beside them. */
class AuditRun {
  entries = 0;
  readonly replay = new Replay();
  /** Whether an entry has a keyed hash. In a log of samples nobody compares the secret. */
  hasHashes = false;
  readonly #db: Transaction;
  readonly #known: Known;
  /** How many ended logs the entries so far have named (`continues`). */
  #endings = 0;
  /** Whether the entries so far have shown that the last checkpoint signed or seen here is one of this log. */
  #isOfThisLog = false;
  /** The checkpoints so far. `changesSeen`: how many changes of keys began with one of them. */
  #checkpoints = { count: 0, newestSize: -1, changesSeen: 0 };
  /** The complete subtrees of which the root over the entries so far is made, the largest first. */
  readonly #subtrees: Subtree[] = [];
  /** The root over the first so many entries, by that number: over each number within the window that is compared; at first, over none. */
  readonly #roots = new Map([[0, digest()]]);
  /** Of each entry so far, its projects and until when it reserves units; of each batch, what the entry said that brought it. */
  readonly #projects = new Map<number, number[]>();
  readonly #reservedUntil = new Map<number, string>();
  readonly #received = new Map<number, Received>();

  constructor(db: Transaction, known: Known) {
    this.#db = db;
    this.#known = known;
  }

  /** Adds the next entry to the tree (RFC 6962, section 2.1), and returns the subtrees that it completes. */
  #grow(index: number, entry: Buffer): Subtree[] {
    let newest: Subtree = { level: 0, index, hash: digest(Buffer.of(0), entry) };
    const completed = [newest];
    for (let left = this.#subtrees.at(-1); left?.level === newest.level; left = this.#subtrees.at(-1)) {
      this.#subtrees.pop();
      newest = { level: left.level + 1, index: left.index / 2, hash: digest(Buffer.of(1), left.hash, newest.hash) };
      completed.push(newest);
    }
    this.#subtrees.push(newest);
    const hashes = this.#subtrees.map((subtree) => subtree.hash);
    const root = hashes.reduceRight((right, left) => digest(Buffer.of(1), left, right));
    this.#roots.set(index + 1, root);
    return completed;
  }

  /** Compares the entries with what is stored of and about each. @returns the first rows that differ, in words; null if none does. */
  async compareEntries(): Promise<string | null> {
    const { log, changes, ended, signedHere } = this.#known;
    const { size } = log;
    for (let from = 0; from === 0 || from < size; from += windowSize) {
      const to = Math.min(from + windowSize, size);
      const rows = await this.#db<StoredEntry[]>`
        select index::float8 as index, entry as bytes from record_entries where index >= ${from} and index < ${to} order by index
      `;
      const difference = await this.#compareWindow(rows, { from, to });
      if (difference) return difference;
    }
    if (this.#isOfThisLog && (signedHere?.size ?? 0) > this.#checkpoints.newestSize)
      return `The checkpoint over ${signedHere?.size} entries, which was signed here, is not stored`;
    const unmentioned = ended[this.#endings];
    if (unmentioned) return `The log ${unmentioned.log} is listed as ended, and no entry says so`;
    if (this.#checkpoints.count > 0 && changes.length === 0) return 'The keys that sign the checkpoints are not recorded';
    return this.#checkpoints.changesSeen === changes.length ? null : 'Keys of the log are recorded from a checkpoint on that is not stored';
  }

  /** Compares batches and live holdings with the book that all entries give, and what the catalogue has on sale with it. */
  async compareBook(): Promise<string | null> {
    const batches = [...this.#received.values()].map(({ entry, index, line, registryUrl }) => {
      const { batch, registry, series, first, last, vintageStart, vintageEnd, unitType, issuance } = line;
      const read = serialsOf(line);
      return {
        ...{ batch, project: (line.project ?? entry.project)?.id ?? null, registry, series, issuance, entry: index },
        numbering: 'numbering' in read ? read.numbering : null,
        serials: `[${first},${last}]`,
        ...{ vintage_start: vintageStart, vintage_end: vintageEnd, unit_type: unitType, registry_url: registryUrl },
      };
    });
    const live = [...this.replay.batches].flatMap(([batch, ranges]) =>
      grouped(ranges, ({ status, issuance, owner }) => ({ batch, status, issuance, owner })),
    );
    const sale = [...Map.groupBy(batches, ({ project }) => project)].map(([project, received]) => {
      const held = received.flatMap(({ batch }) => this.replay.batches.get(batch) ?? []).filter(({ status }) => status === 'Held');
      const isPending = held.some(({ issuance }) => issuance === 'expected');
      const status = isPending ? 'expected' : held.length > 0 ? 'issued' : null;
      return { project, available_credits: Math.min(quantityIn(held), maxInteger), units_status: status };
    });
    const expected = { 'unit_holdings, live': live, credit_batches: batches, carbon_projects: sale, record_cosignatures: [] };
    const differing: string[] = [];
    for (const table of Object.keys(wholeTables) as (keyof typeof wholeTables)[])
      differing.push(...(await compareRows(this.#db, { table, ...wholeTables[table], expected: expected[table] })));
    return inWords(differing);
  }

  async #compareWindow(rows: readonly StoredEntry[], { from, to }: EntryWindow): Promise<string | null> {
    const expected = Object.fromEntries([...Object.keys(tables), 'brought'].map((name) => [name, []])) as unknown as Expected;
    for (const { index, bytes } of rows) {
      if (index !== this.entries) return `Entry ${entryNumber(this.entries)} is missing`;
      this.entries += 1;
      const entry = readEntry(index, bytes);
      const wrong = this.replay.add(index, entry) ?? (entry ? this.#expect(index, entry, expected) : null);
      if (wrong) return wrong;
      expected.record_nodes.push(...this.#grow(index, bytes).map((node) => ({ ...node, hash: node.hash.toString('hex') })));
      if (this.entries % replayedAtOnce === 0) await nextTurn();
    }
    if (this.entries !== to) return `Entry ${entryNumber(this.entries)} is missing`;
    // What is stored beyond the last entry is compared with the last.
    const window = { from, to: to === this.#known.log.size ? Number.MAX_SAFE_INTEGER : to };
    const differing = await Promise.all([
      ...(Object.entries(tables) as [TableName, (typeof tables)[TableName]][]).map(([table, { columns, stored }]) =>
        compareRows(this.#db, { table, columns, expected: expected[table], stored: stored(window) }),
      ),
      compareRests(this.#db, window, expected.brought),
    ]);
    return inWords(differing.flat()) ?? this.#compareCheckpoints(window);
  }

  /** Adds what follows from an entry, which was replayed. @returns what is wrong with the entry as one of this log, or null. */
  #expect(index: number, entry: RecordEntry, expected: Expected): string | null {
    const { kind, time, lines, refersTo, project, certificate, operation, request = null, until, continues } = entry;
    const { log, ended } = this.#known;
    if ((entry.sample === true) !== log.isSample)
      return `Entry ${entryNumber(index)} is ${log.isSample ? 'not ' : ''}of sample data, unlike its log`;
    if (Date.parse(time) < log.begunAt.getTime()) return `Entry ${entryNumber(index)} is of ${time}, before its log`;
    if (continues) {
      const listed = ended[this.#endings];
      this.#endings += 1;
      if (listed?.log !== continues.log || listed.size !== continues.size || listed.kept !== continues.kept)
        return `Entry ${entryNumber(index)} continues the log ${continues.log}, which is not listed as it says`;
    }
    this.hasHashes ||= operation !== undefined && !log.isSample;
    const about = isAboutEntry(entry) ? refersTo : null;
    const named = [project, ...lines.map((line) => line.project)].flatMap((one) => one?.id ?? []);
    const projects = [...new Set([...named, ...(about === null ? [] : (this.#projects.get(about) ?? []))])];
    this.#projects.set(index, projects);
    if (kind === 'reserve' && until !== undefined) this.#reservedUntil.set(index, until);
    this.#rememberBatches(index, entry, expected);
    expected.record_entries.push({ entry: index, kind, about, time });
    expected.record_entry_projects.push(...projects.map((id) => ({ entry: index, project: id })));
    if (certificate !== undefined) expected.record_certificates.push({ entry: index, number: certificate });
    expected.record_operations.push({ entry: index, key: operation, request });
    for (const field of textFields) if (entry[field] !== undefined) expected.record_texts.push({ entry: index, field, hash: entry[field] });
    const moved = lines.map((line) => ({ ...line, ...this.replay.stateOf(line), first: line.first, last: line.last }));
    expected.unit_holdings.push(
      ...grouped(moved, ({ batch, status = null, issuance, owner = null }) => ({
        ...{ entry: index, batch, status, issuance, owner, since: time },
        until: status === 'Reserved' ? (this.#reservedUntil.get(owner ?? -1) ?? null) : null,
      })),
    );
    return null;
  }

  /** Remembers the batches that an entry brings, and where a delivery under the same serials says that the registry shows them now. */
  #rememberBatches(index: number, entry: RecordEntry, expected: Expected): void {
    const { kind, lines, received, verified = 0, registryUrl = null } = entry;
    for (const line of broughtBy(entry)) {
      this.#received.set(line.batch, { entry, index, line, registryUrl });
      expected.brought.push({ entry: index, batch: line.batch });
    }
    if (kind !== 'deliver' || received || verified === 0 || registryUrl === null) return;
    for (const { batch } of lines) {
      const known = this.#received.get(batch);
      if (known) known.registryUrl = registryUrl;
    }
  }

  /** Compares the checkpoints of a window (of the first, also that over none), and what was signed here. */
  async #compareCheckpoints({ from, to }: EntryWindow): Promise<string | null> {
    const stored = await this.#db<{ number: number; size: number; root: Buffer; note: string }[]>`
      select number::float8 as number, size::float8 as size, root, note
      from record_checkpoints
      where size > ${from === 0 ? -1 : from} and size <= ${to}
      order by size
    `;
    // All at once: other threads verify the signatures.
    const signed = await Promise.all(stored.map(({ size, note }) => this.#isSigned(size, note)));
    for (const [at, { number, size, root, note }] of stored.entries()) {
      const checkpoint = `The checkpoint over ${size} entries`;
      if (number !== this.#checkpoints.count)
        return `${checkpoint} is number ${number}, and ${this.#checkpoints.count} are stored before it`;
      this.#checkpoints.count += 1;
      this.#checkpoints.newestSize = size;
      const read = readCheckpoint(note)?.checkpoint;
      const isNote = read && read.origin === this.#nameAt(size) && read.size === size && root.equals(read.root);
      if (!isNote) return `${checkpoint} is not what its note says`;
      if (!this.#roots.get(size)?.equals(root)) return `${checkpoint} does not match the entries`;
      if (!signed[at]) return `${checkpoint} was not signed by the keys of the log, which it was to be signed by`;
      if (this.#known.changes.some((change) => change.size === size)) this.#checkpoints.changesSeen += 1;
    }
    const here = this.#known.signedHere;
    if (here && this.#roots.get(here.size)?.equals(here.root)) this.#isOfThisLog = true;
    this.#roots.clear();
    return null;
  }

  /** Returns what the log was called until it had so many entries. */
  #nameAt(size: number): string {
    const { ended, log } = this.#known;
    return ended.find(({ kept }) => size <= kept)?.log ?? log.origin;
  }

  /** Checks that the keys of that time signed a checkpoint, and no others in the log's name. Before the first known keys: true. */
  async #isSigned(size: number, note: string): Promise<boolean> {
    const keys = this.#known.changes.findLast((change) => change.size <= size)?.keys;
    if (!keys) return true;
    const own = readCheckpoint(note)?.signatures.filter(({ name }) => name === this.#nameAt(size)) ?? [];
    const all = await Promise.all(keys.map((key) => verifyCheckpoint(note, [key])));
    return own.length === keys.length && all.every(Boolean);
  }
}

type Subtree = NodeId & { hash: Buffer };

/** SHA-256, which answers at once: with that of browsers (`sha256`), each hash would be a task of its own, which takes ten times longer. */
const digest = (...parts: Buffer[]): Buffer => hash('sha256', Buffer.concat(parts), 'buffer');

/** Returns serials in the same state as one row: those for which `rowOf` gives the same. */
function grouped<Range extends { first: number; last: number }>(ranges: readonly Range[], rowOf: (range: Range) => Rows[number]): Rows {
  const groups = Map.groupBy(ranges, (range) => JSON.stringify(rowOf(range)));
  return [...groups.values()].map((some) => ({
    ...(some[0] && rowOf(some[0])),
    serials: `{${some.map(({ first, last }) => `[${first},${last}]`).join()}}`,
    units: quantityIn(some),
  }));
}

const inWords = (differences: readonly string[]) => (differences.length === 0 ? null : differences.join('; '));

/**
 * Reads which keys signed from which checkpoint on.
 * @returns in words what is wrong, if signatures do not prove of each that it is the log's.
 */
async function readKeyChanges(db: Transaction, origin: string): Promise<KeysSince[] | string> {
  const proven = new Map((await readLogKeys(db, origin)).map(({ key }) => [keyText(key), key]));
  const rows = await db<{ size: number; keys: string[] }[]>`select size::float8 as size, keys from record_signing_keys order by size`;
  for (const { size, keys } of rows) {
    const unknown = keys.find((key) => !proven.has(key));
    if (unknown !== undefined)
      return `The key ${unknown} is recorded as one of the log from its checkpoint over ${size} entries on, which no signature proves`;
  }
  return rows.map(({ size, keys }) => ({ size, keys: keys.map((key) => proven.get(key) as VerifierKey) }));
}
