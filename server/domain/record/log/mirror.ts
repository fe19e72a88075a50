import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { inTransaction, query } from '#server/platform/database/query.ts';
import { env } from '#server/platform/env.ts';
import { log as processLog } from '#server/platform/log.ts';
import { withTimeout } from '#server/platform/with-timeout.ts';
import { type Fetch, fetchCheckpoint, fetchFrom, LogIntegrityError, partLimit } from '#verify/log.ts';
import { readCheckpoint, writeNote } from '#verify/signed-tree.ts';
import { fromUtf8 } from '#verify/text.ts';
import { assertIncludes, newestCheckpoint } from './checkpoint.ts';
import { readLastSigned, saveLastSigned } from './data-dir.ts';
import { maySignAfter, readLogKeys, verifierKeys } from './keys.ts';
import { findLog, ownOrigin } from './log.ts';

/** The time (ms) in which a mirror must have answered, for which the first operation of a process waits. */
const answerLimitMs = 10_000;

/**
 * Reads the newest checkpoint of a mirror, of this log or of one that continues it (`verifyRenamed` in verify/log.ts): a folder or an
 * http(s) address in the format of C2SP tlog-tiles. `read`: what reads its files.
 * @throws Error if it cannot be read, is of another log, or is not signed by a key of this one.
 */
export async function readMirror(from: string, origin: string) {
  const read = mirrorReader(from);
  const newest = await newestCheckpoint(origin);
  // The database lists the keys that signed before. It is believed only if a key that is here signed its newest checkpoint.
  const formerKeys = newest && (await maySignAfter(query, origin, newest.note)) ? await readLogKeys(query, origin) : [];
  // Without the keys of logs that have ended: the mirror may still be of one of those, and is then none of this log.
  const keys = [...(await verifierKeys(origin)), ...formerKeys.map(({ key }) => key)].filter(({ name }) => name === origin);
  try {
    const { note, checkpoint } = await fetchCheckpoint(read, keys);
    const { signed, signatures = [] } = readCheckpoint(note) ?? {};
    // Cosignatures of witnesses are stored by themselves.
    const own = signatures.filter(({ name }) => name === checkpoint.origin);
    return { note: writeNote(signed ?? '', own), checkpoint, read };
  } catch (error) {
    if (!(error instanceof LogIntegrityError)) throw error;
    const named = readCheckpoint(fromUtf8(await read('checkpoint')))?.checkpoint.origin;
    throw named && named !== origin ? ofAnotherLog(named, origin) : error;
  }
}

/** The error of a mirror that is of another log than this one. */
export const ofAnotherLog = (named: string, origin: string) =>
  new Error(`The mirror is of another log, ${named}. This one is ${origin} (RECORD_ORIGIN).`);

/** Returns a reader of a mirror's files, which refuses a file that is longer than a log's can be. */
function mirrorReader(from: string): Fetch {
  if (/^https?:/i.test(from)) return fetchFrom(from);
  return async (part) => {
    const file = path.join(from, part);
    const { size } = await stat(file);
    if (size > partLimit(part)) throw new Error(`${file} has ${size} bytes, more than a log can have there`);
    return new Uint8Array(await readFile(file));
  };
}

/**
 * Compares the log with the mirror that RECORD_MIRROR names. It alone shows that signed entries are missing, or replaced, where DATA_DIR
 * was lost with them. A mirror that cannot be read, or is behind, shows nothing and stops nothing.
 * @throws LogForked that describes what is missing.
 */
export async function compareWithMirror(): Promise<void> {
  const { RECORD_MIRROR } = env();
  const known = await findLog();
  if (RECORD_MIRROR === undefined || known?.isSample) return;
  const origin = known?.origin ?? ownOrigin();
  const mirror = await withTimeout(answerLimitMs, readMirror(RECORD_MIRROR, origin), 'The mirror').catch((error: Error) => {
    processLog().warn({ event: 'record.mirror-unread', err: error }, 'The log could not be compared with its mirror');
  });
  if (!mirror) return;
  // DATA_DIR then remembers it, if it is newer, also where the log lacks it. A DATA_DIR without a checkpoint stays so: nothing tells then
  // whether the mirror is behind what was signed, and an older checkpoint would hide that nobody knows (`assertContinuesLastSigned`).
  if ((await readLastSigned(origin)) !== undefined) await saveLastSigned(origin, mirror.note);
  await inTransaction('isolation level repeatable read read only', async (transaction) =>
    assertIncludes(transaction, mirror.checkpoint, (await findLog(transaction))?.size ?? 0),
  );
}

let compared: Promise<void> | undefined;

/** Compares the log with its mirror once in this process, before its first operation. @throws LogForked as `compareWithMirror`. */
export function compareWithMirrorOnce(): Promise<void> {
  compared ??= compareWithMirror().catch((error) => {
    compared = undefined;
    throw error;
  });
  return compared;
}
