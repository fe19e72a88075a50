import { expect, it } from 'vitest';
import { readKeys, readVerifierKey, writeKeys, writeVerifierKey } from '#verify/note.ts';

const [first, second] = await Promise.all([1, 2].map((byte) => writeVerifierKey('log.example/log', new Uint8Array(32).fill(byte))));

const text = `${second} 2027-06-01T08:00:00.000Z\n${first} 2026-11-26T10:00:00.000Z 2027-06-01T08:00:00.000Z\n`;

it('the keys of a log are read as they are written, one a line', async () => {
  const keys = await readKeys(text);
  expect(keys?.map(({ from, until }) => [from, until])).toEqual([
    ['2027-06-01T08:00:00.000Z', undefined],
    ['2026-11-26T10:00:00.000Z', '2027-06-01T08:00:00.000Z'],
  ]);
  expect(writeKeys(keys ?? [])).toBe(text);
});

it('the keys of a log may be a key alone, with blank lines, comments, a mark at the start and carriage returns', async () => {
  expect(await readKeys(`\uFEFF# the key of the log\r\n\r\n  ${first}  \r\n`)).toEqual([{ key: await readVerifierKey(first ?? '') }]);
});

it.each([
  ['nothing', ''],
  ['a comment alone', '# none'],
  ['a line that is no key', `${first}\nhello`],
  ['a key twice', `${first}\n${first} 2026-11-26T10:00:00Z`],
  ['a time that is none', `${first} yesterday`],
  ['a day that is none', `${first} 2026-02-30T25:00:00Z`],
  ['a time in another zone', `${first} 2026-11-26T10:00:00+01:00`],
  ['a third time', `${first} 2026-11-26T10:00:00Z 2026-11-27T10:00:00Z 2026-11-28T10:00:00Z`],
])('the keys of a log are not read from %s', async (_, given) => {
  expect(await readKeys(given)).toBeUndefined();
});
