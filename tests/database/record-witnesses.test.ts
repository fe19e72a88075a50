import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startRecordJobs } from '#server/domain/record/jobs.ts';
import { assertAppendable, currentCheckpoint } from '#server/domain/record/log/checkpoint.ts';
import { readLastSigned } from '#server/domain/record/log/data-dir.ts';
import { readLogKeys, signingKeys } from '#server/domain/record/log/keys.ts';
import {
  askWitnesses,
  checkWitnessSettings,
  findWitnessed,
  learnLastSignedFromWitnesses,
  withCosignatures,
} from '#server/domain/record/log/witnesses.ts';
import { findEntry, provedFileOf, proveEntry, type ReadEntry } from '#server/domain/record/read/entries.ts';
import { describeLog, findOwnKeysText, findOwnPolicy, findWitnessing } from '#server/domain/record/read/own-log.ts';
import { recordLog } from '#server/http/routes/record-files.ts';
import { query } from '#server/platform/database/query.ts';
import { env } from '#server/platform/env.ts';
import { log } from '#server/platform/log.ts';
import { metricsRegistry, readDatabaseGauges } from '#server/platform/metrics.ts';
import { expectRun, runHere } from '#tests/support/command.ts';
import { has, like } from '#tests/support/matchers.ts';
import { ownDatabase, run, units, withoutTriggers } from '#tests/support/own-database.ts';
import { projectRow } from '#tests/support/projects.ts';
import { makeLogKey, signedNote } from '#tests/support/signed-log.ts';
import { folderOfTest } from '#tests/support/temporary-folder.ts';
import { type Fault, startWitness, type TestWitness } from '#tests/support/witness.ts';
import { checkCosignatures, readPolicy } from '#verify/policy.ts';
import { type LogKey, readCheckpoint, readKeys, readProof, verifyCheckpoint, verifyProof } from '#verify/signed-tree.ts';

const origin = 'carma.example/log';
const [keyA = '', keyB = ''] = [11, 12].map((byte) => Buffer.alloc(32, byte).toString('base64'));
let received = 0;

const signWith = (...keys: string[]) => Object.assign(env(), { RECORD_SIGNING_KEY: keys.join(',') });
/** Adds an entry. @returns its index, and the checkpoint that covers it. */
async function append() {
  received += 1;
  const { entry } = await run('receive', units('oak', `WCU-${received}`, 1, 10));
  return { entry, ...(await currentCheckpoint()) };
}

const database = ownDatabase({ RECORD_SIGNING_KEY: keyA }, [projectRow('oak')]);

const periods = async () =>
  (await readLogKeys(query, origin)).map(({ from, until }) => (until ? 'used before' : from ? 'used' : 'announced'));

it('a log that has not begun has a checkpoint over no entries, its key, and a description at once, and reading these does not begin it', async () => {
  const read = async (part: string) => (await recordLog().request(`/${part}`)).text();
  const note = await read('checkpoint');
  // SHA-256 of nothing.
  expect(note).toContain('carma.example/log\n0\n47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=\n');
  const keys = (await readKeys(await read('key'))) ?? [];
  expect(await verifyCheckpoint(note, [keys[0]?.key as LogKey['key']])).toBeDefined();
  expect(await read('keys')).toBe(await read('key'));
  const described = { origin, url: 'https://carma.example/log', contact: like(/^mailto:/) };
  expect(JSON.parse(await read('log.json'))).toMatchObject({ ...described, sample: false, begunAt: null });
  expect((await recordLog().request('/tile/0/000.p/1')).status).toBe(404);
  expect(await database.sql`select from record_log`).toHaveLength(0);
});

it('the keys of the log are kept with their periods through a rotation, and every older checkpoint verifies with the key that signed it', async () => {
  const first = await append();
  await append();
  expect(await periods()).toEqual(['used']);
  signWith(keyA, keyB);
  expect(await periods()).toEqual(['used', 'announced']);
  const both = await append();
  expect(await periods()).toEqual(['used', 'used']);
  signWith(keyB, keyA);
  await append();
  // A shell without the setting has the old key alone.
  signWith(keyA);
  await expect(append()).rejects.toThrow('one operation with RECORD_SIGNING_KEY="NEW,OLD" makes the new one sign again');
  signWith(keyB);
  const last = await append();
  signWith(keyA);
  await expect(append()).rejects.toThrow('signed by a key that is not here');
  signWith(keyB);
  expect(await periods()).toEqual(['used', 'used before']);

  const keys = (await readKeys(await findOwnKeysText())) ?? [];
  const verifierKeys = keys.map(({ key }) => key);
  const [now, before] = keys;
  const signedAt = async ({ size }: typeof both) =>
    (await database.sql`select signed_at from record_checkpoints where size = ${size}`)[0]?.signed_at.toISOString();
  expect([now?.from, before?.until]).toEqual([await signedAt(both), await signedAt(last)]);
  const signers = await Promise.all([first, both, last].map(async ({ note }) => (await verifyCheckpoint(note, verifierKeys))?.key));
  expect(signers).toEqual([before?.key, now?.key, now?.key]);
  expect(before?.until).toBeDefined();
  expect(await findOwnPolicy()).toMatch(/^log .*\n# signed until \S+Z\nlog .*\n# No witness sees this log: /);
});

it('the keys of the log are those whose signatures lead to a key of this installation, whatever somebody writes into the database', async () => {
  const before = await findOwnKeysText();
  const rogue = await makeLogKey(origin);
  await withoutTriggers(database, async (sql) => {
    // Under a checkpoint that it has not signed, and under ones of its own, before and after all others.
    for (const size of [2, 0, 1_000_000]) await sql`insert into record_signing_keys (size, keys) values (${size}, ${[rogue.text]})`;
    for (const size of [0, 1_000_000]) {
      const note = signedNote({ origin, size, root: new Uint8Array(32) }, rogue);
      await sql`insert into record_checkpoints (size, root, note, number) values (${size}, ${Buffer.alloc(32)}, ${note}, ${size - 1})`;
    }
  });
  expect(await readKeys(await findOwnKeysText())).toMatchObject((await readKeys(before))?.map(({ key }) => ({ key })) ?? []);
  await withoutTriggers(database, async (sql) => {
    await sql`delete from record_signing_keys where keys = ${[rogue.text]}`;
    await sql`delete from record_checkpoints where size in (0, 1000000)`;
  });
  expect(await findOwnKeysText()).toBe(before);
});

describe('witnesses', () => {
  let first: TestWitness;
  let second: TestWitness;
  /** Asks these witnesses from now on, of which so many are needed. */
  const watchedBy = (witnesses: TestWitness[], quorum = witnesses.length) =>
    Object.assign(env(), {
      RECORD_WITNESSES: witnesses.map(({ key, url }) => ({ key, address: url })),
      RECORD_WITNESS_QUORUM: quorum === 0 ? undefined : quorum,
    });
  /** The witness as the database names it, by the name and the id of its key. */
  const nameOf = ({ key }: TestWitness) => key.split('+', 2).join('+');
  const stored = () =>
    database.sql<{ size: string; witness: string; line: string }[]>`select size, witness, line from record_cosignatures order by id`;
  const proofOf = async (index: number) => readProof((await proveEntry({ index, related: [] }))?.proof ?? '');
  /** Counts the answers of witnesses with this outcome. */
  const answers = async (outcome: string) => {
    const metric = await metricsRegistry.getSingleMetric('carma_record_witness_answers_total')?.get();
    return metric?.values.filter(({ labels }) => labels.outcome === outcome).reduce((sum, { value }) => sum + value, 0) ?? 0;
  };

  beforeEach(async () => {
    const keys = (await signingKeys()).map(({ publicKey }) => publicKey);
    // Names of their own in each test, so that what earlier ones have seen is not theirs.
    const name = `witness-${received}.example`;
    first = await startWitness({ [origin]: keys }, { name: `${name}/first` });
    second = await startWitness({ [origin]: keys }, { name: `${name}/second`, algorithm: 'ml-dsa-44' });
    await append();
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    watchedBy([]);
    await Promise.all([first.close(), second.close()]);
  });

  it('cosign each new checkpoint with a proof that it continues the last one, and certificates are built on what a quorum has seen', async () => {
    const unwitnessed = async () => {
      await readDatabaseGauges(5_000);
      return (await metricsRegistry.getSingleMetric('carma_record_unwitnessed_seconds')?.get())?.values[0]?.value;
    };
    expect(await unwitnessed()).toBe(0);
    watchedBy([first, second]);
    const before = await append();
    expect(await findWitnessed()).toBeUndefined();
    // The oldest of those that nobody has seen counts, however many follow.
    const [oldest] = await database.sql`select extract(epoch from now() - min(signed_at))::float8 as age from record_checkpoints`;
    expect(await unwitnessed()).toBeGreaterThanOrEqual(oldest?.age);
    // Of this log: those of one that has ended are not waiting for anybody.
    const ended = database.sql`values (0, ${Buffer.alloc(32)}, 'ended.example\n', -1, '2020-01-01'::timestamptz)`;
    await withoutTriggers(database, (sql) => sql`insert into record_checkpoints (size, root, note, number, signed_at) ${ended}`);
    expect(await unwitnessed()).toBeLessThan(86_400);
    await withoutTriggers(database, (sql) => sql`delete from record_checkpoints where size = 0`);
    const policy = await readPolicy(await findOwnPolicy());
    const found = (await findEntry(before.entry)) as ReadEntry;
    const saved = await provedFileOf(found);
    await askWitnesses();
    expect(await provedFileOf(found, { size: before.size, cosignatures: 0 })).toEqual(saved);
    expect((await provedFileOf(found, { size: before.size }))?.proof).not.toBe(saved?.proof);
    const later = await append();
    const proof = await proofOf(before.entry);
    // Signed by the log, seen by both, and the entry is in it, although the log has grown.
    expect(await checkCosignatures(proof?.checkpoint ?? '', policy)).toMatchObject({ needed: 2, isReached: true, forged: [] });
    const [entry] = await database.sql`select entry from record_entries where index = ${before.entry}`;
    expect(proof && (await verifyProof(new Uint8Array(entry?.entry), proof, policy.logs))).toMatchObject({ isIncluded: true });
    expect(await findWitnessing()).toMatchObject({ needed: 2, newest: { size: before.size, newer: 1, seenBy: 2 } });
    expect((await describeLog()).witnessed).toBe(before.size);
    // What came after it is not seen yet.
    expect((await proofOf(later.entry))?.checkpoint).toBe(later.note);

    await askWitnesses();
    expect(first.requests.at(-1)).toMatch(new RegExp(`^old ${before.size}\n`));
    expect(first.seen.get(origin)?.size).toBe(later.size);
    expect((await withCosignatures(later)).note.match(/^— /gm)).toHaveLength(3);
    expect((await proveEntry({ index: before.entry, related: [] }))?.checkpoint.size).toBe(later.size);
  });

  it('tell a folder without a checkpoint of its own whether the database is behind what they have seen', async () => {
    watchedBy([first, second], 1);
    const seen = await append();
    await askWitnesses();
    const { DATA_DIR } = env();
    // One of them now says that it has seen three more entries: the database would be behind.
    first.seen.set(origin, { size: seen.size + 3, root: Buffer.alloc(32, 1) });
    env().DATA_DIR = await folderOfTest();
    Object.assign(env(), { RECORD_SECRET: await readFile(path.join(DATA_DIR, 'record-secret'), 'utf8') });
    await learnLastSignedFromWitnesses();
    await expect(append()).rejects.toMatchObject({ code: 'record_not_appendable', message: has('adopt SIZE ROOT') });
    first.seen.set(origin, { size: seen.size, root: Buffer.from(readCheckpoint(seen.note)?.checkpoint.root ?? []) });
    // What was signed last is not known either while fewer answer than are needed.
    first.fault = { status: 503 };
    watchedBy([first, second]);
    await learnLastSignedFromWitnesses();
    await expect(append()).rejects.toMatchObject({ code: 'record_not_appendable' });
    // Nor where there are none.
    watchedBy([]);
    await learnLastSignedFromWitnesses();
    await expect(append()).rejects.toMatchObject({ code: 'record_not_appendable' });
    watchedBy([first, second]);
    first.fault = undefined;
    await learnLastSignedFromWitnesses();
    expect((await append()).size).toBe(seen.size + 1);
    Object.assign(env(), { DATA_DIR, RECORD_SECRET: undefined });
    // What one instance has signed is known to the others from their next job on.
    await assertAppendable();
    expect((await readLastSigned(origin))?.checkpoint.size).toBe(seen.size + 1);
  });

  it('are asked again about what they have seen only by the command and at each start, which report a contradiction; a signature of theirs makes another version of the data', async () => {
    const version = async () => (await database.sql`select data_version() as version`)[0]?.version;
    const before = await version();
    watchedBy([first]);
    await askWitnesses();
    const seen = await version();
    expect(seen).not.toBe(before);
    await askWitnesses();
    expect(first.requests).toHaveLength(1);
    expect(await version()).toBe(seen);
    // Unless the command asks, which finds out whether they have seen more than a restored database has.
    expect(await askWitnesses({ again: true })).toEqual([{ witness: nameOf(first), outcome: 'cosigned' }]);
    expect(first.requests).toHaveLength(2);
    first.seen.set(origin, { size: 1_000, root: Buffer.alloc(32) });
    const reported = vi.spyOn(log(), 'error').mockReturnValue();
    expect(await askWitnesses({ again: true })).toMatchObject([{ outcome: 'contradicts', reason: like(/1000 entries/) }]);
    const settings = { RECORD_WITNESSES: [first, second].map(({ key, url }) => `${key} ${url}`).join(';'), RECORD_SIGNING_KEY: keyB };
    const asked = runHere('record', ['witnesses'], { ...settings, RECORD_WITNESS_QUORUM: '1' });
    await expectRun(asked, 1, /first\S+: contradicts\. It has seen 1000 entries.*\n.*second\S+: cosigned\n/);
    // Each start asks, too, before an entry takes the place of one that was lost.
    reported.mockClear();
    const stop = startRecordJobs();
    const contradicts = expect.objectContaining({ event: 'record.witness-contradicts' });
    await expect.poll(() => reported.mock.calls).toContainEqual([contradicts, expect.anything()]);
    stop();
    // An outcome is counted from 0 on.
    const counted = (await metricsRegistry.getSingleMetric('carma_record_witness_answers_total')?.get())?.values;
    const failed = { witness: nameOf(first), outcome: 'failed' };
    expect(counted).toContainEqual(expect.objectContaining({ labels: failed, value: 0 }));
  });

  it('are not asked where another instance has sent them a newer checkpoint meanwhile', async () => {
    watchedBy([first, second]);
    const { size } = await append();
    // As an instance finds it that has read its newest checkpoint before: the newer one is of another name.
    await withoutTriggers(database, async (sql) => {
      await sql`insert into record_checkpoints (size, root, note, number) values (${size + 1}, ${Buffer.alloc(32)}, 'newer\n', -7)`;
      await sql`insert into record_cosignatures (size, witness, line) values (${size + 1}, ${nameOf(first)}, ${'— a AA==\n'})`;
    });
    expect(await askWitnesses()).toEqual([{ witness: nameOf(second), outcome: 'cosigned' }]);
    expect(await askWitnesses({ again: true })).toMatchObject([{ outcome: 'cosigned' }, { outcome: 'cosigned' }]);
    await withoutTriggers(database, async (sql) => {
      for (const table of ['record_cosignatures', 'record_checkpoints']) await sql`delete from ${sql(table)} where size = ${size + 1}`;
    });
  });

  it('tell with 409 what they have seen last, and the next proof begins there', async () => {
    watchedBy([first]);
    const { note, size } = await append();
    // Its answer to this was lost.
    await fetch(`${first.url}/add-checkpoint`, { method: 'POST', body: `old 0\n\n${note}` });
    const later = await append();
    await askWitnesses();
    expect(first.requests.slice(1).map((body) => body.split('\n', 1)[0])).toEqual(['old 0', `old ${size}`]);
    expect((await findWitnessed())?.size).toBe(later.size);
  });

  it.each<[string, Fault | ((witness: TestWitness, sizeNow: number) => void), string, RegExp]>([
    ['does not know the log', { status: 404 }, 'failed', /404/],
    ['redirects', { status: 307, headers: { location: 'http://127.0.0.1:1/add-checkpoint' } }, 'failed', /307/],
    ['answers without a signature', { status: 200, body: 'ok\n' }, 'failed', /without a signature/],
    ['signs wrongly', 'wrong signature', 'failed', /does not verify/],
    ['signs in the future', 'future', 'failed', /future/],
    ['never stops answering', 'endless', 'failed', /longer than/],
    ['never answers', 'silent', 'failed', /timeout/],
    ['has seen more than there is', (one) => one.seen.set(origin, { size: 100_000, root: Buffer.alloc(32) }), 'contradicts', /100000/],
    ['has seen other entries', (one) => one.seen.set(origin, { size: 3, root: Buffer.alloc(32, 1) }), 'contradicts', /not continued/],
    ['has seen another root', (one, size) => one.seen.set(origin, { size, root: Buffer.alloc(32, 1) }), 'contradicts', /not those/],
  ])('one that %s gives nothing, is counted and logged, and the other is not delayed by it', async (_, fault, outcome, reason) => {
    const { size: sizeNow } = await append();
    if (typeof fault === 'function') fault(first, sizeNow);
    else first.fault = fault;
    watchedBy([first, second], 1);
    const counted = await answers(outcome);
    const [warned, reported] = [vi.spyOn(log(), 'warn').mockReturnValue(), vi.spyOn(log(), 'error').mockReturnValue()];
    // The time to answer is over only once the other's answer is stored.
    const limit = new AbortController();
    vi.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal);
    const asked = askWitnesses();
    const storedNow = async () => (await stored()).filter(({ size }) => Number(size) === sizeNow);
    await expect.poll(storedNow).toMatchObject([{ witness: nameOf(second) }]);
    if (fault === 'silent') limit.abort(new DOMException('timeout', 'TimeoutError'));
    await asked;
    expect(await storedNow()).toHaveLength(1);
    expect(await answers(outcome)).toBe(counted + 1);
    const event = outcome === 'failed' ? 'record.witness-failed' : 'record.witness-contradicts';
    const lines = [...warned.mock.calls, ...reported.mock.calls].map(([line]) => line);
    expect(lines).toMatchObject([{ event, size: sizeNow, reason: like(reason) }]);
    expect((await findWitnessed())?.size).toBe(sizeNow);
  });

  it('stop the site from starting with a key of a log in their place', async () => {
    await expect(checkWitnessSettings()).resolves.toBeUndefined();
    watchedBy([{ ...first, key: 'example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k' }]);
    const ofLog = /^These settings are wrong.*witness 1: .*the Ed25519 or ML-DSA-44 key of a witness/s;
    await expect(checkWitnessSettings()).rejects.toThrow(ofLog);
  });

  it('have not seen what somebody has written into the database under their name, and no file has it', async () => {
    watchedBy([first, second], 1);
    const { size } = await append();
    const checkpoint = await currentCheckpoint();
    const line = first.cosign(checkpoint.note.replace(/\n\d+\n/, '\n1\n'));
    await database.sql`insert into record_cosignatures (size, witness, line) values (${size}, ${nameOf(first)}, ${line})`;
    expect(await findWitnessed()).toBeUndefined();
    expect((await withCosignatures(checkpoint)).note).toBe(checkpoint.note);
    // What the other has seen counts all the same.
    await askWitnesses();
    expect(await findWitnessed()).toMatchObject({ note: `${checkpoint.note}${(await stored()).at(-1)?.line}`, seenBy: 1 });
  });
});
