import { applyEntries, beginsOwner, type NewEntry, refreshProjects } from '#server/domain/record/book/apply-entry.ts';
import {
  assertIncludes,
  currentCheckpoint,
  findCheckpoint,
  newestCheckpoint,
  rememberEmpty,
  type SignedCheckpoint,
} from '#server/domain/record/log/checkpoint.ts';
import { readLastSigned, saveLastSigned } from '#server/domain/record/log/data-dir.ts';
import { readLogKeys, signCheckpoint, storeSigningKeys, verifierKeys } from '#server/domain/record/log/keys.ts';
import { beginLog, entryTime, findLog, type Log, lockLog, ownOrigin, readRoot } from '#server/domain/record/log/log.ts';
import { ofAnotherLog, readMirror } from '#server/domain/record/log/mirror.ts';
import { acceptSecret, adoptSecret, hashIdempotencyKey, recordSecret } from '#server/domain/record/log/secret.ts';
import { storeTexts } from '#server/domain/record/log/texts.ts';
import { listOwnKeys } from '#server/domain/record/read/own-log.ts';
import { inTransaction, sql, type Transaction } from '#server/platform/database/query.ts';
import { countOf } from '#shared/lib/text/numbers.ts';
import { checkFile } from '#verify/check.ts';
import { linesOfProject, type NamedProject, projectsOf, type RecordEntry, type RecordLine, readEntry, textFields } from '#verify/entry.ts';
import { isPdf, readPdf, readProvedFile } from '#verify/file.ts';
import { SignedLog } from '#verify/log.ts';
import { registryName } from '#verify/registries.ts';
import { type Checkpoint, readCheckpoint, verifyCheckpoint } from '#verify/signed-tree.ts';
import { decodeUnicode, entryNamed, entryNumber, fill, formatCount, fromBase64 } from '#verify/text.ts';

/** The words for a project that the catalogue has lost, and of which only the entries tell. */
type ProjectWords = { description: string; notStated: string };

/** What a recovery did, and what a mirror cannot give back. */
export type Recovery = Awaited<ReturnType<typeof recoverFromMirror>>;

/** How many entries one transaction appends. What is committed is in order, so that a recovery can be interrupted and repeated. */
const entriesAtOnce = 500;

/**
 * Takes lost entries from a mirror of the log: a folder or an http(s) address in the format of C2SP tlog-tiles. The mirror must be signed
 * by the log's key, and continue what the database has and, unless that is newer, the last checkpoint that this instance signed or saw.
 * The entries are appended byte for byte, with what follows from them in the book. `words`: for projects that the catalogue lost too.
 * @throws LogIntegrityError naming what does not match; Error if the mirror cannot be read, or an entry does not follow from the book.
 */
export async function recoverFromMirror(from: string, words: ProjectWords) {
  const begun = await findLog();
  const log = { origin: begun?.origin ?? ownOrigin(), size: begun?.size ?? 0 };
  if (begun?.isSample) throw new Error('The database has the log of the sample data. End it first: npm run catalogue -- remove-samples');
  const { note, checkpoint, read } = await readMirror(from, log.origin);
  if (checkpoint.origin !== log.origin) throw ofAnotherLog(checkpoint.origin, log.origin);
  const last = (await readLastSigned(log.origin))?.checkpoint;
  const mirror = new SignedLog(read, checkpoint);
  if (last && last.size <= checkpoint.size) await mirror.assertContinues(last);
  if (checkpoint.size <= log.size)
    throw new Error(`The mirror has ${checkpoint.size} entries, and the database has ${log.size}. It gives nothing back.`);
  await mirror.assertContinues({ origin: log.origin, size: log.size, root: await readRoot(log.size) });
  const lost: NewEntry[] = [];
  // Every tile is checked, and every entry read, before the first is appended.
  await mirror.readEntries((first, entries) => {
    for (const [at, bytes] of entries.entries()) {
      const index = first + at;
      if (index < log.size) continue;
      const entry = readEntry(index, bytes);
      if (!entry) throw new Error(`Entry ${entryNumber(index)} cannot be read`);
      lost.push({ index, entry, bytes });
    }
  });
  const madeProjects: NamedProject[] = [];
  for (let at = 0; at < lost.length; at += entriesAtOnce)
    madeProjects.push(
      ...(await inTransaction('read write', (transaction) => append(transaction, log, lost.slice(at, at + entriesAtOnce), words))),
    );
  await inTransaction('read write', (transaction) => storeCheckpoint(transaction, note, checkpoint));
  // A folder without a checkpoint takes none: the mirror may be behind what was signed.
  if (last) await saveLastSigned(log.origin, note);
  return {
    /** Entries that the database had, and has now. */
    before: log.size,
    after: log.size + lost.length,
    /** How many entries were signed, as far as this instance knows. More than `after`: the mirror is behind too. */
    signed: Math.max(checkpoint.size, last?.size ?? 0),
    /** Projects that the catalogue had lost too, as they were made from the entries. */
    madeProjects,
    /** The recovered entries with texts, none of which is on file, and their certificates. */
    withTexts: lost
      .filter(({ entry }) => textFields.some((field) => entry[field] !== undefined))
      .map(({ index, entry }) => ({ index, certificate: entry.certificate })),
    /** The recovered reservations, assignments and transfers, of which nobody knows any more whose API key made them. */
    withoutKey: lost.filter(({ entry }) => beginsOwner(entry.kind)).map(({ index }) => index),
  };
}

/**
 * Appends lost entries exactly as they were, with everything that follows from them.
 * @returns the projects that the catalogue had lost too.
 * @throws Error if an entry does not follow from the book, or is about a project that is another one today.
 */
async function append(transaction: Transaction, { origin }: Pick<Log, 'origin'>, entries: NewEntry[], words: ProjectWords) {
  const [first] = entries;
  if (!first) return [];
  // A log that the database has lost altogether begins at the time of the first entry that is taken back.
  await beginLog(transaction, { isSample: false, at: new Date(first.entry.time) });
  const now = await lockLog(transaction);
  if (now?.size !== first.index || now.origin !== origin) throw new Error('The log has changed meanwhile. Run the command again.');
  if (!(await acceptSecret(transaction, await recordSecret())))
    throw new Error('The secret that is here is not that of the log (RECORD_SECRET, or record-secret in DATA_DIR). Restore it first.');
  const madeProjects: NamedProject[] = [];
  for (const one of entries) {
    for (const { quantity: _, ...project } of projectsOf(one.entry))
      if (await restoreProject(transaction, one.index, project, { line: linesOfProject(one.entry, project)[0], words }))
        madeProjects.push(project);
    await applyEntries(transaction, [one]);
  }
  await refreshProjects(transaction, first.index);
  return madeProjects;
}

/** Stores the checkpoint over the recovered entries, so that none of its size is signed once more. Notes our keys if all signed it. */
async function storeCheckpoint(transaction: Transaction, note: string, { origin, size, root }: Checkpoint): Promise<void> {
  await transaction`insert into record_checkpoints (size, root, note) values (${size}, ${Buffer.from(root)}, ${note})`;
  const signed = await Promise.all((await verifierKeys(origin)).map((key) => verifyCheckpoint(note, [key])));
  if (signed.every(Boolean)) await storeSigningKeys(transaction, origin, size);
}

/**
 * Makes the project of a lost entry, if the catalogue has lost it too, with its identity and the facts of the entry. It is not on sale;
 * the next import completes it. One that earlier entries name is the same, whatever its names became. @returns whether it was made.
 * @throws Error if the catalogue has another project under that identity, or this one under another.
 */
async function restoreProject(
  transaction: Transaction,
  index: number,
  { id, slug, title, registryId }: NamedProject,
  { line, words }: { line: RecordLine | undefined; words: ProjectWords },
): Promise<boolean> {
  const standard = line ? registryName(line.registry) : words.notStated;
  const key = sql`catalogue_registry_key(${registryId}, ${standard})`;
  const known = await transaction<{ id: number; slug: string; title: string; isSame: boolean }[]>`
    select
      id, slug, title,
      exists (select from record_entry_projects where project_id = carbon_projects.id)
        or (registry_key is not distinct from ${key} and (external_id is not null or title = ${title}))
        or slug = ${slug} or exists (select from former_slugs where former_slugs.slug = ${slug} and project_id = carbon_projects.id) as is_same
    from carbon_projects
    where id = ${id} or slug = ${slug} or registry_key = ${key}
    order by (id = ${id}) desc
  `;
  const [first] = known;
  if (first?.id === id && first.isSame) return false;
  if (first) {
    const other = first.id === id ? `the catalogue's project ${id} is` : `the catalogue has it as project ${first.id},`;
    throw new Error(
      `Entry ${entryNumber(index)} is about project ${id}, "${title}" (${slug}), but ${other} "${first.title}" (${first.slug}). Recover the record before you import the catalogue: restore the backup once more, and run this command first.`,
    );
  }
  await transaction`
    insert into carbon_projects (id, slug, external_id, title, description, category, location, status, verification_standard, impact_per_year, unit_type)
    values (
      ${id}, ${slug}, ${registryId}, ${title}, ${words.description}, 'Other', ${words.notStated}, 'Not yet on sale',
      ${standard}, 0, ${line?.unitType ?? null}
    )
  `;
  return true;
}

/**
 * Takes texts that are not on file from the file of a certificate or an entry that its holder has kept (JSON, or a PDF with it inside):
 * names, purposes, references, notes. Only from a file that passes its check, of an entry that the log has. What was erased stays erased.
 * @returns which came back, by field; or the check that the file did not pass.
 * @throws Error if the log does not have the entry.
 */
export async function restoreTexts(bytes: Uint8Array) {
  const text = (isPdf(bytes) ? readPdf(bytes) : decodeUnicode(bytes)) ?? '';
  const checked = await checkFile(text, { keys: await listOwnKeys() });
  const file = readProvedFile(text);
  if (checked.verdict === 'failed' || !checked.fact || 'problem' in file) return { failed: checked };
  const { index, canonical, texts } = file;
  return inTransaction('read write', async (transaction) => {
    const [logged] = await transaction<{ entry: Buffer }[]>`select entry from record_entries where index = ${index}`;
    if (!logged?.entry.equals(Buffer.from(canonical, 'utf8'))) throw new Error(`The log does not have ${entryNamed(index)} as in the file`);
    const entry = JSON.parse(canonical) as RecordEntry;
    const erasures = await transaction<{ field: string }[]>`select field from record_erasures where entry_index = ${index}`;
    const isErased = ({ field }: { field: string }) => erasures.some((erasure) => erasure.field === field);
    const given = textFields.flatMap((field) => {
      const one = texts[field];
      if (!one || !('text' in one)) return [];
      return [{ index, field, text: one.text, salt: Buffer.from(one.salt, 'hex'), commitment: Buffer.from(entry[field] ?? '', 'hex') }];
    });
    const notErased = given.filter((one) => !isErased(one));
    const restored = await storeTexts(transaction, notErased);
    // Cached pages say that the texts are not on file.
    await refreshProjects(transaction, index, { to: index + 1 });
    return {
      index,
      restored,
      alreadyThere: notErased.filter((one) => !restored.includes(one.field)).map(({ field }) => field),
      erased: given.filter(isErased).map(({ field }) => field),
    };
  });
}

type Ending = {
  /** The name of the log that begins. */
  origin: string;
  /** Why the old one ends. Public. */
  reason: string;
  /** The last checkpoint of the old log, if others have a newer one than this instance. */
  lastNote?: string | undefined;
  /** What the first entry of the next log says, with places for the old log's name and figures and the reason. */
  words: string;
};

/**
 * Ends the log for good, and begins another under another name with the entries that are there. Nothing is ever signed under the old
 * name again, so that nobody is shown two logs of one name. The book stays as it is, and the first new entry says what happened.
 * @returns the first checkpoint of the new log.
 * @throws Error that says why not.
 */
export async function endLog({ origin, reason, lastNote, words }: Ending): Promise<SignedCheckpoint> {
  await withLockedLog(async (transaction, log) => {
    if (log.isSample) throw new Error('The log of the sample data ends with npm run catalogue -- remove-samples');
    if (origin === log.origin) throw new Error(`This is the name of the log that would end: ${origin}`);
    const [ended] = await transaction`select from record_ended_logs where origin = ${origin}`;
    if (ended) throw new Error(`A log of this name has ended: ${origin}`);
    const keys = (await readLogKeys(transaction, log.origin)).map(({ key }) => key);
    if (lastNote !== undefined && !(await verifyCheckpoint(lastNote, keys)))
      throw new Error('That checkpoint is not signed by a key of this log');
    const stored = await newestCheckpoint(log.origin, transaction);
    const [last] = [lastNote, (await readLastSigned(log.origin))?.note, stored?.note]
      .flatMap((note = '') => {
        const checkpoint = readCheckpoint(note)?.checkpoint;
        return checkpoint?.origin === log.origin ? [{ note, size: checkpoint.size }] : [];
      })
      .toSorted((a, b) => b.size - a.size);
    if (lastNote !== undefined && last?.note !== lastNote) throw new Error('That is not a newer checkpoint of this log');
    if (!last) throw new Error('No checkpoint of the log is known');
    const size = Math.max(last.size, log.size);
    await transaction`select record_end_log(${origin}, ${size}, ${last.note}, ${reason})`;
    await rememberEmpty(origin);
    const figures = { log: log.origin, entries: countOf(size, 'entry', 'entries'), kept: formatCount(log.size), reason };
    const entry: RecordEntry = {
      version: 1,
      kind: 'correct',
      time: await entryTime(transaction),
      project: null,
      quantity: 0,
      lines: [],
      refersTo: null,
      operation: hashIdempotencyKey(await recordSecret(), `end-log:${log.origin}`),
      continues: { log: log.origin, size, kept: log.size },
      correction: fill(words, figures),
    };
    await applyEntries(transaction, [{ index: log.size, entry, beside: { texts: [], keyId: null } }]);
  });
  return currentCheckpoint();
}

/**
 * Takes the operator's word for what was signed last, for an instance that has no checkpoint of its own, because its folder was lost or it
 * is new, or that has an older one. The database must have these entries. From then on this instance refuses anything that does not
 * continue them.
 * @param root the root of the tree in base64, as the third line of a checkpoint has it.
 * @throws Error that says why not.
 */
export async function adoptLastSigned(size: number, root: string): Promise<void> {
  const bytes = fromBase64(root);
  if (bytes?.length !== 32) throw new Error('ROOT is 32 bytes in base64: the third line of a checkpoint');
  await withLockedLog(async (transaction, { origin, size: stored }) => {
    const adopted = { origin, size, root: bytes };
    const last = (await readLastSigned(origin))?.checkpoint;
    for (const known of last ? [adopted, last] : [adopted]) await assertIncludes(transaction, known, stored);
    if (last && last.size > size) throw new Error(`A checkpoint over ${last.size} entries was signed or seen here since`);
    const signed = await findCheckpoint(size, transaction);
    const isOurs = signed && readCheckpoint(signed.note)?.checkpoint.origin === origin;
    await saveLastSigned(origin, isOurs ? signed.note : await signCheckpoint(adopted));
  });
}

/** Has keyed hashes made with the secret that is here, because the one before is lost. @returns false if they were already. */
export async function adoptOwnSecret(): Promise<boolean> {
  const secret = await recordSecret();
  return withLockedLog(async (transaction) => {
    const isKnown = await acceptSecret(transaction, secret);
    if (!isKnown) await adoptSecret(transaction, secret);
    return !isKnown;
  });
}

/** @throws Error if there is no log; whatever `work` throws. */
function withLockedLog<Result>(work: (transaction: Transaction, log: Log) => Promise<Result>): Promise<Result> {
  return inTransaction('read write', async (transaction) => {
    const log = await lockLog(transaction);
    if (!log) throw new Error('The log has not begun');
    return work(transaction, log);
  });
}
