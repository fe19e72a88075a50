import { findLog, type Log } from '#server/domain/record/log/origin.ts';
import { publicKeyText } from '#server/domain/record/log/signing-key.ts';
import { query } from '#server/platform/database/query.ts';

/** Finds the log of this installation; undefined if it has not begun. @throws DatabaseTimeoutError, or the driver's error. */
export function findOwnLog(): Promise<Log | undefined> {
  return findLog(query);
}

/** Finds the log's public key, as `name+hash+key`; undefined if the log has not begun. @throws as `findOwnLog` and `publicKeyText`. */
export async function findOwnKey(): Promise<string | undefined> {
  const log = await findOwnLog();
  return log && publicKeyText(log.origin);
}
