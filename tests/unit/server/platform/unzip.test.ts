import { strToU8, zipSync } from 'fflate';
import { expect, it } from 'vitest';
import { unzipWithin } from '#server/platform/unzip.ts';

const text = (size: number) => strToU8('a'.repeat(size));
const limits = { maxUnpacked: 1_000, maxPacked: 800 };
const read = (archive: Uint8Array) => unzipWithin(archive, { wanted: () => true, ...limits });

const spelling = (index: number) => [...'contents'].map((letter, bit) => (index & (1 << bit) ? letter.toUpperCase() : letter)).join('');
const spellings = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [spelling(index), text(1)]));
const many = Object.fromEntries(Array.from({ length: 10_001 }, (_, index) => [String(index), text(0)]));
it('an archive at the limits is read, with the names of its parts', () => {
  expect(read(zipSync({ One: text(800), two: text(200) }))?.names).toEqual(['one', 'two']);
  expect(read(zipSync({ one: text(800) }, { level: 0 }))?.names).toEqual(['one']);
});

it.each([
  ['parts of more than the limit together', zipSync({ one: text(600), two: text(600) })],
  ['one name in many spellings', zipSync(spellings)],
  ['more than ten thousand parts', zipSync(many, { level: 0 })],
  ['a part that is larger packed than the limit', zipSync({ one: text(900) }, { level: 0 })],
  ['a part that unpacks to more than the limit', zipSync({ one: text(1_000_000) })],
  ['parts that overlap', overlapping()],
])('an archive with %s is refused', (_what, archive) => {
  expect(read(archive)).toBeUndefined();
});

/** Three names for one place, as in a "better zip bomb": together they are larger than the archive. */
function overlapping(): Uint8Array {
  const archive = Buffer.from(zipSync({ first: text(40), second: text(0), third: text(0) }, { level: 0 }));
  // Each entry of the directory begins with a signature, from which its fields are counted (APPNOTE.TXT, 4.3.12).
  const [packedSize, unpackedSize, localHeader] = [20, 24, 42];
  for (let at = archive.indexOf('PK\x01\x02', 0, 'latin1'); at >= 0; at = archive.indexOf('PK\x01\x02', at + 4, 'latin1')) {
    archive.writeUInt32LE(Math.ceil(archive.length / 2), at + packedSize);
    archive.writeUInt32LE(40, at + unpackedSize);
    archive.writeUInt32LE(0, at + localHeader);
  }
  return archive;
}
