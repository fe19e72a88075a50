import { expect, it, onTestFinished, vi } from 'vitest';
import { verify } from '#shared/content/record/verify.ts';
import { certifiedLog } from '#tests/support/certified-log.ts';
import { unitsIn } from '#tests/support/entries.ts';
import { has } from '#tests/support/matchers.ts';
import { makeLog, makeLogKey } from '#tests/support/signed-log.ts';
import { startWitness } from '#tests/support/witness.ts';
import { maxFileBytes, optionsOf } from '#verify/check.ts';
import type { CheckOptions } from '#verify/check-entry.ts';
import { readPolicy } from '#verify/policy.ts';
import { sayResult } from '#verify/words.ts';

const { origin, signer, keys, beneficiary, retirement, otherEntry, correction, written, log, ownLog, fileOf } = certifiedLog;
const { bytes, placeOf, siteOf, online, check, stepOf, wordsOf, nextOrigin, renamed, renamedSigner } = certifiedLog;

it('the check of a certificate says the fact: how many tonnes, which project, for whom, when; offline, its headline says what only the log can say', async () => {
  const result = await check(await fileOf(ownLog), await online());
  expect(result.verdict).toBe('passed');
  expect(sayResult(result).headline).toBe(
    'Carma recorded the retirement of 60 tCO₂e of Moray brash biochar for Northwind Ltd on 20 November 2026 UTC. Not yet confirmed at the registry.',
  );
  expect(result.steps.map(({ step, outcome }) => `${step} ${outcome}`)).toEqual([
    ...['file passed', 'signature passed', 'inclusion passed', 'entry passed', 'texts passed', 'consistency passed'],
    ...['related passed', 'witness notReached', 'live passed'],
  ]);
  expect(wordsOf(result)).toContain('not notice');
  const offline = await check(await fileOf(ownLog));
  expect([stepOf(offline, 'consistency'), stepOf(offline, 'related')]).toEqual(['notReached: offline', 'notReached: onlyLog']);
  expect([offline.verdict, sayResult(offline)]).toMatchObject(['passed', { headline: verify.withoutLog, fact: has('60 tCO₂e') }]);
});

it('the check of a certificate fails for a certificate of a fork: another database, signed with the same key', async () => {
  const fork = await log(otherEntry, { ...retirement, quantity: 421_200 }, otherEntry);
  const file = await fileOf(fork, { size: 2 });
  expect((await check(file)).verdict).toBe('passed');
  const longer = await log(otherEntry, retirement, otherEntry, otherEntry, otherEntry);
  for (const served of [ownLog, longer]) {
    const result = await check(file, await online(served));
    expect(result.verdict).toBe('failed');
    expect(stepOf(result, 'consistency')).toBe('failed: forked');
    expect(sayResult(result)).toMatchObject({ headline: verify.failed });
    expect(wordsOf(result)).toContain('does not continue the checkpoint over 2 entries');
  }
});

it.each([
  ['are retired with another one', placeOf(31, 60, { certificate: 'CR-000003' })],
  ['are not retired', placeOf(31, 60, { status: 'Held' })],
  ['are nowhere', placeOf(31, 59)],
])('the check of a certificate fails if some of its units %s', async (_, rest) => {
  const file = await fileOf(ownLog);
  const result = await check(file, { log: ownLog.serve, site: siteOf(file, rest) });
  expect(stepOf(result, 'live')).toBe('failed: notLive');
  // Nothing that failed is said to be a fact.
  const { headline, fact, facts } = sayResult(result);
  expect([headline, fact, facts]).toEqual([verify.failed, undefined, []]);
});

it('the check of a certificate asks the site for serials of any characters', async () => {
  const puro = { registry: 'puro', series: 'PURO_PR_CORC100+_FI_577166_2020_055a3fbe-eabc-4535-b9cf-1028e7d18f89' };
  const from = await log(otherEntry, { ...retirement, lines: [unitsIn(1, 1, 60, puro)] }, otherEntry);
  const site = vi.fn(siteOf(undefined));
  await check(await fileOf(from), { log: from.serve, site });
  expect(site).toHaveBeenCalledWith(has(`?serial=${encodeURIComponent(`${puro.series}_1-60`)}`));
});

it('the check of a certificate accepts "erased" only of names, and online only if the site has erased them', async () => {
  const erased = await fileOf(ownLog, { texts: { beneficiary: { erased: true } } });
  const offline = await check(erased);
  expect(offline.verdict).toBe('passed');
  expect(wordsOf(offline)).toContain('Moray brash biochar for a name that was erased');
  const shown = await check(erased, await online());
  expect(shown.verdict).toBe('failed');
  expect(stepOf(shown, 'erased')).toBe('failed: notErased');
  expect(stepOf(await check(erased, { ...(await online()), site: siteOf(erased) }), 'erased')).toBe('passed: erased');
  const lost = await fileOf(ownLog, { texts: { beneficiary: { notOnFile: true } } });
  expect(stepOf(await check(lost, { ...(await online()), site: siteOf(lost) }), 'erased')).toBe('notReached: notOnFile');
  expect(wordsOf(await check(lost))).toContain('Retired for (not on file)');
  expect(stepOf(await check(lost, await online()), 'erased')).toBe('failed: notErased');
  for (const field of ['kind', 'toString', 'operation', 'request']) {
    const file = await fileOf(ownLog, { texts: { beneficiary: beneficiary.text, [field]: { erased: true } } });
    expect(stepOf(await check(file), 'texts'), field).toBe('failed: nameUnknown');
  }
});

it('the check of a certificate reads a text with a byte order mark, and none that is longer than any certificate', async () => {
  const text = JSON.stringify(await fileOf(ownLog));
  expect((await check(`\uFEFF${text}`)).verdict).toBe('passed');
  const long = await check(text + ' '.repeat(maxFileBytes));
  expect([stepOf(long, 'file'), sayResult(long).headline]).toEqual(['failed: tooLarge', verify.unreadable]);
});

it('the check of a certificate cannot be finished while something outside of the file is missing or of another entry, and fails where the log is not what it signed', async () => {
  const file = await fileOf(ownLog);
  const down = () => Promise.reject(new Error('503'));
  const half: CheckOptions['log'] = async (path) => (path === 'checkpoint' ? ownLog.serve(path) : down());
  const { policy } = await optionsOf(async (address) => (address === '/log/policy' ? down() : undefined));
  const outages: Partial<CheckOptions>[] = [{ keys: [] }, { log: down }, { site: down }, { log: half }, { policy }];
  const longer = await log(otherEntry, retirement, otherEntry, otherEntry);
  for (const outage of outages) {
    const result = await check(file, { ...(await online(longer)), ...outage });
    expect(result.verdict).toBe('unfinished');
    expect(result.steps.every(({ outcome }) => outcome !== 'failed')).toBe(true);
    expect(wordsOf(result)).toContain(verify.unfinished);
    // What the site says of units may be older than the file while the log does not say how old.
    if (outage.log) expect(stepOf(result, 'live')).toBe('notReached: unreachable');
  }
  // The site answers with another entry, or one that the log does not have.
  const fork = await log(otherEntry, { ...retirement, quantity: 61 }, otherEntry);
  const answeredWith = (wrong: object, to: object = file) =>
    check(to, { log: ownLog.serve, site: async () => bytes(JSON.stringify(wrong)) });
  for (const answered of [await answeredWith(await fileOf(fork)), await answeredWith(await ownLog.fileOf(2), await ownLog.fileOf(0))])
    expect(stepOf(answered, 'related')).toBe('notReached: unreachable');
  const changed = (await log(otherEntry, retirement, correction)).serve;
  const mixed: CheckOptions['log'] = async (path) => (path.startsWith('tile/entries') ? changed(path) : ownLog.serve(path));
  expect(stepOf(await check(file, { log: mixed }), 'related')).toBe('failed: logWrong');
  const foreign = await makeLog(origin, ownLog.entries, await makeLogKey(origin));
  expect(stepOf(await check(file, { log: foreign.serve }), 'consistency')).toBe('notReached: logUnknown');
});

it('the check of a certificate says plainly that a number is not on the record', async () => {
  const missing = await check(' cr-000999 ', await online());
  expect(missing.verdict).toBe('missing');
  expect(sayResult(missing).headline).toBe('There is no certificate CR-000999 on this record. Check the number.');
  expect(sayResult(await check('Entry 999', await online())).headline).toBe(verify.noEntry);
  expect((await check(' Entry 2', await online())).verdict).toBe('passed');
  const down = await check('CR-000002', { site: () => Promise.reject(new Error('503')) });
  expect([down.verdict, sayResult(down).headline]).toEqual(['unfinished', verify.unreachable]);
});

it('the witnesses that a policy asks for have seen a checkpoint or not yet, or one of their signatures is forged', async () => {
  const witness = await startWitness({});
  onTestFinished(witness.close);
  const [named] = witness.key.split('+');
  const policy = await readPolicy(`log ${signer.text}\nwitness ${named} ${witness.key}\nquorum ${named}\n`);
  const file = await fileOf(ownLog);
  const note = await ownLog.note(3);
  const cosigned = (line: string) => ({ ...file, proof: file.proof.replace(note, note + line) });
  const seen = await check(cosigned(witness.cosign(note, 1_780_000_000)), { policy });
  expect([seen.verdict, stepOf(seen, 'witness')]).toEqual(['passed', 'passed: seen']);
  expect(wordsOf(seen)).toContain('Seen by witness.example/w1, last on 28 May 2026');
  const early = await check(file, { policy });
  expect([early.verdict, stepOf(early, 'witness')]).toEqual(['unfinished', 'notReached: notSeen']);
  expect(wordsOf(early)).toContain('Not yet seen by a witness');
  const unasked = await check(file, { policy: await readPolicy('quorum none\n') });
  expect([unasked.verdict, stepOf(unasked, 'witness')]).toEqual(['passed', 'notReached: noPolicy']);
  const forged = await check(cosigned(witness.cosign(await ownLog.note(2))), { policy });
  expect([forged.verdict, stepOf(forged, 'witness')]).toEqual(['failed', 'failed: forgedWitness']);
  const later = await log(otherEntry, retirement, otherEntry, otherEntry, otherEntry);
  let witnessed = (await later.note(4)) + witness.cosign(await later.note(4), 1_780_000_000);
  const serve: CheckOptions['log'] = async (path) => {
    if (path === 'log.json') return bytes('{"witnessed":4}');
    return path === 'checkpoints/4' ? bytes(witnessed) : later.serve(path);
  };
  const saved = await fileOf(later, { size: 3 });
  const since = await check(saved, { policy, log: serve });
  expect([since.verdict, stepOf(since, 'witness')]).toEqual(['passed', 'passed: seenLater']);
  expect(wordsOf(since)).toContain('when the log had 4 entries');
  // Of another checkpoint, of an older one, or of a fork it says nothing.
  const fork = await log(otherEntry, retirement, otherEntry, correction);
  for (const [note, of] of [
    [await later.note(4), await ownLog.note(3)],
    [await later.note(2), await later.note(2)],
    [await fork.note(4), await fork.note(4)],
  ] as const) {
    witnessed = note + witness.cosign(of);
    expect(stepOf(await check(saved, { policy, log: serve }), 'witness')).toBe('notReached: notSeen');
  }
});

it('later entries about a certificate are asked of the site: newer ones are shown, and none may be left out', async () => {
  const corrected = await log(otherEntry, retirement, otherEntry, correction);
  const today = vi.fn(siteOf(await fileOf(corrected, { related: [await corrected.provedEntry(3)] })));
  const old = await check(await fileOf(corrected, { size: 3 }), { log: corrected.serve, site: today });
  expect([old.verdict, stepOf(old, 'related')]).toEqual(['failed', 'failed: correctedSince']);
  // As of the checkpoint of the log that was read.
  expect(today).toHaveBeenNthCalledWith(1, '/certificates/CR-000002.json?size=4');
  expect(wordsOf(old)).toContain('“This retirement is void”');
  const silent = siteOf(await fileOf(corrected, { size: 3 }));
  for (const site of [today, silent, undefined]) {
    const hidden = await check(await fileOf(corrected), { log: corrected.serve, site });
    expect([hidden.verdict, stepOf(hidden, 'related')]).toEqual(['failed', 'failed: laterLeftOut']);
    expect(wordsOf(hidden)).toContain('says about this entry: correction (entry 4).');
  }
  const twice = await log(otherEntry, retirement, correction, correction);
  const partly = await check(await fileOf(twice, { related: [await twice.provedEntry(3)] }), { log: twice.serve });
  expect(partly.fact?.later.map(({ index }) => index)).toEqual([2, 3]);
});

it('later entries about a certificate are read in the log by whoever asks the log alone', async () => {
  const again = { ...correction, refersTo: 3, correction: 'It is valid' };
  // It moves units of the entry, and is not about it.
  const moved = { ...retirement, refersTo: 1 };
  const corrected = await log(otherEntry, retirement, otherEntry, correction, again, moved);
  const old = await check(await fileOf(corrected, { size: 3 }), { log: corrected.serve });
  expect([old.verdict, stepOf(old, 'related')]).toEqual(['failed', 'failed: correctedSince']);
  expect(sayResult(old).later).toHaveLength(2);
  const confirmation = { ...correction, kind: 'confirm', correction: undefined, registryRetiredOn: '2026-11-20', checkedByRole: 'desk' };
  const confirmed = await log(otherEntry, retirement, otherEntry, confirmation);
  const since = await check(await fileOf(confirmed, { size: 3 }), { log: confirmed.serve });
  expect([since.verdict, stepOf(since, 'related')]).toEqual(['passed', 'passed: later']);
  // Where no day of the check is stated, it is the day of the entry.
  expect(JSON.stringify(sayResult(since).facts)).toContain('Checked on 21 November 2026 by desk');
  expect(sayResult(since).later).toEqual([]);
  expect(stepOf(await check(await fileOf(confirmed), { log: confirmed.serve }), 'related')).toBe('failed: laterLeftOut');
  const erased = await check(await fileOf(ownLog, { texts: { beneficiary: { erased: true } } }), { log: ownLog.serve });
  expect([erased.verdict, stepOf(erased, 'erased')]).toEqual(['passed', 'notReached: noSite']);
  expect(sayResult(erased).headline).toBe(verify.withoutSite);
});

/** A log of `entries` that continues one of `size`, of which the first `kept` are left. The entry that says so is put behind these. */
const next = (kept: number, size: number, ...entries: object[]) =>
  makeLog(nextOrigin, written(entries.toSpliced(kept, 0, continuing(kept, size))), renamedSigner);
const continuing = (kept: number, size: number) => ({ ...correction, refersTo: null, continues: { log: origin, size, kept } });
type Log = typeof ownLog;
const hinted =
  (from: Log, kept: number): CheckOptions['log'] =>
  async (path) =>
    path === 'log.json' ? bytes(JSON.stringify({ ended: [null, { log: origin, kept }] })) : from.serve(path);

it.each([
  ['says where', (from: Log) => hinted(from, 3)],
  ['says a wrong place', (from: Log) => hinted(from, 1)],
  ['says a place behind its end', (from: Log) => hinted(from, 99)],
  ['says nothing', (from: Log) => from.serve],
])('the certificates of a log that has ended still pass, with a log that continues it and %s', async (_, serve) => {
  const today = await next(3, 3, otherEntry, retirement, otherEntry, { ...correction, refersTo: 0 });
  for (const known of [keys, [...keys, { key: renamed }]]) {
    const result = await check(await fileOf(ownLog), { keys: known, log: serve(today) });
    expect([result.verdict, stepOf(result, 'consistency')]).toEqual(['passed', 'passed: continuesEnded']);
  }
});

it('a log that continues one that has ended names what was lost with it, and lets nothing be changed', async () => {
  const cut = await next(2, 3, otherEntry, retirement);
  const kept = await check(await fileOf(ownLog), { log: cut.serve });
  const older = await check(await fileOf(ownLog, { size: 2 }), { log: cut.serve });
  for (const one of [kept, older]) {
    expect([one.verdict, stepOf(one, 'consistency')]).toEqual(['passed', 'passed: continuesCut']);
    // A correction may be among what was lost.
    expect(sayResult(one).headline).toBe(verify.withoutLost);
  }
  const lost = await check(await fileOf(ownLog), { log: (await next(1, 3, otherEntry)).serve });
  expect([lost.verdict, stepOf(lost, 'consistency')]).toEqual(['unfinished', 'notReached: lostEntry']);
  expect(stepOf(lost, 'related')).toBe('notReached: skipped');
  expect(wordsOf(lost)).toContain('entries 2 to 3 were lost, entry 2 among them');
  for (const today of [
    await next(2, 3, otherEntry, { ...retirement, quantity: 61 }),
    await next(3, 3, otherEntry, { ...retirement, quantity: 61 }, otherEntry),
    await next(1, 2, otherEntry),
    await makeLog(nextOrigin, ownLog.entries, renamedSigner),
    // What it continues is said by the entry of index `kept`, and by no other.
    await makeLog(nextOrigin, [...ownLog.entries, ...written([continuing(2, 3)])], renamedSigner),
  ])
    expect((await check(await fileOf(ownLog), { keys: [...keys, { key: renamed }], log: today.serve })).verdict).toBe('failed');
  // Nor does another name let a key sign on that was replaced.
  const replaced = keys.map(({ key }) => ({ key, from: '2026-11-01T12:00:00.000Z', until: '2026-11-20T12:00:00.000Z' }));
  const later = await check(await fileOf(ownLog), { keys: replaced, log: (await next(3, 3, otherEntry, retirement, otherEntry)).serve });
  expect(stepOf(later, 'consistency')).toBe('failed: forked');
  // The log does continue the other, so nothing else is said.
  expect(wordsOf(later)).toMatch(/today’s has 4\. Its newest entry is of .* was replaced on 2026-11-20/);
  const undated = await log(otherEntry, retirement, { ...otherEntry, time: '' });
  expect(stepOf(await check(await fileOf(ownLog), { keys: replaced, log: undated.serve }), 'consistency')).toBe('failed: forked');
});

const pdfOf = (json: string, title = '') =>
  bytes(
    `%PDF-1.7\n1 0 obj\n<</Title (Certificate of retirement CR-000002${title})>>\nendobj\n2 0 obj\n<< /Type /EmbeddedFile >>\nstream\n${json}\nendstream\nendobj\n`,
  );
const printed = '/certificates/CR-000002.pdf?size=3&cosignatures=0';
const served = async (pdf: Uint8Array<ArrayBuffer>): Promise<CheckOptions> => {
  const options = await online();
  return { ...options, site: async (address) => (address === printed ? pdf : options.site?.(address)) };
};

it('the check of a PDF passes only if it is byte for byte what the site makes', async () => {
  const pdf = pdfOf(`${JSON.stringify(await fileOf(ownLog), null, 2)}\n`);
  const same = await check(pdf, await served(pdf));
  expect([same.verdict, stepOf(same, 'pdf')]).toEqual(['passed', 'passed: pdfSame']);
  for (const [options, found, said] of [
    [await served(pdfOf(JSON.stringify(await fileOf(ownLog)), ' ')), 'pdfDiffers', 'This is not the PDF that the site makes today'],
    [await online(), 'pdfNotCompared', 'The PDF itself was not checked'],
    [{ keys }, 'pdfNotCompared', 'The PDF itself was not checked'],
  ] as const) {
    const different = await check(pdf, options);
    expect([different.verdict, different.steps.length, stepOf(different, 'pdf')]).toEqual(['unfinished', 1, `notReached: ${found}`]);
    for (const words of [`${said}.\n`, verify.pdf.compare]) expect(wordsOf(different)).toContain(words);
    expect(wordsOf(different)).toContain('60 tCO₂e of Moray brash biochar for Northwind Ltd on 20 November 2026 UTC');
  }
});

it('the check of a PDF takes nothing from a PDF without a certificate, or with two, and fails for one with a wrong certificate', async () => {
  const json = JSON.stringify(await fileOf(ownLog), null, 2);
  const two = Buffer.concat([pdfOf(json), pdfOf(json)]);
  for (const pdf of [two, bytes('%PDF-1.7\n(CR-000002)'), pdfOf(JSON.stringify(await ownLog.fileOf(0)))]) {
    const result = await check(pdf, await online());
    expect(result).toEqual({ verdict: 'unfinished', steps: [], pdf: 'nothing' });
    expect(wordsOf(result)).toContain('Type its number instead');
  }
  expect((await check(pdfOf(json.replace('"knownUpTo": 3', '"knownUpTo": 2')), await online())).verdict).toBe('failed');
  // Where what is attached could not be checked, that is why.
  expect(stepOf(await check(pdfOf(json), { ...(await online()), keys: [] }), 'signature')).toBe('notReached: noKey');
  expect(stepOf(await check(pdfOf(json.replace('record@v1', 'record@v2')), await online()), 'file')).toBe('notReached: newerFile');
});
