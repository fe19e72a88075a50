import { assertContinuesLastSigned, currentCheckpoint, reportForked } from '#server/domain/record/log/checkpoint.ts';
import { assertSavable, LogForked } from '#server/domain/record/log/data-dir.ts';
import { signingKeys } from '#server/domain/record/log/keys.ts';
import { beginLog, entryTime, type Log, lockLog } from '#server/domain/record/log/log.ts';
import { compareWithMirrorOnce } from '#server/domain/record/log/mirror.ts';
import { acceptSecret, hashIdempotencyKey, hashRequest, recordSecret } from '#server/domain/record/log/secret.ts';
import { commitTexts, type Texts } from '#server/domain/record/log/texts.ts';
import { inTransaction, type Query, query, sql, type Transaction } from '#server/platform/database/query.ts';
import { log as processLog } from '#server/platform/log.ts';
import { type FactName, factNames, facts, type Operation, type OperationRequest } from '#shared/schemas/record.ts';
import type { OperationReceipt } from '#shared/schemas/record-api.ts';
import { broughtBy, certificateNumber, type OperationKind, quantityIn, type RecordEntry, type TextField } from '#verify/entry.ts';
import { joinWords } from '#verify/text.ts';
import { applyEntries, type NewEntry, refreshProjects } from './apply-entry.ts';
import { decide } from './decide.ts';
import { tooManyOwners } from './incoming-units.ts';
import { type Actor, type Decision, RecordProblem } from './operation.ts';
import { sourceOf, tooManyRanges } from './pick-units.ts';

type OperateOptions = {
  /** The idempotency key: the same key with the same request gives the same entry. */
  key: string;
  actor: Actor;
  /** Checks the operation without storing it. */
  dryRun?: boolean;
};

/** Rolls a dry run back. */
class DryRun extends Error {}

/** An operation with its idempotency key, which a list has once. `time`: only of sample operations, when they are said to have happened. */
export type KeyedOperation = { operation: Operation; key: string; time?: string };

/** The operation at the position `at` (from 0) of a list was rejected. `stored` has the receipts of earlier ones that were carried out. */
export class ProblemInList extends Error {
  readonly at: number;
  readonly problem: RecordProblem;
  readonly stored: readonly OperationReceipt[];
  constructor(at: number, problem: RecordProblem, stored: readonly OperationReceipt[] = []) {
    super(problem.message);
    this.at = at;
    this.problem = problem;
    this.stored = stored;
  }
}

/**
 * Carries out an operation in one transaction: it appends the entry, moves the units and updates the figure in the catalogue. When this
 * resolves, the entry is committed. The signed checkpoint that is returned covers it; null if none could be made.
 * @throws RecordProblem if the operation is rejected. Then nothing was stored.
 */
export async function operate(operation: Operation, { key, actor, dryRun = false }: OperateOptions): Promise<OperationReceipt> {
  try {
    const [receipt] = await operateTogether([{ operation, key }], { actor, dryRun });
    return receipt as OperationReceipt;
  } catch (error) {
    throw error instanceof ProblemInList ? error.problem : error;
  }
}

export type ListOptions = Omit<OperateOptions, 'key' | 'actor'> & {
  /** By default the operator: the API carries out single operations. */
  actor?: Actor;
  /** If the list is a part of a longer one: how many operations of the longer list are done already, and its length. */
  within?: { done: number; total: number };
  /** Whether each entry has a line in the log. */
  logsEach?: boolean;
  /** Called repeatedly with the number of operations done and their total. */
  progress?: ((done: number, total: number) => void) | undefined;
};

/**
 * Carries out several operations in one transaction: all or none of them.
 * @param oneByOneFrom the position from which no operations share statements. The second attempt has it, to find the one that is rejected.
 * @throws ProblemInList for the first that is rejected. Then nothing was stored.
 */
export async function operateTogether(
  list: readonly KeyedOperation[],
  options: ListOptions = {},
  oneByOneFrom?: number,
): Promise<OperationReceipt[]> {
  const { actor = 'operator', dryRun = false, logsEach = true, progress = () => {} } = options;
  const { done, total } = options.within ?? { done: 0, total: list.length };
  // Check the keys first: an entry that cannot be signed must not be appended.
  const [secret] = await Promise.all([recordSecret(), signingKeys(), dryRun || assertSavable()]).catch((error: Error) => {
    throw new ProblemInList(0, new RecordProblem('record_not_appendable', error.message));
  });
  let at = 0;
  let stored: UnsignedReceipt[] = [];
  try {
    await compareWithMirrorOnce();
    await inTransaction('read write', async (transaction) => {
      stored = [];
      const keyed = list.map(({ key, ...one }): Keyed => {
        return { ...one, hashes: { operation: hashIdempotencyKey(secret, key), request: hashRequest(secret, one.operation) } };
      });
      const hashes = keyed.map((one) => one.hashes.operation);
      let earlier = await findEarlier(transaction, hashes);
      const log = hashes.every((hash) => earlier.has(hash)) ? undefined : await openLog(transaction, secret);
      // Another connection may have committed the same request before the log was locked.
      if (log) earlier = await findEarlier(transaction, hashes);
      const work: Work = { transaction, actor, log, next: log?.size ?? 0, earlier };
      for (at = 0; at < keyed.length; at = stored.length) {
        const one = keyed[at] as Keyed;
        const before = earlier.get(one.hashes.operation);
        const together = oneByOneFrom === undefined || at < oneByOneFrom ? togetherFrom(keyed, at, earlier) : [];
        stored.push(...(before ? [await repeat(transaction, one, before)] : await carryOut(work, together.length > 0 ? together : [one])));
        progress(done + stored.length, total);
        if (isMilestone(done + at, done + stored.length, total)) await transaction`select record_refresh_statistics()`;
      }
      // What follows from all operations together fails at the last one.
      at = list.length - 1;
      if (log) await refreshProjects(transaction, log.size);
      if (dryRun) throw new DryRun();
    });
  } catch (error) {
    if (error instanceof DryRun) return stored.map((receipt) => ({ ...receipt, checkpoint: null }));
    const problem = problemOf(error, list[at]?.operation);
    // Operations that share statements fail together. From the first of these on, the list runs again one by one.
    if (problem instanceof RecordProblem && oneByOneFrom === undefined && list.length > 1) return operateTogether(list, options, at);
    throw problem instanceof RecordProblem ? new ProblemInList(at, problem) : error;
  }
  const checkpoint = await signCommitted();
  for (const { entry, kind, quantity, replayed } of logsEach ? stored : [])
    processLog().info({ event: 'record.appended', entry, kind, quantity, replayed }, 'An operation is on the record');
  return stored.map((receipt) => ({ ...receipt, checkpoint }));
}

/** How many operations are one transaction: well under a second's work, because others wait for the log for `databaseReadLimitMs` only. */
const pieceSize = 100;

/**
 * Carries out operations that do not depend on each other, as `operateTogether` does, but `pieceSize` at a time: others get the log between
 * these. Whoever repeats the list with the same keys goes on where it ended. In a dry run each piece finds the log as it is.
 * @throws ProblemInList for the first that is rejected.
 */
export async function operateInPieces(list: readonly KeyedOperation[], options: ListOptions): Promise<OperationReceipt[]> {
  const done: OperationReceipt[] = [];
  while (done.length < list.length) {
    const piece = list.slice(done.length, done.length + pieceSize);
    try {
      done.push(...(await operateTogether(piece, { ...options, within: { done: done.length, total: list.length } })));
    } catch (error) {
      throw error instanceof ProblemInList ? new ProblemInList(done.length + error.at, error.problem, done) : error;
    }
  }
  return done;
}

/** Signs what is committed, and returns the checkpoint; null if that fails, which undoes nothing: the next operation or job signs it. */
async function signCommitted(): Promise<string | null> {
  try {
    return (await currentCheckpoint()).note;
  } catch (error) {
    if (error instanceof LogForked) reportForked(error);
    else processLog().error({ event: 'record.unsigned', err: error }, 'Entries are stored, and could not be signed yet');
    return null;
  }
}

/**
 * Checks whether a long list has passed another power of ten. Then its tables get new statistics, which PostgreSQL itself makes only after
 * the transaction: it would plan for the few rows that were there before, and read whole tables for each operation.
 */
function isMilestone(from: number, to: number, total: number): boolean {
  const powerOfTen = (done: number) => Math.floor(Math.log10(done));
  return total >= 1_000 && powerOfTen(to) > powerOfTen(from);
}

/** Returns the newest entry that the same operation made. Its texts are compared as far as they are on file. */
export async function findSame(operation: Operation): Promise<{ index: number; time: Date } | undefined> {
  const request = hashRequest(await recordSecret(), operation);
  const rows = await query<{ index: number; time: Date; texts: Record<string, string> }[]>`
    select entries.index::float8 as index, entries.created_at as time, ${textsOf} as texts
    from record_operations as operations
    join record_entries as entries on entries.index = operations.entry_index
    where operations.request_hash = decode(${request}, 'hex')
    order by entries.index desc
  `;
  return rows.find(({ texts }) => hasSameTexts(operation, texts));
}

/** Returns the operations of a list whose keys no earlier operation had. */
export async function findNew<One extends KeyedOperation>(list: readonly One[]): Promise<One[]> {
  const secret = await recordSecret();
  const hashes = list.map(({ key }) => hashIdempotencyKey(secret, key));
  const earlier = await findEarlier(query, hashes);
  return list.filter((_, at) => !earlier.has(hashes[at] as string));
}

type UnsignedReceipt = Omit<OperationReceipt, 'checkpoint'>;

type Work = {
  transaction: Transaction;
  actor: Actor;
  /** The log, locked, with the time of the transaction's entries; undefined if every operation was carried out before. */
  log: (Log & { time: string }) | undefined;
  /** The index of the next entry. */
  next: number;
  /** The operations that were carried out before, by the hashes of their keys. */
  earlier: Map<string, Earlier>;
};

/** An operation with the keyed hashes that its entry has: of the idempotency key (`operation`), and of the request. */
type Keyed = Omit<KeyedOperation, 'key'> & { hashes: { operation: string; request: string } };

/** Returns the operations, from a position of a list on, that share statements: new ones that receive units at one time, perhaps none. */
function togetherFrom(list: readonly Keyed[], from: number, earlier: Work['earlier']): Keyed[] {
  const isAnother = ({ operation, time, hashes }: Keyed) =>
    operation.kind !== 'receive' || time !== list[from]?.time || earlier.has(hashes.operation);
  const end = list.findIndex((one, at) => at >= from && isAnother(one));
  return list.slice(from, end < 0 ? undefined : end);
}

/** Returns the sort of an operation. A `dependent` one may depend on any earlier one of its list, the others on none of their own sort. */
export function dependenceOf({ kind, request }: Operation): 'receive' | 'confirm' | 'by serial' | 'by quantity' | 'dependent' {
  if (kind !== 'retire') return kind === 'receive' || kind === 'confirm' ? kind : 'dependent';
  if (sourceOf(request).owner !== null) return 'dependent';
  return request.serials ? 'by serial' : 'by quantity';
}

/** Finds which operations were carried out before, by the hashes of their keys. */
async function findEarlier(db: Query, hashes: readonly string[]): Promise<Work['earlier']> {
  const rows = await db<(Earlier & { key: string })[]>`
    select key, encode(request_hash, 'hex') as request, entry_index::float8 as entry_index
    from record_operations
    where key = any(${hashes}::text[])
  `;
  return new Map(rows.map(({ key, ...one }) => [key, one]));
}

/** Decides one operation, or several that share statements (`togetherFrom`), and stores their entries with what follows from them. */
async function carryOut(work: Work, list: readonly Keyed[]): Promise<UnsignedReceipt[]> {
  const { transaction, actor } = work;
  if (!work.log) throw new Error('The log of the record is not locked');
  const time = list[0]?.time ?? work.log.time;
  if (time !== work.log.time && !work.log.isSample) throw new Error('Only operations of samples have times of their own');
  const log = { ...work.log, time };
  const context = { transaction, actor, time };
  const operations = list.map(({ operation }) => operation);
  const decisions = await decide(context, operations);
  const entries = decisions.map((decision, at) => makeEntry(work, log, list[at] as Keyed, { decision, index: work.next + at }));
  await applyEntries(transaction, entries);
  work.next += entries.length;
  for (const { index, entry } of entries) work.earlier.set(entry.operation, { request: entry.request ?? null, entryIndex: index });
  return entries.map(({ index, entry }) => receiptOf(index, entry, false));
}

/** Makes the entry of an operation: what it decided, and what its request states. */
function makeEntry(
  { actor }: Work,
  { isSample, time, lost }: Log & { time: string },
  { operation: { kind, request }, hashes }: Keyed,
  { decision, index }: { decision: Decision; index: number },
): NewEntry {
  const stated = factsIn(request);
  const texts = commitTexts({ ...stated.texts, ...decision.texts });
  const { lines = [], quantity = quantityIn(lines) } = decision.entry;
  const isRetirement = kind === 'retire' || lines.some(({ status }) => status === 'Retired');
  const entry: RecordEntry = {
    version: 1,
    kind,
    time,
    ...(isSample ? { sample: true } : {}),
    project: null,
    refersTo: null,
    ...hashes,
    ...stated.entry,
    ...decision.entry,
    lines,
    quantity,
    // Counted on from the entries that were lost with an earlier log: a holder may have a certificate with such a number.
    ...(isRetirement ? { certificate: certificateNumber(index + 1 + lost) } : {}),
    ...Object.fromEntries(texts.map(({ field, commitment }) => [field, commitment.toString('hex')])),
  };
  return { index, entry, beside: { texts, keyId: actor === 'operator' ? null : actor.keyId } };
}

/** Returns the facts that a request states: the public ones as its entry has them, and the texts that are salted. */
function factsIn(request: OperationRequest<OperationKind>): { entry: Partial<RecordEntry>; texts: Texts } {
  const sent: Readonly<Record<string, unknown>> = request;
  const stated = factNames.flatMap((name) => (typeof sent[name] === 'string' ? [[name, sent[name]] as const] : []));
  return {
    entry: Object.fromEntries(stated.filter(([name]) => facts[name].is !== 'salted')),
    texts: Object.fromEntries(stated.filter(([name]) => facts[name].is === 'salted')) as Record<TextField, string>,
  };
}

/** Returns what the writer of an entry is told. */
function receiptOf(index: number, entry: RecordEntry, replayed: boolean): UnsignedReceipt {
  const { kind, quantity, project, refersTo, certificate = null, lines, owners, confirmed } = entry;
  const [received, ...others] = broughtBy(entry);
  return {
    entry: index,
    kind,
    quantity,
    ...{ project, refersTo, certificate },
    batch: received && others.length === 0 ? received.batch : null,
    lines,
    ...(owners ? { owners } : {}),
    ...(confirmed ? { confirmed } : {}),
    replayed,
  };
}

/** An operation that was carried out. `request`: the keyed hash of its request; null: not known. */
type Earlier = { request: string | null; entryIndex: number };

/**
 * Returns the receipt of an operation that was carried out before. A text that was erased, or is not on file, is not compared: nothing is
 * left to compare it with.
 * @throws RecordProblem if the key was used for another operation.
 */
async function repeat(transaction: Transaction, { operation, hashes }: Keyed, { request, entryIndex }: Earlier): Promise<UnsignedReceipt> {
  const [row] = await transaction<[{ entry: Buffer; texts: Record<string, string> }]>`
    select entry, ${textsOf} as texts from record_entries as entries where index = ${entryIndex}
  `;
  const entry = JSON.parse(row.entry.toString('utf8')) as RecordEntry;
  if ((request === null || request === hashes.request) && hasSameTexts(operation, row.texts)) return receiptOf(entryIndex, entry, true);
  const sent: Partial<Record<string, unknown>> = operation.request;
  const isOnFile = (name: FactName) => facts[name].is !== 'salted' || row.texts[name] !== undefined;
  // What was not sent may be the decision's: the day of a confirmation, the beneficiary of a delivery.
  const other = factNames.filter((name) => sent[name] !== undefined && isOnFile(name) && sent[name] !== (row.texts[name] ?? entry[name]));
  const differs = entry.kind !== operation.kind || other.length === 0 ? 'which is another operation' : `with another ${joinWords(other)}`;
  throw new RecordProblem('idempotency_key_reused', (named) => `Already recorded in ${named(entryIndex)}, ${differs}`);
}

/** The texts of `entries` that are on file, by field. */
const textsOf = sql`coalesce((select jsonb_object_agg(field, text) from record_texts where entry_index = entries.index), '{}')`;

function hasSameTexts({ request }: Operation, texts: Record<string, string>): boolean {
  const sent: Readonly<Record<string, unknown>> = request;
  // A text that was not sent is the decision's, as of a delivery: the hash of a request says which texts it has.
  return Object.entries(texts).every(([field, text]) => sent[field] === undefined || sent[field] === text);
}

/**
 * Begins the log if it has not begun, and locks it until the transaction ends, so that two lists which name the same projects cannot
 * deadlock on their rows.
 * @throws LogForked; RecordProblem if the keyed hashes of the record were made with another secret.
 */
async function openLog(transaction: Transaction, secret: Buffer): Promise<Log & { time: string }> {
  await beginLog(transaction, { isSample: false });
  const log = await lockLog(transaction);
  if (!log) throw new Error('The log of the record has not begun');
  await assertContinuesLastSigned(transaction, log);
  if (!log.isSample && !(await acceptSecret(transaction, secret)))
    throw new RecordProblem(
      'record_not_appendable',
      'The secret that is here is not the one by which repeated operations are recognised. Restore that one (RECORD_SECRET, or record-secret in DATA_DIR). If it is lost: npm run record -- adopt --secret',
    );
  return { ...log, time: await entryTime(transaction) };
}

/** Translates the errors of the database at an operation into problems of the book. */
function problemOf(error: unknown, operation: Operation | undefined): unknown {
  if (error instanceof LogForked) {
    reportForked(error);
    return new RecordProblem('record_not_appendable', error.message);
  }
  // A lock was not free in time.
  if ((error as { code?: string }).code === '55P03')
    return new RecordProblem('record_busy', 'Other operations or an import hold the log, so this was not stored. Try again.');
  const constraint = (error as { constraint_name?: string }).constraint_name;
  const { kind, request = {} } = operation ?? {};
  const field = kind === 'deliver' ? 'issued' : 'serial' in request ? 'serial' : 'series';
  if (constraint === 'credit_batches_serial_once')
    return new RecordProblem('units_overlap', 'Some of these serials have already been received', field);
  if (constraint === 'record_entries_size') return kind === 'deliver' ? tooManyOwners() : tooManyRanges();
  return error;
}
