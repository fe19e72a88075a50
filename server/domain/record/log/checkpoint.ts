import { advisoryLocks, inTransaction, type Query, query, type Transaction } from '#server/platform/database/query.ts';
import { log as processLog } from '#server/platform/log.ts';
import { countOf } from '#shared/lib/text/numbers.ts';
import { areEqual, type Checkpoint } from '#verify/signed-tree.ts';
import { LogForked, readLastSigned, saveLastSigned } from './data-dir.ts';
import { maySignAfter, signCheckpoint, storeSigningKeys } from './keys.ts';
import { findLog, type Log, ownOrigin, readRoot } from './log.ts';

/** A checkpoint over `size` entries, as a note with its signatures. */
export type SignedCheckpoint = { size: number; note: string };

/**
 * Returns a checkpoint that covers every entry committed before the call, signing a new one if necessary. Before the log begins it is
 * one over no entries.
 * @throws LogForked if it would contradict an earlier checkpoint.
 */
export async function currentCheckpoint(): Promise<SignedCheckpoint> {
  const known = await findLog();
  const newest = known && (await newestCheckpoint(known.origin));
  if (newest && newest.size === known.size) return newest;
  return inTransaction('read write', async (transaction) => {
    await transaction`select pg_advisory_xact_lock(${advisoryLocks.signCheckpoint})`;
    const log = await findLog(transaction);
    if (!log) {
      const origin = ownOrigin();
      const last = await readLastSigned(origin);
      if (last) await assertIncludes(transaction, last.checkpoint, 0);
      // It is not stored: no other root could be signed for it.
      return { size: 0, note: await signEmpty(origin) };
    }
    const signed = await findCheckpoint(log.size, transaction);
    if (signed) return signed;
    await assertContinuesLastSigned(transaction, log);
    const root = await readRoot(log.size, transaction);
    const note = await signCheckpoint({ origin: log.origin, size: log.size, root });
    // Saved outside the database first, so that even if this transaction fails no other root is ever signed for this size.
    await saveLastSigned(log.origin, note);
    await transaction`insert into record_checkpoints (size, root, note) values (${log.size}, ${Buffer.from(root)}, ${note})`;
    await storeSigningKeys(transaction, log.origin, log.size);
    return { size: log.size, note };
  });
}

const signEmpty = async (origin: string) => signCheckpoint({ origin, size: 0, root: await readRoot(0) });

/** Finds the checkpoint over so many entries; undefined if none was signed. */
export async function findCheckpoint(size: number, db: Query = query): Promise<SignedCheckpoint | undefined> {
  const [found] = await db<SignedCheckpoint[]>`select size::float8 as size, note from record_checkpoints where size = ${size}`;
  return found;
}

/** Finds the newest checkpoint of a log by its name; undefined if none was signed. Those of logs that have ended stay in the table. */
export async function newestCheckpoint(origin: string, db: Query = query): Promise<SignedCheckpoint | undefined> {
  const [newest] = await db<SignedCheckpoint[]>`
    select size::float8 as size, note from record_checkpoints where starts_with(note, ${origin} || chr(10)) order by size desc limit 1
  `;
  return newest;
}

/**
 * Checks that the log continues the last checkpoint signed or seen by this instance, and that this instance has the key that
 * signed it. Called before every entry: with a restored database, or without its key, an instance serves the record but
 * appends nothing. Stores what it learns: a newer checkpoint that another instance signed, or that the log is empty.
 * @throws LogForked that describes what is missing.
 */
export async function assertContinuesLastSigned(transaction: Transaction, { origin, size, isSample }: Log): Promise<void> {
  const newest = await newestCheckpoint(origin, transaction);
  if (newest && !(await maySignAfter(transaction, origin, newest.note)))
    throw new LogForked(
      'The newest checkpoint was signed by a key that is not here (RECORD_SIGNING_KEY, or record-signing-key in DATA_DIR). Use that key: a key that a rotation replaced must not sign. If the replaced key has signed since, one operation with RECORD_SIGNING_KEY="NEW,OLD" makes the new one sign again.',
    );
  // A log of sample data restarts with each new database, so what was signed before is no matter.
  if (isSample) return;
  await assertNotEnded(transaction, origin);
  const last = await readLastSigned(origin);
  if (!last && size > 0)
    throw new LogForked(
      `This folder (DATA_DIR) has no checkpoint of ${origin}, so nothing here tells whether the ${size} entries of the database are all that were signed. Use the DATA_DIR of an instance, or state what was signed last: npm run record -- adopt SIZE ROOT`,
    );
  if (last) await assertIncludes(transaction, last.checkpoint, size);
  else await rememberEmpty(origin);
  if (newest && newest.size > (last?.checkpoint.size ?? -1)) await saveLastSigned(origin, newest.note);
}

/**
 * @throws LogForked if another log of this installation has begun since, and the database knows nothing of it. It does know one that has
 * ended, which this log continues.
 */
async function assertNotEnded(transaction: Transaction, origin: string): Promise<void> {
  const own = ownOrigin();
  const next = own === origin ? undefined : (await readLastSigned(own))?.checkpoint;
  if (!next || next.size === 0) return;
  const [ended] = await transaction`select from record_ended_logs where origin = ${own}`;
  if (!ended)
    throw new LogForked(
      `The database has the log ${origin}, and ${own} (RECORD_ORIGIN) has signed ${next.size} entries here. It was probably restored to a state before the first one ended.`,
    );
}

/** @throws LogForked unless the database, whose log has `size` entries, has the entries of a checkpoint. */
export async function assertIncludes(transaction: Transaction, checkpoint: Checkpoint, size: number): Promise<void> {
  const missing = checkpoint.size - size;
  if (missing > 0)
    throw new LogForked(
      `A checkpoint over ${countOf(checkpoint.size, 'entry', 'entries')} was signed, and the database has ${size}: ${missing} ${missing === 1 ? 'is' : 'are'} missing. It was probably restored to an older state, or made anew. The ways out: npm run record -- recover`,
    );
  if (!areEqual(await readRoot(checkpoint.size, transaction), checkpoint.root))
    throw new LogForked(`The first ${checkpoint.size} entries are not those that were signed.`);
}

/**
 * Checks in advance whether entries can be appended, and stores the same as `assertContinuesLastSigned`. Also resolves if the log has not
 * begun. Nobody signs meanwhile, because what was signed after the log was read would seem to be missing from it.
 * @throws LogForked.
 */
export async function assertAppendable(): Promise<void> {
  await inTransaction('read only', async (transaction) => {
    await transaction`select pg_advisory_xact_lock(${advisoryLocks.signCheckpoint})`;
    const log = await findLog(transaction);
    if (log) await assertContinuesLastSigned(transaction, log);
    // Then the log under our own name has yet to begin.
    if (!log || log.isSample) await rememberEmpty(ownOrigin());
  });
}

/** Stores that a log has no entries yet, unless it has a last checkpoint: without one, nothing is signed once others sign entries. */
export async function rememberEmpty(origin: string): Promise<void> {
  if ((await readLastSigned(origin)) !== undefined) return;
  await saveLastSigned(origin, await signEmpty(origin));
}

/** Logs for the operator that the record cannot be signed. */
export function reportForked(error: LogForked): void {
  processLog().error({ event: 'record.forked', err: error }, 'No entries can be added to the record: npm run record -- recover');
}
