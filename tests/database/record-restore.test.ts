import { cp, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, expect, it, vi } from 'vitest';
import { createKey, listKeys } from '#server/domain/api-keys.ts';
import { auditWholeRecord } from '#server/domain/record/audit/audit.ts';
import { startRecordJobs } from '#server/domain/record/jobs.ts';
import { assertAppendable, currentCheckpoint } from '#server/domain/record/log/checkpoint.ts';
import { LogForked } from '#server/domain/record/log/data-dir.ts';
import { compareWithMirror } from '#server/domain/record/log/mirror.ts';
import { eraseTexts } from '#server/domain/record/log/texts.ts';
import { findCertificate } from '#server/domain/record/read/certificates.ts';
import { provedFileOf, type ReadEntry } from '#server/domain/record/read/entries.ts';
import { describeLog, findMissingEntries, findOwnPolicy, listEndedLogs, listLostTexts } from '#server/domain/record/read/own-log.ts';
import { recordFiles, recordLog } from '#server/http/routes/record-files.ts';
import { closePool } from '#server/platform/database/pool.ts';
import { query } from '#server/platform/database/query.ts';
import { env } from '#server/platform/env.ts';
import { metricsRegistry } from '#server/platform/metrics.ts';
import { dayIn } from '#shared/schemas/typed.ts';
import { expectRun, runHere } from '#tests/support/command.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { like } from '#tests/support/matchers.ts';
import { ownDatabase, problemOf, run, shares, units, withoutTriggers } from '#tests/support/own-database.ts';
import { projectRow } from '#tests/support/projects.ts';
import { runVerifier, serveLog } from '#tests/support/signed-log.ts';
import { folderOfTest, makeTemporaryFolder } from '#tests/support/temporary-folder.ts';
import { readPolicy } from '#verify/policy.ts';
import { readCheckpoint } from '#verify/signed-tree.ts';
import { toBase64 } from '#verify/text.ts';

// Each test goes on with what those before it left.
const project = (slug: string, external_id: string) => ({ ...projectRow(slug), external_id, unit_type: 'Removal - nature' });
const live = ownDatabase({ RECORD_SIGNING_KEY: Buffer.alloc(32, 7).toString('base64') }, [project('forest', 'ACR102')]);
let backup: TestDatabase;
const elsewhere = await makeTemporaryFolder();
/** A mirror of the log, and the instance's folder as it was copied with the backup. */
const [mirror, copied] = [path.join(elsewhere.path, 'mirror'), path.join(elsewhere.path, 'copied')];
afterAll(() => Promise.all([elsewhere.remove(), backup?.drop()]));
/** The id of an API key. */
let keyId: number;
/** How many entries the backup has, and how many were signed. */
let [kept, signed] = [0, 0];
/** The certificates' files that holders keep, by number. */
const files = new Map<string, string>();

/** Makes the code under test use this database from now on. */
async function use(database: TestDatabase): Promise<void> {
  await closePool(1);
  vi.stubEnv('DATABASE_URL', database.url);
  env().DATABASE_URL = database.url;
}

const beneficiary = 'Example plc';
const retirement = { project: 'forest', quantity: 10, beneficiary };
const until = dayIn(30);
/** The words of a retirement by command. */
const retire = ['retire', 'project=forest', 'quantity=1', 'beneficiary=Somebody'];

const command = (words: string[], settings?: Record<string, string>) => runHere('record', words, settings);
const expectCommand = (code: number, said: string | RegExp, words: string[], settings?: Record<string, string>) =>
  expectRun(command(words, settings), code, said);

/** The entries. That everything else follows from them is what the audit compares. */
const entriesOf = ({ sql }: TestDatabase) => sql`select index, entry from record_entries order by index`;

it('a database restored from an old backup accepts and signs nothing, and says what is missing', async () => {
  await createKey('marketplace', ['reserve']);
  keyId = (await listKeys())[0]?.id ?? 0;
  await run('receive', units('forest', 'PIU-1', 1, 500));
  await expectCommand(0, 'continues the last signed checkpoint: 1 entry.\n', ['recover']);
  await run('retire', retirement);
  kept = 2;
  await closePool(1);
  backup = await createTestDatabase({ asCopyOf: live });
  await cp(live.folder, copied, { recursive: true });

  // The site goes on: with a new project and another name of one, and every kind of operation.
  await live.sql`update carbon_projects set slug = 'old-forest', title = 'Old forest', external_id = 'ACR103' where slug = 'forest'`;
  await live.sql`insert into carbon_projects ${live.sql(project('fen', 'UK4'))}`;
  const expected = { issuance: 'expected', vintageStart: '2030-01-01', vintageEnd: '2030-12-31' };
  await run('receive', units('fen', 'PIU-2', 1, 300, expected));
  const reserved = await run('reserve', { project: 'fen', quantity: 40, until }, { actor: { keyId, isForAnyOwner: false } });
  const assigned = await run('assign', { project: 'fen', quantity: 60, buyer: beneficiary });
  await run('release', { reservation: reserved.entry, quantity: 5 });
  const issued = [{ series: 'WCU-2', first: 1, last: 90 }];
  await run('deliver', { project: 'fen', quantity: 100, verified: 90, issued, reason: 'Browsing', retire: assigned.entry });
  const same = { quantity: 20, verified: 20, sameSerials: true, registryUrl: 'https://registry.example/2' };
  await run('deliver', { project: 'fen', ...same });
  await run('reserve', { project: 'forest', quantity: 30, until, reference: 'PO 1' });
  const sold = await run('transfer', { project: 'forest', quantity: 25 }, { key: 'ten' });
  await run('retire', { transfer: sold.entry, quantity: 5, beneficiary, purpose: 'Emissions of 2026' }, { key: 'eleven' });
  await run('retire', { projects: shares({ forest: 3, fen: 4 }), beneficiary });
  await run('cancel', { project: 'forest', quantity: 2, reason: 'Reversal' });
  await run('correct', { entry: 4, correction: 'It was another' });
  const newest = await currentCheckpoint();
  signed = newest?.size ?? 0;
  expect(signed).toBe(14);
  await mirrorLog(mirror);
  for (const { number } of await live.sql`select number from record_certificates`)
    files.set(number, JSON.stringify(await provedFileOf((await findCertificate(number)) as ReadEntry)));

  await use(backup);
  await expect(assertAppendable()).rejects.toThrow(LogForked);
  const stop = startRecordJobs();
  await expect.poll(async () => (await metricsRegistry.getSingleMetric('carma_record_audit_ok')?.get())?.values[0]?.value).toBe(0);
  stop();
  expect(await problemOf(run('retire', retirement))).toMatch(/^record_not_appendable .*12 are missing/s);
  expect((await currentCheckpoint())?.size).toBe(kept);
  expect(await findMissingEntries()).toEqual({ size: kept, signed });
  // What may be among the missing entries is not said to be unknown (404): 503, so that a check of it is unfinished, not failed.
  const [lost = ''] = [...files.keys()].toSorted().slice(-1);
  const served = [
    recordLog().request('/checkpoint'),
    recordFiles().request(`/certificates/${lost}.json`),
    recordFiles().request(`/record/entries/${kept + 1}.json`),
  ];
  expect((await Promise.all(served)).map(({ status }) => status)).toEqual([503, 503, 503]);
  expect((await served[0])?.headers.get('access-control-allow-origin')).toBe('*');
  expect(await expectCommand(1, 'The database has 2 entries', ['recover'])).toContain(newest?.note);
});

it('a folder that was put back whole, with the database, knows nothing of what was signed since, and says so; a mirror does', async () => {
  const restored = await createTestDatabase({ asCopyOf: backup });
  await use(restored);
  const [unaware, mirrored] = [await folderOfTest(), await folderOfTest()];
  for (const one of [unaware, mirrored]) await cp(copied, one, { recursive: true });
  await expectCommand(0, 'There is nothing to recover.\nOnly this folder (DATA_DIR) was asked.', ['recover'], { DATA_DIR: unaware });
  const settings = { DATA_DIR: mirrored, RECORD_MIRROR: mirror };
  await expectCommand(1, '12 are missing', retire, settings);
  await expectCommand(1, `recover --from ${mirror}`, ['recover'], settings);
  // From then on it knows by itself.
  await expectCommand(1, '12 are missing', retire, { DATA_DIR: mirrored });
  // A mirror that is away stops nothing.
  await expectCommand(0, 'Dry run', [...retire, '--dry-run'], { DATA_DIR: unaware, RECORD_MIRROR: path.join(mirror, 'none') });
  // Without one, other entries take the place of those that were lost, and only the mirror tells.
  env().DATA_DIR = unaware;
  for (let entry = kept; entry < signed; entry++) await run('retire', retirement);
  const forked = await folderOfTest();
  await mirrorLog(forked);
  env().DATA_DIR = live.folder;
  await expectCommand(1, 'The first 14 entries are not those that were signed', retire, { ...settings, DATA_DIR: unaware });
  await use(backup);
  await restored.drop();
  await expectCommand(1, 'does not continue', ['recover', '--from', forked]);
});

it('recovery from a mirror is refused if a byte of the mirror was changed, or its checkpoint is of another key or log, or too long', async () => {
  const changed = await folderOfTest();
  await cp(mirror, changed, { recursive: true });
  const tile = path.join(changed, `tile/entries/000.p/${signed}`);
  const bytes = await readFile(tile);
  bytes[bytes.length - 3] = (bytes[bytes.length - 3] ?? 0) ^ 1;
  await writeFile(tile, bytes);
  await expectCommand(1, 'does not hold the entries that were signed', ['recover', '--from', changed]);
  const otherKey = { RECORD_SIGNING_KEY: Buffer.alloc(32, 8).toString('base64') };
  await expectCommand(1, 'not signed by any key', ['recover', '--from', mirror], otherKey);
  const note = await readFile(path.join(mirror, 'checkpoint'), 'utf8');
  for (const [wrong, said] of [
    [note.replace('carma.', 'other.'), 'The mirror is of another log, other.example/log. This one is carma.example/log'],
    [`${note}${'x'.repeat(250_000)}`, 'more than a log can have there'],
  ] as const) {
    await writeFile(path.join(changed, 'checkpoint'), wrong);
    await expectCommand(1, said, ['recover', '--from', changed]);
  }
  expect(await findMissingEntries()).toEqual({ size: kept, signed });
});

it('recovery from a mirror takes every lost entry back byte for byte, with everything that follows from it, and lists what a mirror cannot give', async () => {
  const served = await serveLog((part) => readFile(path.join(mirror, part)));
  const { code, stdout, stderr } = await command(['recover', '--from', served.address]);
  await served.close();
  expect([code, stderr]).toEqual([0, '']);
  for (const said of [
    ...['Took back 12 entries, 3 to 14, exactly as they were.', 'Audit: 14 entries, 3 batches, 890 units: no difference.'],
    ...[
      '2, fen (fen, UK4)',
      'API keys revoked since are valid again',
      'the reservations, assignments and transfers 4, 5, 9, 10:',
      'Names are not on file for',
    ],
  ])
    expect(stdout).toContain(said);
  await expectCommand(1, 'It gives nothing back', ['recover', '--from', mirror]);
  expect(await entriesOf(backup)).toEqual(await entriesOf(live));
  expect(await findMissingEntries()).toBeUndefined();
  expect((await auditWholeRecord()).difference).toBeNull();
});

it('recovery from a mirror and a holder’s file gives back a whole log, and names, to an empty database, which is not served as one without a log, and whose projects are made from the entries', async () => {
  const empty = await createTestDatabase();
  await use(empty);
  expect(await findMissingEntries()).toEqual({ size: 0, signed });
  await expect(currentCheckpoint()).rejects.toThrow('the database has 0: 14 are missing');
  const file = path.join(live.folder, 'held.json');
  await writeFile(file, files.get('CR-000011') ?? '');
  const { code, stdout, stderr } = await command(['recover', '--from', mirror, '--certificate', file]);
  const audited = /Entry 11: took back .*Audit: 14 entries, 3 batches, 890 units: no difference\./s;
  expect([code, stderr, stdout]).toEqual([0, '', like(audited)]);
  expect(await entriesOf(empty)).toEqual(await entriesOf(live));
  await use(backup);
  await empty.drop();
});

it('recovery from a mirror finds the entry of a client that repeats an operation, and leaves units of a reservation to keys that may act for any owner, because nobody knows whose it was', async () => {
  expect(await run('transfer', { project: 'forest', quantity: 25 }, { key: 'ten' })).toMatchObject({ entry: 9, replayed: true });
  expect(await problemOf(run('transfer', { project: 'forest', quantity: 26 }, { key: 'ten' }))).toMatch(/^idempotency_key_reused/);
  const release = { reservation: 3, quantity: 1 };
  await expect(run('release', release, { actor: { keyId, isForAnyOwner: false } })).rejects.toMatchObject({ code: 'owner_differs' });
  expect(await run('release', release, { actor: { keyId, isForAnyOwner: true } })).toMatchObject({ entry: signed });
});

it('recovery gives a name back from the file of its holder, and never one that was erased', async () => {
  expect((await findCertificate('CR-000011'))?.texts).toEqual({ beneficiary: { notOnFile: true }, purpose: { notOnFile: true } });
  const file = path.join(live.folder, 'kept.json');
  await writeFile(file, files.get('CR-000011')?.replace('Example plc', 'Another plc') ?? '');
  await expectCommand(1, '“Retired for” does not match the hash', ['recover', '--certificate', file]);
  await writeFile(file, files.get('CR-000011')?.replace('record@v1', 'record@v2') ?? '');
  await expectCommand(1, 'made by a newer program, in the format carma-record@v2', ['recover', '--certificate', file]);
  await writeFile(file, files.get('CR-000011') ?? '');
  const version = async () => (await backup.sql`select data_version() as version`)[0]?.version;
  const before = await version();
  await expectCommand(0, /^Entry 11: took back (?:beneficiary, purpose|purpose, beneficiary)\.\n/, ['recover', '--certificate', file]);
  expect((await findCertificate('CR-000011'))?.texts.beneficiary).toMatchObject({ text: beneficiary });
  // Cached pages say that it is not on file.
  expect(await version()).not.toBe(before);
  const same = { transfer: 9, quantity: 5, beneficiary, purpose: 'Emissions of 2026' };
  expect(await run('retire', same, { key: 'eleven' })).toMatchObject({ certificate: 'CR-000011', replayed: true });
  const other = run('retire', { ...same, beneficiary: 'Another plc' }, { key: 'eleven' });
  expect(await problemOf(other)).toMatch(/^idempotency_key_reused/);

  await eraseTexts(query, 10);
  await expectCommand(0, 'erased, and stays so', ['recover', '--certificate', file]);
  expect((await findCertificate('CR-000011'))?.texts.beneficiary).toEqual({ erased: true });
  expect((await listLostTexts()).map(({ certificate }) => certificate)).not.toContain('CR-000011');

  // What was erased after the backup is erased once more: its holder's file does not bring it back.
  await expectCommand(0, /^Deleted 1 text \(beneficiary\) of CR-000012 /, ['erase', 'certificate', 'CR-000012', '--yes']);
  await writeFile(file, files.get('CR-000012') ?? '');
  await expectCommand(0, 'erased, and stays so', ['recover', '--certificate', file]);
  expect((await findCertificate('CR-000012'))?.texts.beneficiary).toEqual({ erased: true });
});

it('an instance without a checkpoint of its own accepts and signs nothing, and neither does a command, until somebody states what was signed last', async () => {
  const other = await folderOfTest();
  const settings = { DATA_DIR: other, RECORD_SECRET: await readFile(path.join(live.folder, 'record-secret'), 'utf8') };
  await expectCommand(1, 'record -- adopt SIZE ROOT', retire, settings);
  const { checkpoint } = readCheckpoint((await currentCheckpoint())?.note ?? '') ?? {};
  const root = toBase64(checkpoint?.root ?? new Uint8Array());
  await expectCommand(1, 'not those that were signed', ['adopt', '14', root], settings);
  await expectCommand(1, 'the database has 15', ['adopt', '16', root], settings);
  await expectCommand(0, '', ['adopt', '15', root], settings);
  await expectCommand(0, '"entryIndex": 15', retire, settings);
  await expectCommand(1, 'over 16 entries', ['adopt', '15', root], settings);
});

it('an instance whose last checkpoint cannot be read accepts and signs nothing, and does not take another in its place', async () => {
  const other = await folderOfTest();
  await cp(live.folder, other, { recursive: true });
  const settings = { DATA_DIR: other };
  for (const file of await readdir(other))
    if (file.startsWith('record-checkpoint-')) await writeFile(path.join(other, file), 'half a check');
  await expectCommand(1, 'cannot be read', retire, settings);
  await expectCommand(1, 'cannot be read', ['recover'], settings);
  const { size = 0, root = new Uint8Array() } = readCheckpoint((await currentCheckpoint())?.note ?? '')?.checkpoint ?? {};
  await expectCommand(1, 'cannot be read', ['adopt', String(size), toBase64(root)], settings);
});

it('a secret that is another one cannot make the log take a repeated operation for a new one', async () => {
  await use(backup);
  env().RECORD_SECRET = Buffer.alloc(32, 9).toString('base64');
  expect(await problemOf(run('transfer', { project: 'forest', quantity: 25 }, { key: 'ten' }))).toMatch(/^record_not_appendable/);
  for (const said of ['Those made before are not recognised any more', 'recognised by this secret already. Nothing was changed'])
    await expectCommand(0, said, ['adopt', '--secret'], { RECORD_SECRET: Buffer.alloc(32, 9).toString('base64') });
  expect(await run('retire', retirement)).toMatchObject({ entry: 16 });
  env().RECORD_SECRET = undefined;
  await expect(run('retire', retirement)).rejects.toMatchObject({ code: 'record_not_appendable' });
});

it('a log is ended for good: another begins with the entries that are there, says which it continues, and gives no number of a lost certificate again', async () => {
  const [longest, lost] = [path.join(elsewhere.path, 'longest'), path.join(elsewhere.path, 'CR-000016.json')];
  await mirrorLog(longest);
  await writeFile(lost, JSON.stringify(await provedFileOf((await findCertificate('CR-000016')) as ReadEntry)));
  const restored = await createTestDatabase({ asCopyOf: live });
  await use(restored);
  // The same key has signed three more entries meanwhile, and nobody has them.
  const lastNote = await readFile(path.join(mirror, 'checkpoint'), 'utf8');
  const { sql } = backup;
  const [longer] = await sql`select note from record_checkpoints order by size desc limit 1`;
  await expect(assertAppendable()).rejects.toThrow(LogForked);
  await expectCommand(1, 'the name', ['end-log', 'origin=carma.example/log', 'reason=Lost']);
  const older = ['--checkpoint', path.join(mirror, 'checkpoint')];
  await expectCommand(1, 'not a newer checkpoint', ['end-log', 'origin=carma.example/log-2', 'reason=Lost', ...older]);
  const forged = path.join(elsewhere.path, 'forged');
  await writeFile(forged, lastNote.replace('\n14\n', '\n99\n'));
  await expectCommand(1, 'not signed', ['end-log', 'origin=carma.example/log-2', 'reason=Lost', '--checkpoint', forged]);
  // Nobody's word makes what is known here to be signed undone.
  await expectCommand(1, '3 are missing', ['adopt', '14', lastNote.split('\n')[2] ?? '']);
  const ended = await command(['end-log', 'origin=carma.example/log-2', 'reason=Three entries were lost with a disk']);
  expect([ended.code, ended.stderr]).toEqual([0, '']);
  expect(ended.stdout).toContain('carma.example/log-2\n15\n');
  // A mirror of the log that has ended says nothing of the next one.
  env().RECORD_MIRROR = longest;
  await compareWithMirror();
  env().RECORD_MIRROR = undefined;
  expect(await listEndedLogs()).toMatchObject([
    { origin: 'carma.example/log', size: 17, kept: 14, reason: 'Three entries were lost with a disk', note: longer?.note },
  ]);
  expect(lastNote).not.toBe(longer?.note);
  const { entry, certificate } = await run('retire', retirement);
  expect([entry, certificate]).toEqual([15, 'CR-000019']);
  // The same place in the log, and no text of the entry that was lost there.
  await expectCommand(1, 'The log does not have entry 16', ['recover', '--certificate', lost]);
  await expectCommand(1, 'A log of this name has ended', ['end-log', 'origin=carma.example/log', 'reason=Lost']);
  expect(readCheckpoint((await currentCheckpoint())?.note ?? '')?.checkpoint).toMatchObject({ origin: 'carma.example/log-2', size: 16 });
  // One key has signed both logs, and a policy that names it twice could not be read.
  expect((await readPolicy(await findOwnPolicy())).logs).toMatchObject([{ name: 'carma.example/log-2' }]);
  expect((await auditWholeRecord()).difference).toBeNull();
  const setEnd = (size: number) => withoutTriggers(restored, (sql) => sql`update record_ended_logs set size = ${size}`);
  await setEnd(18);
  expect((await auditWholeRecord()).difference).toMatch(/^Entry 15 continues the log carma\.example\/log, which is not listed as it says/);
  await setEnd(17);
  const found = await findCertificate('CR-000011');
  expect(found && (await provedFileOf(found))?.proof).toContain('carma.example/log-2');
  await restored.sql`
    insert into record_ended_logs (origin, size, note, kept, reason, ended_at) values ('carma.example/log-0', 16, '', 15, 'Cut', '2020-1-1')
  `;
  const { ended: named } = await describeLog();
  expect(named.map(({ log, kept }) => `${log}: ${kept}`)).toEqual(['carma.example/log-0: 15', 'carma.example/log: 14']);
  // The later loss took one more entry of the first log.
  expect((await listEndedLogs()).map(({ held }) => held)).toEqual([14, 14]);

  // A backup from before the end does not go on under the old name, or with entries of the next log.
  const next = path.join(elsewhere.path, 'next');
  await mirrorLog(next);
  await use(live);
  await expectCommand(1, 'The mirror is of another log, carma.example/log-2. This', ['recover', '--from', next]);
  for (const mirrored of [{ RECORD_MIRROR: next }, undefined])
    await expectCommand(1, '2 are missing', retire, { ...mirrored, DATA_DIR: copied });
  await use(backup);
  env().RECORD_ORIGIN = 'carma.example/log-2';
  await expect(assertAppendable()).rejects.toThrow('a state before the first one ended');
  env().RECORD_ORIGIN = undefined;
  await restored.drop();
});

it('a log whose database was made anew begins under another name, which the command asks for', async () => {
  const anew = await createTestDatabase();
  await use(anew);
  const said = await expectCommand(1, /The database has 0 entries\.[\s\S]*\(db:reset\): set RECORD_ORIGIN to a name/, ['recover']);
  expect(said).toMatch(/was signed or seen here:\n\ncarma\.example\/log\n17\n/);
  await expectCommand(0, 'The log has not begun.', ['recover'], { RECORD_ORIGIN: 'carma.example/log-3' });
  await use(live);
  await anew.drop();
});

/** Mirrors the log that the site serves into a folder. */
async function mirrorLog(to: string): Promise<void> {
  const { address, close } = await serveLog(async (part) => {
    const answer = await recordLog().request(`/${part}`);
    return answer.ok ? new Uint8Array(await answer.arrayBuffer()) : answer.status;
  });
  const keys = `${to}.keys`;
  await writeFile(keys, await (await fetch(`${address}/keys`)).text());
  expect(await runVerifier('follow', address, '--key', keys, '--mirror', to)).toMatchObject({ code: 0 });
  await close();
}
