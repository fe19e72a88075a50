import { readFile } from 'node:fs/promises';
import { pairsOf, sayProject, UsageError } from '#commands/run.ts';
import { auditWholeRecord } from '#server/domain/record/audit/audit.ts';
import { assertAppendable, currentCheckpoint } from '#server/domain/record/log/checkpoint.ts';
import { LogForked, readLastSigned } from '#server/domain/record/log/data-dir.ts';
import { findLog, ownOrigin, readRoot } from '#server/domain/record/log/log.ts';
import { compareWithMirror } from '#server/domain/record/log/mirror.ts';
import { askWitnesses, learnLastSignedFromWitnesses } from '#server/domain/record/log/witnesses.ts';
import { listLostTexts } from '#server/domain/record/read/own-log.ts';
import { adoptLastSigned, adoptOwnSecret, endLog, type Recovery, recoverFromMirror, restoreTexts } from '#server/domain/record/recovery.ts';
import { env } from '#server/platform/env.ts';
import { endedLogs, restoredProject } from '#shared/content/record/recovery.ts';
import { countOf } from '#shared/lib/text/numbers.ts';
import { fieldErrors } from '#shared/schemas/problem.ts';
import { endedLog } from '#shared/schemas/record.ts';
import { canonicalNumber, entryNamed, entryNumber, toBase64 } from '#verify/text.ts';
import { sayFound, sayResult } from '#verify/words.ts';

/** Runs `recover`: takes entries from a mirror, then names from files; unless it took only names, says what is missing and the ways out. */
export async function recover({ from, certificate }: { from?: string | undefined; certificate: string[] }): Promise<void> {
  if (from !== undefined) printRecovery(await recoverFromMirror(from, restoredProject));
  for (const file of certificate) await recoverNames(file);
  if (from === undefined && certificate.length > 0) return;
  if (from !== undefined) await audit();
  // Not after an audit that has found a difference: `explain` would still say that nothing is to be recovered.
  if (!process.exitCode) await explain();
}

/** Runs `audit`. The exit code is 1 if something differs. */
export async function audit(): Promise<void> {
  const { entries, batches, units, difference } = await auditWholeRecord();
  const counted = [countOf(entries, 'entry', 'entries'), countOf(batches, 'batch', 'batches'), countOf(units, 'unit')];
  console.log(`Audit: ${counted.join(', ')}: ${difference ?? 'no difference'}.`);
  if (difference !== null) process.exitCode = 1;
}

function printRecovery({ before, after, signed, madeProjects, withTexts, withoutKey }: Recovery): void {
  console.log(`Took back ${countOf(after - before, 'entry', 'entries')}, ${entryNumber(before)} to ${after}, exactly as they were.`);
  if (signed > after)
    console.log(`The mirror is behind too: ${countOf(signed, 'entry', 'entries')} had been signed. Use another mirror for the others.`);
  if (madeProjects.length > 0) {
    console.log('\nProjects that the catalogue had lost were made from their entries, and are not on sale. Import the catalogue again:');
    for (const { id, registryId, ...project } of madeProjects) console.log(`  ${id}, ${sayProject({ ...project, id: registryId })}`);
  }
  console.log('\nWhat a mirror cannot give back:');
  const named = withTexts.map(({ index, certificate }) => certificate ?? entryNamed(index));
  console.log(
    named.length === 0
      ? '- Names, purposes, references and notes: there are none among them.'
      : `- Names, purposes, references and notes of ${named.join(', ')}. Each comes back from its holder's file: recover --certificate FILE`,
  );
  console.log('- Idempotency keys, as text. Each entry has a keyed hash of its own, so a client that repeats an operation gets its entry.');
  const made = `the reservations, assignments and transfers ${withoutKey.map(entryNumber).join(', ')}`;
  console.log(
    withoutKey.length === 0
      ? '- Which API key made a reservation, an assignment or a transfer: there is none among them.'
      : `- Which API key made ${made}: only keys with the scope any-owner, and this command, may act on their units.`,
  );
  console.log(
    '- What was erased since the backup: erase it once more, before names come back. API keys made since: make them anew under the same names, by which repeated operations are recognised. API keys revoked since are valid again: revoke them once more.\n',
  );
}

async function recoverNames(file: string): Promise<void> {
  const result = await restoreTexts(await readFile(file));
  if ('failed' in result) {
    const wrong = result.failed.steps.find(({ outcome }) => outcome !== 'passed');
    throw new Error(`${file}: ${sayResult(result.failed).headline} ${wrong ? sayFound(wrong.found) : ''}`);
  }
  const { index, restored, alreadyThere, erased } = result;
  const outcomes = [
    ...(restored.length > 0 ? [`took back ${restored.join(', ')}`] : []),
    ...(alreadyThere.length > 0 ? [`${alreadyThere.join(', ')} already on file`] : []),
    ...(erased.length > 0 ? [`${erased.join(', ')} erased, and stays so`] : []),
  ];
  console.log(`Entry ${entryNumber(index)}: ${outcomes.join('; ') || 'the file has no names'}.`);
}

/** Says whether the log accepts entries and, if not, what is missing and the ways out: then the exit code is 1. */
async function explain(): Promise<void> {
  const log = await findLog();
  try {
    await learnLastSignedFromWitnesses();
    await compareWithMirror();
    await assertAppendable();
    const { size } = await currentCheckpoint();
    console.log(log ? `The log continues the last signed checkpoint: ${countOf(size, 'entry', 'entries')}.` : 'The log has not begun.');
  } catch (error) {
    if (!(error instanceof LogForked)) throw error;
    const last = await readLastSigned(log?.origin ?? ownOrigin()).catch(() => undefined);
    console.log(waysOut(error.message, log?.size ?? 0, last?.note));
    process.exitCode = 1;
    return;
  }
  const contradictions = (await askWitnesses({ again: true })).filter(({ outcome }) => outcome === 'contradicts');
  for (const { witness, reason } of contradictions) console.log(`The witness ${witness} contradicts: ${reason}.`);
  if (contradictions.length > 0) {
    process.exitCode = 1;
    return;
  }
  const lost = await listLostTexts();
  const names = lost.map(({ index, certificate }) => certificate ?? entryNamed(index)).join(', ');
  console.log(lost.length === 0 ? 'There is nothing to recover.' : `Names are not on file for ${names}: recover --certificate FILE.`);
  if (env().RECORD_MIRROR === undefined && env().RECORD_WITNESSES.length === 0)
    console.log(
      'Only this folder (DATA_DIR) was asked. If it was put back from a copy with the database in it, it knows nothing of what was signed since: compare with a mirror (RECORD_MIRROR) or with the newest certificate that somebody holds.',
    );
}

function waysOut(reason: string, size: number, last: string | undefined): string {
  const signed = last === undefined ? 'No checkpoint is known here.' : `The last checkpoint that was signed or seen here:\n\n${last}`;
  return `The log accepts no entries: ${reason}

${signed}
The database has ${countOf(size, 'entry', 'entries')}. Others may hold a copy of a longer log, so nothing else may be signed under its name.
The ways out, the best first (docs/record-recovery.md):

1. Restore a newer backup, or replay the archive (point-in-time recovery) up to the last commit. The log then continues.
2. Take the entries back from a mirror, such as carma-verify.mjs follow --mirror keeps: npm run record -- recover --from ${env().RECORD_MIRROR ?? 'MIRROR'}
3. If no entry is lost, and you know what was signed last, which this folder does not: npm run record -- adopt SIZE ROOT
4. If entries are lost for good: npm run record -- end-log origin=NAME reason="WHY". The old log ends, publicly, and another begins.
   If the database was made anew (db:reset): set RECORD_ORIGIN to a name that no log has had. Another begins with the first entry.`;
}

/**
 * Runs `adopt`: takes a size and a root as what was signed last and, with `secret`, the secret of this folder as the log's. With none of
 * these it prints size and root of the database.
 * @throws UsageError, before anything is stored.
 */
export async function adopt([sizeText, root]: string[], { secret }: { secret: boolean }): Promise<void> {
  const size = canonicalNumber(sizeText ?? '');
  if (sizeText !== undefined && (size === undefined || root === undefined)) throw new UsageError('Name a size and a root: adopt SIZE ROOT');
  if (secret) {
    console.log(
      (await adoptOwnSecret())
        ? 'Repeated operations are recognised by the secret that is here from now on. Those made before are not recognised any more.'
        : 'Repeated operations are recognised by this secret already. Nothing was changed.',
    );
    if (size === undefined) return;
  }
  if (size === undefined || root === undefined) {
    const log = await findLog();
    if (!log) throw new Error('The log has not begun');
    console.log(`${log.origin}\n${log.size}\n${toBase64(await readRoot(log.size))}`);
    console.error('The database has this. Before you adopt it, compare it with a checkpoint from a mirror, a witness or a certificate.');
    return;
  }
  await adoptLastSigned(size, root);
  console.log(`This folder takes ${countOf(size, 'entry', 'entries')} with this root as what was signed last.`);
}

/** Runs `end-log`. @throws UsageError */
export async function endOwnLog(words: string[], checkpointFile: string | undefined): Promise<void> {
  const parsed = endedLog.safeParse(pairsOf(words));
  if (!parsed.success) {
    const [error] = fieldErrors(parsed.error);
    throw new UsageError(`${error?.field}: ${error?.message}`);
  }
  const lastNote = checkpointFile === undefined ? undefined : await readFile(checkpointFile, 'utf8');
  const { note } = await endLog({ ...parsed.data, lastNote, words: endedLogs.entry });
  const [, size, root] = note.split('\n');
  console.log(`The log has ended, and another has begun. /record says so. Its first checkpoint:\n\n${note}`);
  console.log(`Set RECORD_ORIGIN=${parsed.data.origin}. On each other instance: npm run record -- adopt ${size} ${root}`);
}
