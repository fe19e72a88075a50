import { describe, expect, it } from 'vitest';
import { toHex } from '#verify/bytes.ts';
import { readEntries, readTilePath, tilePath, writeEntries } from '#verify/log.ts';
import { readCheckpoint, readVerifierKey } from '#verify/note.ts';
import { leafHash, type NodeId, nodeHash, rootOf } from '#verify/tree.ts';

/** The leaves of Certificate Transparency's reference tests, in hexadecimal. */
const leaves = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f'].map(
  (text) => new Uint8Array(Buffer.from(text, 'hex')),
);
/** Computes hashes of complete subtrees from the leaves. */
async function read(ids: NodeId[]) {
  const hash = async (level: number, index: number): Promise<Uint8Array<ArrayBuffer>> =>
    level === 0
      ? leafHash(leaves[index] ?? new Uint8Array())
      : nodeHash(await hash(level - 1, index * 2), await hash(level - 1, index * 2 + 1));
  return Promise.all(ids.map(({ level, index }) => hash(level, index)));
}

describe('the tree of RFC 6962', () => {
  it('has the hashes of the reference tests', async () => {
    expect(toHex(await rootOf(0, read))).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
    expect(toHex(await rootOf(1, read))).toBe('6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d');
    expect(toHex(await rootOf(8, read))).toBe('5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328');
  });
});

describe('the C2SP formats', () => {
  it('reads a key only if its hash matches its name and bytes', async () => {
    // The example in Go's sumdb/note.
    const key = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW';
    expect(await readVerifierKey(key)).toMatchObject({ name: 'PeterNeumann' });
    expect(await readVerifierKey(key.replace('c74f20a3', 'c74f20a4'))).toBeUndefined();
    expect(await readVerifierKey(key.replace('PeterNeumann', 'Peter'))).toBeUndefined();
  });

  it.each([
    [{ level: 0, index: 0, width: 256 }, '0/000'],
    [{ level: 0, index: 1234067, width: 256 }, '0/x001/x234/067'],
    [{ level: 1, index: 5, width: 17 }, '1/005.p/17'],
    [{ level: 'entries' as const, index: 1000, width: 256 }, 'entries/x001/000'],
  ])('the path of tile %j is %s', (tile, path) => {
    expect(tilePath(tile)).toBe(path);
    expect(readTilePath(path)).toEqual(tile);
  });

  it.each(['', '0', '0/0', '0/1000', '00/000', '0/x000/001', '0/000.p/256', '0/000.p/0', '64/000', 'entries/000.p/01', '../0/000'])(
    '%j is not a tile path',
    (path) => {
      expect(readTilePath(path)).toBeUndefined();
    },
  );

  it('reads entries back from a tile as written, and rejects a truncated tile', () => {
    const bytes = writeEntries(leaves);
    expect(readEntries(bytes)).toEqual(leaves);
    expect(readEntries(bytes.subarray(0, -1))).toBeUndefined();
  });

  it.each(['', 'a\n1\nx\n\n', 'a\n01\n5dc9da79\n\n— a AAAAAAAA\n', 'a\n1\n\n— a AAAAAAAA\n'])('%j is not a checkpoint', (note) => {
    expect(readCheckpoint(note)).toBeUndefined();
  });
});
