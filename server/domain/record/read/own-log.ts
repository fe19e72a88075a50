import { findWitnessed } from '#server/domain/record/log/cosignatures.ts';
import { readLogKeys } from '#server/domain/record/log/log-keys.ts';
import { findLog, type Log, logOrigin } from '#server/domain/record/log/origin.ts';
import { ownPolicy, readPolicyText } from '#server/domain/record/log/witnesses.ts';
import { query } from '#server/platform/database/query.ts';
import { env } from '#server/platform/env.ts';
import { writeKeys } from '#src/lib/record-log/keys.ts';

/** Finds the log of this installation; undefined if it has not begun. @throws DatabaseTimeoutError, or the driver's error. */
export function findOwnLog(): Promise<Log | undefined> {
  return findLog(query);
}

/** Finds every key of the log, in the format of `readKeys`. @throws as `findOwnLog` and `readLogKeys`. */
export async function findOwnKeys(): Promise<string> {
  return writeKeys(await readLogKeys(query, await logOrigin(query)));
}

/** Finds what this site asks of a checkpoint, in the format of `readPolicy`. @throws as `findOwnKeys`. */
export async function findOwnPolicy(): Promise<string> {
  return readPolicyText(query, await logOrigin(query));
}

/**
 * Who watches the log: the names of the witnesses, how many are needed, and the newest state that as many have seen, with how many
 * entries came after it.
 */
export type Witnessing = { witnesses: string[]; needed: number; newest?: { size: number; newer: number; seenBy: number; at: Date } };

/** Finds who watches the log. @throws DatabaseTimeoutError, or the driver's error. */
export async function findWitnessing(): Promise<Witnessing> {
  const [{ witnesses }, found, log] = await Promise.all([ownPolicy(), findWitnessed(), findOwnLog()]);
  const needed = witnesses.length === 0 ? 0 : (env().RECORD_WITNESS_QUORUM ?? 1);
  const names = witnesses.map(({ name }) => name);
  if (!found || !log) return { witnesses: names, needed };
  const { size, at } = found;
  return { witnesses: names, needed, newest: { size, newer: Math.max(0, log.size - size), seenBy: found.witnesses.length, at } };
}
