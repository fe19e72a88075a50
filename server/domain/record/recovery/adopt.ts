import { findCheckpoint } from '#server/domain/record/log/checkpoint.ts';
import { findLog } from '#server/domain/record/log/origin.ts';
import { readRoot } from '#server/domain/record/log/read-log.ts';
import { adoptSecret, isSameSecret, recordSecret } from '#server/domain/record/log/secret.ts';
import { readLastSigned, saveLastSigned, signNote } from '#server/domain/record/log/signing-key.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { areEqual, fromBase64 } from '#verify/bytes.ts';
import { checkpointText, readCheckpoint } from '#verify/note.ts';

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
