import { findLog, type Log } from '#server/domain/record/log/origin.ts';
import { readRoot } from '#server/domain/record/log/read-log.ts';
import { isSignedByUs, keepLastSigned, readLastSigned, signNote } from '#server/domain/record/log/signing-key.ts';
import { query } from '#server/platform/database/query.ts';
import { inTransaction, type Transaction } from '#server/platform/database/transaction.ts';
import { log as processLog } from '#server/platform/log.ts';
import { areEqual } from '#src/lib/record-log/bytes.ts';
import { type Checkpoint, checkpointText, readCheckpoint } from '#src/lib/record-log/note.ts';

/** A checkpoint as it was signed. */
export type SignedCheckpoint = { size: number; note: string };

/** The log does not continue what was signed before: the database was restored to an older state or changed by hand, or the key is another. */
export class LogForked extends Error {}

/** Taken by who signs. */
const signerLock = 7_230_114_927;

/**
 * The newest checkpoint, which covers every entry that was committed before this was called: it is signed now where there
 * is none yet. Undefined before the log has begun.
 * @throws LogForked when it would contradict one that was signed before; the driver's error.
 */
export async function currentCheckpoint(): Promise<SignedCheckpoint | undefined> {
  const [newest] = await query<(SignedCheckpoint & { isCurrent: boolean })[]>`
    select checkpoint.size::float8 as size, checkpoint.note, checkpoint.size = log.size as is_current
    from record_log as log
    cross join lateral (select size, note from record_checkpoints order by size desc limit 1) as checkpoint
  `;
  if (newest?.isCurrent) return { size: newest.size, note: newest.note };
  return inTransaction('read write', async (transaction) => {
    await transaction`select pg_advisory_xact_lock(${signerLock})`;
    const log = await findLog(transaction);
    if (!log) return undefined;
    const [signed] = await transaction<
      SignedCheckpoint[]
    >`select size::float8 as size, note from record_checkpoints where size = ${log.size}`;
    if (signed) return signed;
    await assertContinues(transaction, log);
    const root = await readRoot(log.size, transaction);
    const note = await signNote(log.origin, checkpointText({ origin: log.origin, size: log.size, root }));
    // Outside the database first: whatever becomes of this transaction, no other root is ever signed for this size.
    await keepLastSigned(log.origin, note);
    await transaction`insert into record_checkpoints (size, root, note) values (${log.size}, ${Buffer.from(root)}, ${note})`;
    return { size: log.size, note };
  });
}

/**
 * Checks that the log continues the last checkpoint that was signed or seen here, with a key that signed it. Before each entry, too:
 * a database that was restored, or an instance that has lost its key, serves what it has, and takes nothing.
 * @throws LogForked, with what is missing.
 */
export async function assertContinues(transaction: Transaction, { origin, size, isSample }: Log): Promise<void> {
  // A log of sample data begins again with each new database.
  if (isSample) return;
  const [newest] = await transaction<{ note: string }[]>`select note from record_checkpoints order by size desc limit 1`;
  if (newest && !(await isSignedByUs(origin, newest.note)))
    throw new LogForked(
      'The newest checkpoint was not signed by the key that is here. Restore that key (RECORD_SIGNING_KEY, or record-signing-key in DATA_DIR).',
    );
  const last = await readLastSigned(origin);
  const read = last === undefined ? undefined : readCheckpoint(last);
  if (last !== undefined && !read) throw new LogForked('The last signed checkpoint beside the key cannot be read.');
  if (read) await assertHas(transaction, read.checkpoint, size);
  // One that another instance signed: from now on it is known here too.
  const newestRead = newest && readCheckpoint(newest.note);
  if (newestRead && newestRead.checkpoint.size > (read?.checkpoint.size ?? -1)) await keepLastSigned(origin, newest.note);
}

async function assertHas(transaction: Transaction, checkpoint: Checkpoint, size: number): Promise<void> {
  if (checkpoint.size > size) {
    const missing = checkpoint.size - size;
    throw new LogForked(
      `A checkpoint over ${checkpoint.size} entries was signed, and the database has ${size}: ${missing} are missing. It was probably restored to an older state.`,
    );
  }
  if (!areEqual(await readRoot(checkpoint.size, transaction), checkpoint.root))
    throw new LogForked(`The first ${checkpoint.size} entries are not those that were signed.`);
}

/**
 * Checks the same, for whoever wants to know before there is an entry. Resolves for a log that has not begun.
 * @throws LogForked; the driver's error.
 */
export async function assertAppendable(): Promise<void> {
  await inTransaction('isolation level repeatable read read only', async (transaction) => {
    const log = await findLog(transaction);
    if (log) await assertContinues(transaction, log);
  });
}

/** Says in the log that the record cannot be signed, for whoever operates the site. */
export function reportForked(error: LogForked): void {
  processLog().error({ event: 'record.forked', err: error }, 'The record takes no entries: npm run record -- recover');
}
