import { sign } from 'node:crypto';
import { expect, it } from 'vitest';
import { makeLog, makeLogKey } from '#tests/support/signed-log.ts';
import * as tree from '#verify/signed-tree.ts';
import { toBase64, toHex, toUtf8 } from '#verify/text.ts';

/** The text of the note in the tests of Go's sumdb/note, the key of one of its signatures, and both signatures. */
const text = "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n";
const peter = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW';
const peterLine = '— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n';
const enochLine = '— EnochRoot rwz+eBzmZa0SO3NbfRGzPCpDckykFXSdeX+MNtCOXm2/5n2tiOHp+vAF1aGrQ5ovTG01oOTGwnWLox33WWd1RvMc+QQ=\n';

const root = new Uint8Array(32).fill(7);
const signed = tree.checkpointText({ origin: 'log.example/log', size: 5, root });

const [own, next] = [await makeLogKey('log.example/log'), await makeLogKey('log.example/log')];
const signedBy = ({ key: { name }, id, privateKey }: typeof own, what = signed) => {
  const signature = new Uint8Array(sign(null, Buffer.from(what), privateKey));
  return { name, id, signature };
};
/** A signature of a type that the verifier does not know, `length` bytes long. */
const foreign = (name: string, length: number) => ({ name, id: new Uint8Array([1, 2, 3, 4]), signature: new Uint8Array(length).fill(9) });

it('a signed note is read as in the tests of Go’s sumdb/note', () => {
  const note = tree.readNote(`${text}\n${peterLine}${enochLine}`);
  expect(note?.signed).toBe(text);
  const keys = note?.signatures.map(({ name, id }) => `${name}+${Buffer.from(id).toString('hex')}`);
  expect(keys).toEqual(['PeterNeumann+c74f20a3', 'EnochRoot+af0cfe78']);
});

it.each([
  ['without signatures', text],
  ['with a control character', `\t${text}\n${peterLine}`],
  ['with a blank in the name of a key', `${text}\n${peterLine.replace('PeterNeumann', 'Bad Name')}`],
  ['with a line that is no signature', `${text}\n${peterLine}Unexpected line.\n`],
  ['with half a character', `\ud800${text}\n${peterLine}`],
  ['with base64 in another form', `${text}\n${peterLine.replace('JnAM=', 'JnAN=')}`],
  ['with a signature of four bytes', `${text}\n— PeterNeumann x08gow==\n`],
  ['with two signatures of one key', `${text}\n${peterLine}${peterLine}`],
  ['with seventeen signatures', `${text}\n${Array.from({ length: 17 }, (_, at) => peterLine.replace('Peter', `Peter${at}`)).join('')}`],
  ['that is too long', `${'a'.repeat(tree.noteLimit)}\n\n${peterLine}`],
])('a signed note %s is malformed', (_, note) => {
  expect(tree.readNote(note)).toBeUndefined();
});

it('a verifier key is rejected if anything of it is changed or missing, as in the tests of Go’s sumdb/note', async () => {
  expect(await tree.readVerifierKey(peter)).toMatchObject({ name: 'PeterNeumann' });
  for (let from = 0; from < peter.length; from += 1)
    for (const to of [from + 1, peter.length - 1, peter.length]) {
      if (from === 0 && to === peter.length) continue;
      expect(await tree.readVerifierKey(peter.slice(from, to)), peter.slice(from, to)).toBeUndefined();
    }
  for (let at = 0; at < peter.length; at += 1) {
    const changed = `${peter.slice(0, at)}${String.fromCharCode(peter.charCodeAt(at) + 1)}${peter.slice(at + 1)}`;
    expect(await tree.readVerifierKey(changed), changed).toBeUndefined();
  }
  expect(await tree.readVerifierKey('PeterNeumann+cc469956+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TWBADKEY==')).toBeUndefined();
  expect(await tree.readVerifierKey('PeterNeumann+173116ae+ZRpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW')).toBeUndefined();
});

it('a checkpoint holds with sixteen signatures, fifteen of them of other keys, of post-quantum length and with long names', async () => {
  const others = Array.from({ length: 15 }, (_, at) => foreign(`${'w'.repeat(250)}/${at}`, 4_900));
  const note = tree.writeNote(signed, [...others, signedBy(own)]);
  expect(await tree.verifyCheckpoint(note, [own.key])).toMatchObject({ checkpoint: { size: 5 } });
  expect(tree.readProof(tree.writeProof({ index: 0, hashes: [root], checkpoint: note }))?.checkpoint).toBe(note);
});

it('a checkpoint ignores a signature that shares the name or the id of a known key, but not both', async () => {
  const key = own.key;
  const sameName = { ...foreign(key.name, 64), id: new Uint8Array([0, 0, 0, 0]) };
  const sameId = { ...foreign('witness.example', 64), id: own.id };
  const note = tree.writeNote(signed, [sameName, sameId, signedBy(own)]);
  expect(await tree.verifyCheckpoint(note, [key])).toBeDefined();
  expect(await tree.verifyCheckpoint(tree.writeNote(signed, [sameName, sameId]), [key])).toBeUndefined();
});

it('a checkpoint is of the first of the known keys that signed it, and is rejected if one signature of a known key does not verify', async () => {
  const key = own.key;
  const forged = { ...foreign(key.name, 64), id: own.id };
  expect(await tree.verifyCheckpoint(tree.writeNote(signed, [signedBy(own), forged]), [key])).toBeUndefined();
  const two = tree.writeNote(signed, [signedBy(next), signedBy(own)]);
  const signerOf = async (...keys: tree.VerifierKey[]) => (await tree.verifyCheckpoint(two, keys))?.key;
  expect([await signerOf(own.key, next.key), await signerOf(next.key, own.key)]).toEqual([own.key, next.key]);
  const both = tree.writeNote(signed, [{ ...forged, id: next.id }, signedBy(own)]);
  expect(await tree.verifyCheckpoint(both, [key, next.key])).toBeUndefined();
  expect(await tree.verifyCheckpoint(both, [key])).toBeDefined();
});

it('a checkpoint may have further lines, which are signed, but no empty one, no empty name and no short root', async () => {
  const more = `${signed}an extension\n`;
  expect(await tree.verifyCheckpoint(tree.writeNote(more, [signedBy(own, more)]), [own.key])).toMatchObject({ checkpoint: { size: 5 } });
  expect(await tree.verifyCheckpoint(tree.writeNote(more, [signedBy(own)]), [own.key])).toBeUndefined();
  const short = tree.checkpointText({ origin: 'log.example/log', size: 5, root: root.slice(1) });
  for (const wrong of [`${signed}\nan extension\n`, signed.slice(signed.indexOf('\n')), short])
    expect(tree.readCheckpoint(tree.writeNote(wrong, [foreign('a', 64)]))).toBeUndefined();
});

it('the tree of RFC 6962 has the hashes of the reference tests', async () => {
  // The leaves of Certificate Transparency's reference tests, in hexadecimal.
  const written = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f'];
  const leaves = written.map((leaf) => Buffer.from(leaf, 'hex').toString());
  const log = await makeLog('log.example/log', leaves, own);
  const roots = [0, 1, 8].map(async (size) => toHex((await log.checkpointAt(size)).root));
  expect(await Promise.all(roots)).toEqual([
    'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
    '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
  ]);
});

it('a proof shows an entry at its own index alone', async () => {
  const leaves = [...'abcdefg'];
  const log = await makeLog('log.example/log', leaves, own);
  for (let size = 1; size <= leaves.length; size += 1)
    for (let index = 0; index < size; index += 1) {
      const proof = tree.readProof((await log.provedEntry(index, size)).proof) as tree.LogProof;
      const at = (stated: number) => tree.verifyProof(toUtf8(leaves[index] ?? ''), { ...proof, index: stated }, [own.key]);
      const found = await Promise.all(Array.from(Array(9).keys(), at));
      expect(found.flatMap((one, stated) => (one?.isIncluded ? stated : []))).toEqual([index]);
    }
});

it('a proof may have a line of the log’s own, and is malformed with more hashes than a tree has levels, or a short one', () => {
  const written = tree.writeProof({ index: 0, hashes: Array(63).fill(root), checkpoint: 'note' });
  expect(tree.readProof(written.replace('\nindex', '\nextra AAAA\nindex'))).toMatchObject({ index: 0, checkpoint: 'note' });
  const [more, short] = [`\n${toBase64(root)}\n\n`, toBase64(root.slice(1))];
  for (const wrong of [written.replace('\n\n', more), written.replace(toBase64(root), short)])
    expect(tree.readProof(wrong)).toBeUndefined();
});

const [first, second] = [own.text, next.text];
const listed = `${second} 2027-06-01T08:00:00.000Z\n${first} 2026-11-26T10:00:00.000Z 2027-06-01T08:00:00.000Z\n`;

it('the keys of a log are read as they are written, one a line, or alone, with blank lines, comments, a mark at the start and carriage returns', async () => {
  const keys = await tree.readKeys(listed);
  const periods = keys?.map(({ from, until }) => `${from?.slice(0, 10)} to ${until?.slice(0, 10)}`);
  expect(periods).toEqual(['2027-06-01 to undefined', '2026-11-26 to 2027-06-01']);
  expect(tree.writeKeys(keys ?? [])).toBe(listed);
  expect(await tree.readKeys(`\uFEFF# the key of the log\r\n\r\n  ${first}  \r\n`)).toEqual([{ key: own.key }]);
});

it.each([
  ['nothing', ''],
  ['a line that is no key', `${first}\nhello`],
  ['a key twice', `${first}\n${first} 2026-11-26T10:00:00Z`],
  ['a time that is none', `${first} yesterday`],
  ['a day alone', `${first} 2026-11-26`],
  ['a day that no month has', `${first} 2026-02-30T10:00:00Z`],
  ['a third time', `${first} 2026-11-26T10:00:00Z 2026-11-27T10:00:00Z 2026-11-28T10:00:00Z`],
])('the keys of a log are not read from %s', async (_, given) => {
  expect(await tree.readKeys(given)).toBeUndefined();
});
