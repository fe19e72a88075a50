import { expect, it } from 'vitest';
import { certifiedLog } from '#tests/support/certified-log.ts';
import { commit, makeLog, makeLogKey } from '#tests/support/signed-log.ts';
import { readKeys } from '#verify/signed-tree.ts';
import { toHex } from '#verify/text.ts';
import { sayResult } from '#verify/words.ts';

const { origin, signer, keys, beneficiary, retirement, otherEntry, correction, log, ownLog, fileOf } = certifiedLog;
const { check, stepOf, wordsOf, nextOrigin, renamed, bytes } = certifiedLog;

it('the check of a certificate needs a key of the log', async () => {
  const forger = await makeLogKey(origin);
  const forged = await makeLog(origin, ownLog.entries, forger);
  const file = await fileOf(forged);
  expect(stepOf(await check(file), 'signature')).toBe('failed: notSigned');
  // Each name of a log is said once.
  expect(wordsOf(await check(file, { keys: [...keys, { key: renamed }, { key: (await makeLogKey(origin)).key }] }))).toContain(
    `(of ${origin}, ${nextOrigin})`,
  );
  const withoutKeys = await check(file, { keys: [] });
  expect(withoutKeys.verdict).toBe('unfinished');
  expect([stepOf(withoutKeys, 'signature'), stepOf(withoutKeys, 'inclusion')]).toEqual(['notReached: noKey', 'notReached: skipped']);
  expect(withoutKeys.steps.filter(({ outcome }) => outcome === 'passed').map(({ step }) => step)).toEqual(['file']);
});

it('the check of a certificate rejects an entry that is later than the use of the key that signed it', async () => {
  const at = async (until: string) =>
    check(await fileOf(ownLog), { keys: (await readKeys(`${signer.text} 2026-01-01T00:00:00Z ${until}`)) ?? [] });
  expect(stepOf(await at('2027-01-01T00:00:00Z'), 'signature')).toBe('passed: signedBefore');
  expect(stepOf(await at('2026-11-20T09:59:59Z'), 'entry')).toBe('failed: afterKey');
  const added = await log(otherEntry, retirement, correction);
  const file = await fileOf(added, { related: [await added.provedEntry(2)] });
  const old = (await readKeys(`${signer.text} 2026-01-01T00:00:00Z 2026-11-20T10:00:00Z`)) ?? [];
  expect(stepOf(await check(file, { keys: old }), 'related')).toBe('failed: afterKey');
  // A time that cannot be read may be after the use of the key.
  const undated = await log(otherEntry, { ...retirement, time: 'last spring' });
  const result = await check(await fileOf(undated), { keys: old });
  expect(stepOf(result, 'entry')).toBe('failed: afterKey');
  expect(wordsOf(result)).toContain('is dated last spring');
});

it('the check of a certificate leaves to a newer program what only that knows, and fails for a text of it that was forged', async () => {
  const broker = await commit('Broker Ltd');
  const known = { beneficiary: beneficiary.text };
  const brokered = await log(otherEntry, { ...retirement, broker: broker.hash });
  const texts = async (text: object) => check(await fileOf(brokered, { texts: { ...known, broker: text } }));
  const seen = await texts(broker.text);
  expect([seen.verdict, stepOf(seen, 'texts'), seen.fact]).toEqual(['unfinished', 'notReached: newerEntry', undefined]);
  expect(wordsOf(seen)).toContain('Entry 2 was made by a newer program: this one does not know its text “broker”.');
  expect(stepOf(await texts({ erased: true }), 'texts')).toBe('notReached: newerEntry');
  expect(stepOf(await texts({ ...broker.text, text: 'Forger Ltd' }), 'texts')).toBe('failed: nameDiffers');
  const kind = 'revoke' as 'correct';
  expect(stepOf(await check(await fileOf(await log(otherEntry, { ...retirement, kind }))), 'entry')).toBe('notReached: newerEntry');
  const revoked = await log(otherEntry, retirement, { ...correction, kind, correction: undefined });
  expect(stepOf(await check(await fileOf(revoked, { related: [await revoked.provedEntry(2)] })), 'related')).toBe('notReached: newerEntry');
  // Of an entry that it does not know it says nothing else, because the fields may be others.
  for (const newer of [{ kind }, { version: 2, correction: {} }, { version: 2, kind: 'confirm' as 'correct', confirmed: {} }]) {
    const added = await log(otherEntry, retirement, { ...correction, ...newer });
    const since = await check(await fileOf(added, { size: 2 }), { log: added.serve });
    expect([stepOf(since, 'related'), sayResult(since).later]).toEqual(['notReached: newerEntry', []]);
  }
});

it('the check of a certificate finds every changed byte of its file', async () => {
  const corrected = await log(otherEntry, retirement, correction);
  const text = JSON.stringify(await fileOf(corrected, { related: [await corrected.provedEntry(2)] }));
  for (let at = 0; at < text.length; at += 1) {
    const changed = `${text.slice(0, at)}${String.fromCharCode(text.charCodeAt(at) ^ 1)}${text.slice(at + 1)}`;
    expect((await check(changed)).verdict, changed.slice(at - 30, at + 10)).not.toBe('passed');
  }
});

it('the check of a certificate refuses a name that occurs twice, in the file and in the entry', async () => {
  const text = JSON.stringify(await fileOf(ownLog));
  const twice = text.replace('"texts":{', '"texts":{"beneficiary":{"text":"Forger Industries","salt":"00"},');
  expect(stepOf(await check(twice), 'file')).toBe('failed: repeated');
  const [first = '', second = ''] = ownLog.entries;
  const ambiguous = await makeLog(origin, [first, second.replace('"quantity":60', '"quantity":90,"quantity":60')], signer);
  expect(stepOf(await check(await fileOf(ambiguous)), 'entry')).toBe('failed: differs');
});

const longSalt = toHex(new Uint8Array([...new Uint8Array(32).fill(7), ...bytes('North')]));
it.each<[string, Record<string, unknown>, string]>([
  ['bytes of the name moved to the salt', { texts: { beneficiary: { salt: longSalt, text: 'wind Ltd' } } }, 'texts: saltWrong'],
  ['another place in the log', { index: 2 }, 'inclusion: notIncluded'],
  ['a field that the format does not have', { extra: 1 }, 'file: malformed'],
  ['such a field in a later entry', { related: [{ ...(await ownLog.provedEntry(2)), extra: 1 }] }, 'file: malformed'],
  ['a broken proof', { proof: 'x' }, 'signature: notProof'],
  ['a number that is no text', { number: 2 }, 'file: malformed'],
  ['a name that is neither there nor erased', { texts: { beneficiary: { erased: false } } }, 'file: malformed'],
  ['names that are left out', { texts: {} }, 'texts: nameMissing'],
])('the check of a certificate fails for %s', async (_, change, expected) => {
  const result = await check({ ...(await fileOf(ownLog)), ...change });
  expect(result.verdict).toBe('failed');
  expect(result.fact).toBeUndefined();
  expect(result.steps.filter(({ outcome }) => outcome === 'failed').map(({ step, found }) => `${step}: ${found.text}`)).toEqual([expected]);
});

const malformed: Record<string, unknown>[] = [
  ...['until', 'registryRetiredOn', 'checkedOn'].map((fact) => ({ [fact]: '2026-02-31' })),
  ...[{ project: 5 }, { project: { id: 1 } }, { lines: 5 }, { quantity: 'x' }, { time: 'last spring' }, { note: 'Ada' }, { held: 5 }],
  { version: undefined },
];
it.each(malformed)('the check of a certificate fails for what was signed with %o, in its entry and in a later one', async (change) => {
  const logged = await log(otherEntry, { ...retirement, ...change });
  const result = await check(await fileOf(logged));
  expect(stepOf(result, 'entry')).toBe('failed: malformedEntry');
  expect(wordsOf(result)).toContain('Entry 2 was signed, but doesn’t have the fields of an entry.');
  const corrected = await log(otherEntry, retirement, { ...correction, ...change });
  const proved = await check(await fileOf(corrected, { related: [await corrected.provedEntry(2)] }));
  const since = await check(await fileOf(corrected, { size: 2 }), { log: corrected.serve });
  for (const later of [proved, since]) {
    expect([later.verdict, stepOf(later, 'related')]).toEqual(['failed', 'failed: malformedEntry']);
    expect(wordsOf(later)).toContain('Entry 3 was signed');
  }
});

it('later entries about a certificate are proved, and said beside the fact', async () => {
  const corrected = await log(otherEntry, retirement, correction);
  const result = await check(await fileOf(corrected, { related: [await corrected.provedEntry(2)] }));
  expect(result.verdict).toBe('passed');
  expect(sayResult(result).later).toEqual(['Corrected: “This retirement is void” (Entry 3, 21 November 2026)']);
  const again = await log(otherEntry, retirement, correction, { ...correction, refersTo: 2, correction: 'It is valid' });
  const both = [await again.provedEntry(2), await again.provedEntry(3)];
  expect(sayResult(await check(await fileOf(again, { related: both }))).later).toHaveLength(2);
});

it('later entries about a certificate must be in the log, and about this entry', async () => {
  const moved = { ...retirement, refersTo: 1 };
  const corrected = await log(otherEntry, retirement, correction, { ...correction, refersTo: 0 }, moved, correction);
  const real = await corrected.provedEntry(2);
  // About another entry, about none, and a move of its units; then twice or in another order; then of another log.
  const others = [3, 0, 4].map(async (index) => [await corrected.provedEntry(index)]);
  const unordered = [real, await corrected.provedEntry(5)].map((one) => [one, real]);
  const forged = await log(otherEntry, retirement, { ...correction, correction: 'It is valid' });
  for (const wrong of [...(await Promise.all(others)), ...unordered, [await forged.provedEntry(2)]])
    expect(stepOf(await check(await fileOf(corrected, { related: wrong })), 'related')).toBe('failed: laterWrong');
  const known = await check(await fileOf(corrected, { knownUpTo: 2 }));
  expect(stepOf(known, 'related')).toBe('failed: knownUpToWrong');
  expect(wordsOf(known)).toContain('it knows this up to entry 2, but its checkpoint covers 6.');
});
