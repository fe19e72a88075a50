import { link, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import canonicalize from 'canonicalize';
import { afterAll, expect, it } from 'vitest';
import { entryOf, unitsIn } from '#tests/support/entries.ts';
import { has, like } from '#tests/support/matchers.ts';
import { type Answer, commit, makeLog, makeLogKey, runVerifier, serveLog } from '#tests/support/signed-log.ts';
import { makeTemporaryFolder } from '#tests/support/temporary-folder.ts';
import { startWitness } from '#tests/support/witness.ts';
import { checkWords } from '#verify/words.ts';

const folder = await makeTemporaryFolder();
/** What the served log answers. */
let answer: Answer;
const server = await serveLog((requested) => answer(requested));
const origin = 'log.example/log';
const [key, nextKey] = [await makeLogKey(origin), await makeLogKey(origin)];
const makeOwnLog = (entries: string[]) => makeLog(origin, entries, key);
const log = await makeOwnLog(Array.from({ length: 600 }, (_, index) => received(index)));

/** An entry that receives two units, the first of which has the number `first`. */
function received(index: number, first = index * 2 + 1): string {
  const project = { id: 7, slug: 'oak', title: 'Oak', registryId: null };
  return canonicalize(entryOf('receive', [unitsIn(index + 1, first, first + 1, { series: 'WCU-1' })], { project })) ?? '';
}

/** Answers as a log does whose newest checkpoint is this. */
const logAt =
  (note: string, of = log): Answer =>
  async (requested) =>
    ({ checkpoint: note, policy: 'quorum none\n' })[requested] ?? of.serve(requested);
const file = (name: string) => path.join(folder.path, name);
const follow = (...parameters: string[]) => runVerifier('follow', server.address, '--key', file('key'), ...parameters);

await writeFile(file('key'), key.text);
afterAll(async () => {
  await server.close();
  await folder.remove();
});

it('carma-verify follow begins without a checkpoint the first time, and finds the next time that the log continues it', async () => {
  const memory = ['--from', file('memory'), '--save', file('memory')];
  answer = logAt(await log.note(300, key));
  expect(await follow(...memory)).toMatchObject({ code: 0, text: like(/first time.*all 300.*600 Held/s) });
  await link(file('memory'), file('replaced'));
  answer = logAt(await log.note(600, key));
  expect(await follow(...memory)).toMatchObject({ code: 0, text: has('300 entries then, 600 now') });
  // The checkpoint that was kept is not lost where the next one cannot be written: its file is replaced, and never written over.
  expect(await readFile(file('replaced'), 'utf8')).toBe(await log.note(300, key));
  expect(await follow('--from', `${folder.path}/./new`, '--save', file('new'))).toMatchObject({ code: 0, text: has('first time') });
  // A mistyped name of a file is no first time.
  expect(await follow('--from', file('memroy'), '--save', file('memory'))).toMatchObject({ code: 2 });
  // Nor does the log fail where its checkpoint cannot be kept.
  expect(await follow('--save', file('missing/memory'))).toMatchObject({ code: 3, text: like(/all 600.*^Error: ENOENT/ms) });
});

it('carma-verify follow names a log that was rewritten or shortened, and keeps what it remembers', async () => {
  const other = await makeOwnLog(Array.from({ length: 600 }, (_, index) => received(index, index * 2 + 5_001)));
  await writeFile(file('old'), await log.note(300, key));
  for (const shown of [logAt(await other.note(600, key), other), logAt(await log.note(200, key))]) {
    answer = shown;
    expect(await follow('--from', file('old'), '--save', file('old'))).toMatchObject({ code: 1, text: like(/continues +DOES NOT HOLD/) });
    expect(await readFile(file('old'), 'utf8')).toBe(await log.note(300, key));
  }
});

const badSum = received(1).replaceAll('WCU-1', 'W\\nbook   holds').replaceAll('"quantity":2', '"quantity":5');
it.each([
  ['in which a unit is received twice', received(1, 1), 1, /book +DOES NOT HOLD +Entry 2 receives WCU-1, 1 to 2, some of which/],
  ['with a line break in a text', badSum, 1, /book +DOES NOT HOLD +Entry 2 says that W book {3}holds, 3 to 4 are 5 units\n/],
  ['with an entry of a newer program', '{"version":2}', 3, /book +- +could not be finished: Entry 2 was made by a newer program/],
])('carma-verify follow names a log %s', async (_, second, code, text) => {
  const book = await makeOwnLog([received(0), second, received(2)]);
  answer = book.serve;
  expect(await follow()).toMatchObject({ code, text: like(text) });
});

it('carma-verify follow makes a folder that is a log for any client, and the next time reads only what is new', async () => {
  const mirror = ['--mirror', file('mirror')];
  answer = logAt(await log.note(300, key));
  expect(await follow(...mirror)).toMatchObject({ code: 0 });
  answer = logAt(await log.note(600, key));
  server.requested.length = 0;
  expect(await follow(...mirror)).toMatchObject({ code: 0, text: has('300 entries then, 600 now') });
  expect(server.requested.filter((part) => /^tile\/(?:0|entries)\/000/.test(part))).toEqual([]);
  expect(server.requested).toContain('tile/entries/001');

  const copy = await serveLog(async (requested) => readFile(path.join(file('mirror'), requested)));
  const followed = await runVerifier('follow', copy.address, '--key', file('key'), '--from', file('mirror/checkpoints/300'));
  await copy.close();
  expect(followed).toMatchObject({ code: 0, text: like(/300 entries then, 600 now.*1,200 Held/s) });
  const lines = (await readFile(file('mirror/entries.jsonl'), 'utf8')).split('\n');
  expect(lines).toHaveLength(601);
  expect(lines[599]).toBe(received(599));
  expect(await readFile(file('mirror/keys'), 'utf8')).toBe(`${key.text}\n`);
  expect(await readFile(file('mirror/policy'), 'utf8')).toBe('quorum none\n');
  // The full tile has taken the place of the partial one.
  expect(await readdir(file('mirror/tile/0'))).toEqual(['000', '001', '002.p']);
  answer = logAt(await log.note(200, key));
  const said = has('mirror was changed, and not the log: follow it into an empty folder');
  expect(await follow(...mirror)).toMatchObject({ code: 1, text: said });
});

it('carma-verify follow cannot be finished if a connection ends, and goes on from there the next time', async () => {
  const mirror = file('ended');
  const shown = logAt(await log.note(600, key));
  answer = async (requested) => (requested === 'tile/entries/001' ? 'end' : shown(requested));
  const failed = await follow('--mirror', mirror);
  expect(failed).toMatchObject({ code: 3, text: like(/entries +- +could not be finished: .+ \(.+\)/) });
  expect(failed.text).not.toContain('DOES NOT HOLD');
  // Nothing that is not whole is left, however often this happens.
  expect(await readdir(mirror)).toEqual(['tile']);
  server.requested.length = 0;
  answer = shown;
  expect(await follow('--mirror', mirror)).toMatchObject({ code: 0 });
  expect(server.requested).not.toContain('tile/entries/000');
  expect((await readFile(path.join(mirror, 'entries.jsonl'), 'utf8')).split('\n')).toHaveLength(601);
});

it('carma-verify follow makes a folder whole, also where runs meet in it because a job has taken long', async () => {
  answer = async (requested) => log.serve(requested);
  const runs = Array.from({ length: 3 }, () => follow('--mirror', file('shared')));
  for (const { code } of await Promise.all(runs)) expect(code).toBe(0);
  const lines = (await readFile(file('shared/entries.jsonl'), 'utf8')).split('\n');
  expect([lines.length, new Set(lines).size]).toEqual([601, 601]);
});

it('carma-verify follow goes on when the log’s key is replaced, with both keys or the new one, and never without it', async () => {
  const memory = ['--from', file('rotated'), '--save', file('rotated')];
  const withKeys = (...keys: string[]) => writeFile(file('keys'), keys.join('\n'));
  const rotated = () => runVerifier('follow', server.address, '--key', file('keys'), ...memory);
  await withKeys(key.text);
  answer = logAt(await log.note(300, key));
  expect(await rotated()).toMatchObject({ code: 0 });
  answer = logAt(await log.note(400, nextKey));
  expect(await rotated()).toMatchObject({ code: 1, text: has('not signed') });
  await withKeys(nextKey.text, `${key.text} 2026-01-01T00:00:00Z 2026-06-01T08:00:00Z`);
  expect(await rotated()).toMatchObject({ code: 0, text: has('300 entries then, 400 now') });
  // The old key may have been stolen since it was replaced.
  answer = logAt(await log.note(400, key));
  expect(await rotated()).toMatchObject({ code: 1, text: has('was replaced on 2026-06-01') });
  answer = logAt(await log.note(400, nextKey));
  await writeFile(file('rotated'), await log.note(300, key));
  await withKeys(nextKey.text);
  expect(await rotated()).toMatchObject({ code: 0, text: like(/300 entries then.*another key/) });
  // Nor does the key of a log that has ended have to be known.
  const [former, continues] = ['former.example/log', { log: 'former.example/log', size: 300 }];
  const kept = await (await makeLog(former, log.entries, await makeLogKey(former))).note(300);
  const continuedAfter = async (entries: number) => {
    const lost = entryOf('correct', [], { project: null, continues: { ...continues, kept: entries }, correction: 'Lost' });
    answer = (await makeLog(origin, [...log.entries.slice(0, entries), canonicalize(lost) ?? ''], nextKey)).serve;
    await writeFile(file('rotated'), kept);
  };
  await continuedAfter(300);
  expect(await rotated()).toMatchObject({ code: 0, text: like(/ended with 300 entries.* 301 now; it was signed by another key/) });
  await continuedAfter(200);
  expect(await rotated()).toMatchObject({ code: 3, text: like(/the others were lost\. Keep .* as evidence, .* another file or folder\n/) });
  // Nobody knows whose a checkpoint is that neither a key nor the log vouches for.
  const other = await makeOwnLog(Array.from({ length: 300 }, () => 'other'));
  await writeFile(file('rotated'), await other.note(300, key));
  expect(await rotated()).toMatchObject({ code: 3, text: has('none of the keys') });
});

it('carma-verify follow says which witnesses have seen the log; a forged signature fails it, whatever else could not be checked', async () => {
  const witness = await startWitness({});
  await witness.close();
  await writeFile(file('policy'), `witness w ${witness.key}\nquorum w\n`);
  const [note, forged] = [await log.note(600, key), witness.cosign(await log.note(300, key))];
  for (const [line, code, said] of [
    [witness.cosign(note), 0, 'seen by w, last at'],
    ['', 3, 'not yet seen by the 1 that the policy asks for, but by none'],
    [forged, 1, 'in the name of w is not theirs'],
  ] as const) {
    answer = logAt(note + line);
    expect(await follow('--policy', file('policy'))).toMatchObject({ code, text: has(said) });
  }
  answer = async (requested) => (requested === 'checkpoint' ? note + forged : 503);
  expect(await follow('--policy', file('policy'))).toMatchObject({ code: 1, text: has('could not be finished') });
});

it.each([
  ['no key', ['follow', 'https://log.example/log'], 'The key of the log is missing'],
  ['no address of a log', ['follow', 'ftp://log.example/log', '--key', key.text], 'is not the address of a log'],
  ['no log', ['follow', '--key', key.text], 'Name one log'],
  ['a word too many', ['follow', 'https://log.example/log', 'more', '--key', key.text], 'Name one log'],
  ['an option that is none', ['follow', 'https://log.example/log', '--key', key.text, '--mirrow', 'x'], 'Unknown option .--mirrow'],
  ['an option of the other command', ['follow', 'https://log.example/log', '--key', key.text, '--log', 'x'], 'follow takes no --log'],
  ['an option of following', ['package.json', '--key', key.text, '--mirror', 'x'], 'Only follow takes --mirror'],
  ['an empty option', ['follow', 'https://log.example/log', '--key', key.text, '--mirror='], '--mirror is empty'],
  ['an option twice', ['package.json', '--key', key.text, '--key', nextKey.text], '--key is given twice'],
  ['a policy that is none', ['follow', 'https://log.example/log', '--key', key.text, '--policy', 'package.json'], 'Line 1 of the policy'],
])('carma-verify calls a command with %s wrong', async (_, parameters, said) => {
  expect(await runVerifier(...parameters)).toMatchObject({ code: 2, text: like(new RegExp(`^Error: .*${said}.*\n\nUsage:`)) });
});

const salted = await commit('Northwind Ltd \u001b[2J\u001b[1mForger');
const project = { id: 1, slug: 'oak', title: 'Oak', registryId: null };
const facts = { quantity: 5, project, certificate: 'CR-000001', time: '2026-11-20T10:00:00.000Z' };
const entry = entryOf('retire', [], { ...facts, beneficiary: salted.hash });
const correction = entryOf('correct', [], { refersTo: 0, correction: 'It was four', sample: true });
const certified = await makeOwnLog([entry, correction].map((one) => JSON.stringify(one)));
const named = { number: 'CR-000001', texts: { beneficiary: salted.text } };
const certificate = await certified.fileOf(0, { ...named, related: [await certified.provedEntry(1)] });

/** Writes a file, and returns its path. */
async function write(name: string, content: string | Buffer): Promise<string> {
  await writeFile(file(name), content);
  return file(name);
}
const good = await write('good.json', JSON.stringify(certificate));

it('carma-verify.mjs says what was not checked, the fact, its corrections and that it is a sample, and nothing of a file steers the terminal', async () => {
  const { text } = await runVerifier(good, '--key', key.text);
  expect(text).toMatch(
    /^The file holds by itself\. Not checked, .*\nThe file says:\nCarma recorded the retirement of 5 tCO₂e of Oak for Northwind Ltd \\u001b\[2J\\u001b\[1mForger on 20 November 2026 UTC\.\n/,
  );
  expect(text).not.toContain('\u001b');
  expect(text).toContain('\nCorrected: “It was four” (Entry 2, 23 November 2026)\n');
  expect(text).not.toContain(checkWords.sample);
  const sample = await runVerifier(await write('sample.json', JSON.stringify(await certified.fileOf(1))), '--key', key.text);
  expect(sample.text).toContain(checkWords.sample);
  const repeated = await write('repeated.json', '{"format":"carma-record@v1","a\\ninclusion   holds":1,"a\\ninclusion   holds":2}');
  const failed = await runVerifier(repeated, '--key', key.text);
  expect([failed.code, /^inclusion +holds/m.test(failed.text)]).toEqual([1, false]);
});

it('carma-verify.mjs ends with 1 only for what does not hold, and with 3 for what it could not check', async () => {
  const forged = await write('forged.json', JSON.stringify({ ...certificate, texts: { beneficiary: { ...salted.text, text: 'Forger' } } }));
  expect((await runVerifier(forged, '--key', key.text)).code).toBe(1);
  const newer = await write('newer.json', JSON.stringify({ ...certificate, format: 'carma-record@v7' }));
  expect(await runVerifier(newer, '--key', key.text)).toMatchObject({ code: 3, text: has('made by a newer program') });
  // As Windows writes what a command prints.
  const keyFile = await write('key16', Buffer.from(`\uFEFF${key.text}\r\n`, 'utf16le'));
  for (const [served, code] of [[certified.serve, 0] as const, [async () => 503, 3] as const]) {
    answer = served;
    const checked = await runVerifier(good, '--key', keyFile, '--log', server.address);
    expect([checked.code, checked.text.includes(checkWords.proven)]).toEqual([code, code === 0]);
    // The address may be wrong.
    if (code === 3) expect(checked.text).toContain('could not be read (the log answers 503 to checkpoint).');
  }
  expect((await runVerifier(file('missing.json'), '--key', key.text)).code).toBe(2);
  for (const [words, code] of [[['--help'], 0] as const, [[], 2] as const])
    expect(await runVerifier(...words)).toMatchObject({ code, text: like(/^Usage:/) });
  expect((await runVerifier(good, '--key', await write('no-key', 'x'))).code).toBe(2);
});
