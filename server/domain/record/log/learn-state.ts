import { askWitnesses } from '#server/domain/record/log/ask-witnesses.ts';
import { findLog } from '#server/domain/record/log/origin.ts';
import { readLastSigned, saveLastSigned } from '#server/domain/record/log/signing-key.ts';
import { query } from '#server/platform/database/query.ts';
import { env } from '#server/platform/env.ts';

/**
 * Asks the witnesses what was signed last, where this folder (DATA_DIR) has no checkpoint of the log. If a quorum cosigns the newest
 * checkpoint of the database and none has seen anything else, the database is not behind what they have seen, and the checkpoint is
 * stored as the last one. Otherwise nothing is, and this instance appends and signs nothing.
 * @throws the driver's error.
 */
export async function learnState(): Promise<void> {
  const log = await findLog(query);
  if (!log || log.isSample || (await readLastSigned(log.origin)) !== undefined) return;
  const answers = await askWitnesses({ again: true });
  const isSeen = answers.filter(({ outcome }) => outcome === 'cosigned').length >= (env().RECORD_WITNESS_QUORUM ?? 1);
  if (!isSeen || answers.some(({ outcome }) => outcome === 'contradicts')) return;
  const [newest] = await query<{ note: string }[]>`
    select note from record_checkpoints where starts_with(note, ${log.origin} || chr(10)) order by size desc limit 1
  `;
  if (newest) await saveLastSigned(log.origin, newest.note);
}
