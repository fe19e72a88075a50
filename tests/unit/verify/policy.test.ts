import { readFileSync } from 'node:fs';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { makeLogKey, signedNote } from '#tests/support/signed-log.ts';
import { startWitness } from '#tests/support/witness.ts';
import { checkCosignatures, readPolicy } from '#verify/policy.ts';

const publicNote = readFileSync('tests/fixtures/witness/checkpoint.txt', 'utf8');
const [ed25519Key = '', mlDsaKey = ''] = readFileSync('tests/fixtures/witness/keys.txt', 'utf8').split('\n');

it.each([
  ['Ed25519', ed25519Key],
  ['ML-DSA-44', mlDsaKey],
])('a cosignature of a public witness verifies with its %s key, and says when it was given', async (algorithm, text) => {
  const policy = await readPolicy(`witness navigli ${text}\nquorum navigli\n`);
  expect(policy.witnesses[0]?.key).toMatchObject({ algorithm, name: 'witness.navigli.sunlight.geomys.org' });
  // The first eight bytes of both signatures.
  const newest = 0x6a6fb0f3 * 1000;
  expect(await checkCosignatures(publicNote, policy)).toEqual({ seenBy: ['navigli'], forged: [], needed: 1, isReached: true, newest });
});

it.each([
  ['the size', publicNote.replace('185550722', '185550723')],
  ['the time and the signature', publicNote.replaceAll('AABqb7Dz', 'AABqb7D0')],
])('a cosignature of a public witness does not verify once %s is another, with either key', async (_, note) => {
  const policy = await readPolicy(`witness a ${ed25519Key}\nwitness b ${mlDsaKey}\ngroup both any a b\nquorum both\n`);
  expect(await checkCosignatures(note, policy)).toMatchObject({ seenBy: [], forged: ['a', 'b'], isReached: false });
});

const log = await makeLogKey('log.example/log');
const witnesses = await Promise.all(
  // The last has a name of 256 bytes, one more than it may have.
  [...'abcdef', 'g'.repeat(248)].map((name) =>
    startWitness({}, { name: `${name}.example`, algorithm: name === 'f' ? 'ml-dsa-44' : 'ed25519' }),
  ),
);
afterAll(() => Promise.all(witnesses.map(({ close }) => close())));
/** Replaces <0>, <1>, ... by keys of witnesses and <log> by that of the log. */
const withKeys = (text: string) => text.replace(/<(\d|log)>/g, (_, which) => (which === 'log' ? log.text : (witnesses[which]?.key ?? '')));

const example = `log <log>

witness X1 <0>
witness X2 <1>
witness X3 <2>
group X-witnesses 2 X1 X2 X3

witness Y1 <3>
witness Y2 <4>
witness Y3 <5>
group Y-witnesses any Y1 Y2 Y3

group X-and-Y all X-witnesses Y-witnesses
quorum X-and-Y
`;

it('a policy is read as the example of the specification means it', async () => {
  const { logs, witnesses: read, quorum } = await readPolicy(withKeys(example));
  expect(logs.map(({ name }) => name)).toEqual(['log.example/log']);
  expect(read.map(({ name }) => name)).toEqual(['X1', 'X2', 'X3', 'Y1', 'Y2', 'Y3']);
  expect(quorum).toEqual({
    threshold: 2,
    members: [
      { threshold: 2, members: ['X1', 'X2', 'X3'] },
      { threshold: 1, members: ['Y1', 'Y2', 'Y3'] },
    ],
  });
});

it.each([
  ['blanks, comments and no last newline', '\n# comment\n\t # another\n\twitness \t w1  <0>   https://w1.example/  \n\n  quorum\tw1', 1],
  ['a byte order mark', '\uFEFFwitness w1 <0>\nquorum w1\n', 1],
  ['keywords as names', 'witness all <0>\nwitness any <1>\ngroup group 2 all any\nquorum group\n', 2],
  ['a longer way to its quorum', 'witness a <0>\nwitness b <1>\nwitness c <2>\ngroup both all a b\ngroup g any both c\nquorum g', 1],
])('a policy may have %s', async (_, text, needed) => {
  expect(await checkCosignatures('', await readPolicy(withKeys(text)))).toMatchObject({ seenBy: [], needed, isReached: false });
});

it.each([
  ['a control character', 'quorum none\n\u0001', 'Line 2'],
  ['a carriage return', 'quorum none\r\n', 'carriage return'],
  ['a word too many for a log', 'log <log> https://log.example more\nquorum none\n', 'it must be "log'],
  ['a word too many for a witness', 'witness w1 <0> https://w1.example more\nquorum w1\n', 'it must be "witness'],
  ['a word too many for a quorum', 'quorum none more\n', '"none more"'],
  ['a log twice', 'log <log>\nlog <log>\nquorum none\n', 'twice'],
  ['a witness called none', 'witness none <0>\nquorum none\n', 'called "none"'],
  ['a witness whose name is too long', 'witness w1 <6>\nquorum w1\n', 'key of a witness'],
  ['an unknown keyword', 'quibble w1\nquorum none\n', '"quibble"'],
  ['the key of a witness for a log', 'log <0>\nquorum none\n', 'key of a log'],
  ['the key of a log for a witness', 'witness w1 <log>\nquorum w1\n', 'key of a witness'],
  ['a witness twice', 'witness w1 <0>\nwitness w2 <0>\nquorum w1\n', 'twice'],
  ['a name twice', 'witness w1 <0>\nwitness w1 <1>\nquorum w1\n', 'twice'],
  ['a group without members', 'witness w1 <0>\ngroup g all\nquorum g\n', 'group NAME'],
  ['a group of more than its members', 'witness w1 <0>\ngroup g 2 w1\nquorum g\n', 'group NAME'],
  ['a member that is defined later', 'group g any w1\nwitness w1 <0>\nquorum g\n', '"w1"'],
  ['a member of two groups', 'witness w1 <0>\ngroup g any w1\ngroup h any w1\nquorum h\n', 'already'],
  ['no quorum', 'witness w1 <0>\n', 'no quorum'],
  ['two quorums', 'witness w1 <0>\nquorum w1\nquorum w1\n', 'already'],
])('a policy is refused with %s, for a stated reason', async (_, text, reason) => {
  await expect(readPolicy(withKeys(text))).rejects.toThrow(reason);
});

it('a policy counts cosignatures by the groups of the policy, and none of anybody else', async () => {
  const policy = await readPolicy(withKeys(example));
  const note = signedNote({ origin: 'log.example/log', size: 3, root: new Uint8Array(32).fill(1) }, log);
  const cosign = (which: number[], of = note) => which.map((at) => witnesses[at]?.cosign(of, 1_800_000_000 + at) ?? '').join('');
  const cosignedBy = (...which: number[]) => checkCosignatures(note + cosign(which), policy);
  expect(await cosignedBy()).toEqual({ seenBy: [], forged: [], needed: 3, isReached: false });
  expect(await cosignedBy(0, 1)).toMatchObject({ seenBy: ['X1', 'X2'], isReached: false, newest: 1_800_000_001_000 });
  expect(await cosignedBy(0, 3, 4, 5)).toMatchObject({ isReached: false });
  expect(await cosignedBy(0, 2, 5)).toMatchObject({ seenBy: ['X1', 'X3', 'Y3'], isReached: true, newest: 1_800_000_005_000 });
  const forged = cosign([1], note.replace('\n3\n', '\n4\n'));
  expect(await checkCosignatures(note + cosign([0, 2, 5]) + forged, policy)).toMatchObject({ forged: ['X2'], isReached: false });
  // Of an ML-DSA key, the time 0 means that none is stated. A time for which there is no date, or a signature that is cut off, is forged.
  const [untimed, endless, short] = [witnesses[5]?.cosign(note, 0), witnesses[0]?.cosign(note, 8_640_000_000_001), cosign([0])];
  const { seenBy, newest } = await checkCosignatures(note + untimed, policy);
  expect([seenBy, newest]).toEqual([['Y3'], undefined]);
  const cut = short.replace(/\S+\n$/, (signature) => `${Buffer.from(signature, 'base64').subarray(0, 5).toString('base64')}\n`);
  for (const wrong of [endless, cut]) expect(await checkCosignatures(note + wrong, policy)).toMatchObject({ seenBy: [], forged: ['X1'] });
  const stranger = await startWitness({}, { name: 'a.example' });
  onTestFinished(stranger.close);
  expect(await checkCosignatures(note + stranger.cosign(note), policy)).toMatchObject({ seenBy: [], forged: [] });
});
