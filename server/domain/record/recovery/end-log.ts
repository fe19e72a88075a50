import { appendEntry, entryTime } from '#server/domain/record/log/append-entry.ts';
import { currentCheckpoint, rememberEmpty, type SignedCheckpoint } from '#server/domain/record/log/checkpoint.ts';
import { findLog } from '#server/domain/record/log/origin.ts';
import { hashedKey, recordSecret } from '#server/domain/record/log/secret.ts';
import { readLastSigned } from '#server/domain/record/log/signing-key.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { fill } from '#src/lib/text/fill.ts';
import { readCheckpoint } from '#verify/note.ts';

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
export async function endLog({ origin, reason, lastNote, entry }: Ending): Promise<SignedCheckpoint> {
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
    const operation = hashedKey(await recordSecret(), `end-log:${log.origin}`);
    const index = await appendEntry(transaction, {
      version: 1,
      kind: 'correct',
      time: await entryTime(transaction),
      project: null,
      quantity: 0,
      lines: [],
      refersTo: null,
      operation,
      continues: { log: log.origin, size, kept: log.size },
      correction: fill(entry, told),
    });
    await transaction`insert into record_operations (key, entry_index) values (${operation}, ${index})`;
  });
  return currentCheckpoint();
}
