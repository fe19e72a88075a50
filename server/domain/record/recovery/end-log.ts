import { applyEntries } from '#server/domain/record/book/apply-entry.ts';
import { currentCheckpoint, findCheckpoint, rememberEmpty, type SignedCheckpoint } from '#server/domain/record/log/checkpoint.ts';
import { readLastSigned, saveLastSigned, signNote } from '#server/domain/record/log/keys.ts';
import { entryTime, findLog, readRoot } from '#server/domain/record/log/log.ts';
import { adoptSecret, hashedKey, isSameSecret, recordSecret } from '#server/domain/record/log/secret.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import type { RecordEntry } from '#verify/entry.ts';
import { areEqual, checkpointText, readCheckpoint } from '#verify/signed-tree.ts';
import { fill, fromBase64 } from '#verify/text.ts';

type Ending = {
  /** The name of the log that begins. */
  origin: string;
  /** Why the old one ends. Public. */
  reason: string;
  /** The last checkpoint of the old log, if others have a newer one than this instance. */
  lastNote?: string | undefined;
  /** What the first entry of the next log says, with places for the old log's name and figures and the reason. */
  entry: string;
};

/**
 * Ends the log for good, and begins another under another name with the entries that are there. Nothing is ever signed under the old
 * name again, so that nobody is shown two logs of one name. The book stays as it is, and the first new entry says what happened.
 * @returns the first checkpoint of the new log.
 * @throws Error that says why not.
 */
export async function endLog({ origin, reason, lastNote, entry: words }: Ending): Promise<SignedCheckpoint> {
  await inTransaction('read write', async (transaction) => {
    await transaction`select from record_log for update`;
    const log = await findLog(transaction);
    if (!log) throw new Error('The log has not begun');
    if (log.isSample) throw new Error('The log of the sample data ends with npm run catalogue -- remove-samples');
    if (origin === log.origin) throw new Error(`This is the name of the log that would end: ${origin}`);
    const [ended] = await transaction`select from record_ended_logs where origin = ${origin}`;
    if (ended) throw new Error(`A log of this name has ended: ${origin}`);
    const [newest] = await transaction<{ note: string }[]>`select note from record_checkpoints order by size desc limit 1`;
    const [last] = [lastNote, await readLastSigned(log.origin), newest?.note]
      .flatMap((note) => {
        const checkpoint = note === undefined ? undefined : readCheckpoint(note)?.checkpoint;
        return note !== undefined && checkpoint?.origin === log.origin ? [{ note, size: checkpoint.size }] : [];
      })
      .toSorted((a, b) => b.size - a.size);
    if (lastNote !== undefined && last?.note !== lastNote) throw new Error('That is not a newer checkpoint of this log');
    if (!last) throw new Error('No checkpoint of the log is known');
    const size = Math.max(last.size, log.size);
    await transaction`select record_end_log(${origin}, ${size}, ${last.note}, ${reason})`;
    await rememberEmpty(origin);
    const told = { log: log.origin, entries: String(size), kept: String(log.size), reason };
    const entry: RecordEntry = {
      version: 1,
      kind: 'correct',
      time: await entryTime(transaction),
      project: null,
      quantity: 0,
      lines: [],
      refersTo: null,
      operation: hashedKey(await recordSecret(), `end-log:${log.origin}`),
      continues: { log: log.origin, size, kept: log.size },
      correction: fill(words, told),
    };
    await applyEntries(transaction, [{ index: log.size, entry, beside: { texts: [], keyId: null } }]);
  });
  return currentCheckpoint();
}

/**
 * Takes the operator's word for what was signed last, for an instance that has no checkpoint of its own: its folder was lost, or it is
 * new. The database must have these entries. From then on this instance refuses anything that does not continue them.
 * @param root the root of the tree in base64, as the third line of a checkpoint has it.
 * @throws Error that says why not.
 */
export async function adoptState(size: number, root: string): Promise<void> {
  const bytes = fromBase64(root);
  if (bytes?.length !== 32) throw new Error('ROOT is 32 bytes in base64: the third line of a checkpoint');
  await inTransaction('read write', async (transaction) => {
    await transaction`select from record_log for update`;
    const log = await findLog(transaction);
    if (!log) throw new Error('The log has not begun');
    if (size > log.size)
      throw new Error(
        `The database has ${log.size} entries, and not the ${size} that were signed. Take the others back first: recover --from`,
      );
    if (!areEqual(await readRoot(size, transaction), bytes)) throw new Error(`The first ${size} entries of the database have another root`);
    const last = readCheckpoint((await readLastSigned(log.origin)) ?? '')?.checkpoint;
    if (last && last.size > log.size)
      throw new Error(
        `A checkpoint over ${last.size} entries was signed here, and the database has ${log.size}. Nobody's word changes that.`,
      );
    if (last && !areEqual(await readRoot(last.size, transaction), last.root))
      throw new Error(`A checkpoint over ${last.size} entries was signed here, and the database has others. Nobody's word changes that.`);
    const signed = await findCheckpoint(size, transaction);
    const { origin } = log;
    const isOurs = signed && readCheckpoint(signed.note)?.checkpoint.origin === origin;
    await saveLastSigned(origin, isOurs ? signed.note : await signNote(origin, checkpointText({ origin, size, root: bytes })));
  });
}

/** Makes the record's keyed hashes with the secret that is here from now on, because the one before is lost. */
export async function adoptOwnSecret(): Promise<void> {
  const secret = await recordSecret();
  await inTransaction('read write', async (transaction) => {
    await transaction`select from record_log for update`;
    if (!(await isSameSecret(transaction, secret))) await adoptSecret(transaction, secret);
  });
}
