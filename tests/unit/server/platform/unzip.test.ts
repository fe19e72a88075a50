import { strToU8, zipSync } from 'fflate';
import { expect, it } from 'vitest';
import { unzipWithin } from '#server/platform/unzip.ts';

const text = (size: number) => strToU8('a'.repeat(size));
const limits = { maxUnpacked: 1_000, maxPacked: 800 };
const read = (archive: Uint8Array) => unzipWithin(archive, { wanted: () => true, ...limits });

/** Returns an archive with its directory changed, entry by entry. `write` gets each entry from its signature on (APPNOTE.TXT, 4.3.12). */
function withDirectory(archive: Uint8Array, write: (entry: DataView, index: number) => void): Uint8Array {
  const bytes = Buffer.from(archive);
  for (let at = bytes.indexOf('PK\x01\x02', 0, 'latin1'), index = 0; at >= 0; index += 1) {
    write(new DataView(bytes.buffer, bytes.byteOffset + at), index);
    at = bytes.indexOf('PK\x01\x02', at + 4, 'latin1');
  }
  return bytes;
}
const [packedSize, unpackedSize, localHeader] = [20, 24, 42];

const two = zipSync({ one: text(20), two: text(30) });
const spelling = (index: number) => [...'contents'].map((letter, bit) => (index & (1 << bit) ? letter.toUpperCase() : letter)).join('');
const spellings = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [spelling(index), text(1)]));
const many = Object.fromEntries(Array.from({ length: 10_001 }, (_, index) => [String(index), text(0)]));
it.each([
  ['parts of more than the limit together', zipSync({ one: text(600), two: text(600) })],
  ['one name in many spellings', zipSync(spellings)],
  ['more than ten thousand parts', zipSync(many)],
  ['a part that is larger packed than the limit', zipSync({ one: text(900) }, { level: 0 })],
  ['a part that unpacks to more than the limit', zipSync({ one: text(1_000_000) })],
  ['a part that is larger packed than the archive', withDirectory(two, (entry) => entry.setUint32(packedSize, 5_000, true))],
  ['parts that overlap', overlapping()],
])('an archive with %s is refused', (_what, archive) => {
  expect(read(archive)).toBeUndefined();
});

/** Twenty names for one place, as in a "better zip bomb". */
function overlapping(): Uint8Array {
  const parts = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`part ${index}`, index === 0 ? text(40) : text(0)]));
  const archive = zipSync(parts, { level: 0 });
  const size = archive.length;
  return withDirectory(archive, (entry) => {
    entry.setUint32(localHeader, 0, true);
    entry.setUint32(packedSize, Math.ceil(size / 10), true);
    entry.setUint32(unpackedSize, 40, true);
  });
}
