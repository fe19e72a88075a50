import { generateKeyPairSync, sign } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { concat } from '#src/lib/record-log/bytes.ts';
import { type Fetch, fetchCheckpoint, SignedLog } from '#src/lib/record-log/follow-log.ts';
import { type Checkpoint, checkpointText, keyId, readVerifierKey, writeNote, writeVerifierKey } from '#src/lib/record-log/note.ts';
import { readTilePath, tileWidth, writeEntries } from '#src/lib/record-log/tiles.ts';
import { type Hash, leafHash, nodeHash, type ReadNodes, rootOf } from '#src/lib/record-log/tree.ts';

const origin = 'log.example/log';
const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const rawKey = new Uint8Array(publicKey.export({ format: 'der', type: 'spki' }).subarray(-32));

/** A log with `size` entries, served as files by path. */
async function logOf(size: number) {
  const entries = Array.from({ length: size }, (_, index) => new TextEncoder().encode(JSON.stringify({ entry: index })));
  const levels: Hash[][] = [await Promise.all(entries.map(leafHash))];
  for (let below = levels[0] ?? []; below.length > 1; below = levels.at(-1) ?? []) {
    const pairs = Array.from({ length: Math.floor(below.length / 2) }, (_, at) => [below[at * 2], below[at * 2 + 1]] as [Hash, Hash]);
    levels.push(await Promise.all(pairs.map(([left, right]) => nodeHash(left, right))));
  }
  const read: ReadNodes = async (ids) => ids.map(({ level, index }) => levels[level]?.[index] as Hash);
  const checkpointAt = async (at: number): Promise<Checkpoint> => ({ origin, size: at, root: await rootOf(at, read) });
  const signed = checkpointText(await checkpointAt(size));
  const note = writeNote(signed, [
    { name: origin, id: await keyId(origin, rawKey), signature: new Uint8Array(sign(null, Buffer.from(signed), privateKey)) },
  ]);
  const serve = async (path: string): Promise<Uint8Array<ArrayBuffer>> => {
    if (path === 'checkpoint') return new TextEncoder().encode(note);
    const tile = readTilePath(path.replace(/^tile\//, ''));
    if (!tile) throw new Error(`${path} is not a tile`);
    const from = tile.index * tileWidth;
    if (tile.level === 'entries') return writeEntries(entries.slice(from, from + tile.width));
    return concat(...(levels[tile.level * 8] ?? []).slice(from, from + tile.width));
  };
  return { serve, checkpointAt };
}

const key = async () => {
  const read = await readVerifierKey(await writeVerifierKey(origin, rawKey));
  if (!read) throw new Error('The key is unreadable');
  return read;
};

/** Does everything that a client does which holds a checkpoint of the first three entries. Returns the number of entries read. */
async function follow(serve: Fetch, old: Checkpoint) {
  const { checkpoint } = await fetchCheckpoint(serve, [await key()]);
  const log = new SignedLog(serve, checkpoint);
  await log.assertContinues(old);
  const read: string[] = [];
  await log.readEntries((_, entries) => void read.push(...entries.map((entry) => new TextDecoder().decode(entry))));
  expect(read).toEqual(read.map((_, index) => JSON.stringify({ entry: index })));
  return read.length;
}

/** Returns the paths that a client reads. */
async function addresses({ serve, checkpointAt }: Awaited<ReturnType<typeof logOf>>) {
  const requested = new Set<string>();
  await follow(
    (path) => {
      requested.add(path);
      return serve(path);
    },
    await checkpointAt(3),
  );
  return [...requested];
}

describe('a client of a log', () => {
  it.each([1, 3, 20, 255, 256, 257, 300, 520])('reads a log of %d entries completely', async (size) => {
    const { serve, checkpointAt } = await logOf(size);
    expect(await follow(serve, await checkpointAt(Math.min(3, size)))).toBe(size);
  });

  it('detects every changed byte in the checkpoint, entries or hashes', async () => {
    const log = await logOf(9);
    const old = await log.checkpointAt(3);
    for (const path of await addresses(log)) {
      const bytes = await log.serve(path);
      for (let at = 0; at < bytes.length; at += 1) {
        const changed = bytes.slice();
        changed[at] = (changed[at] ?? 0) ^ 1;
        const forged = async (requested: string) => (requested === path ? changed : log.serve(requested));
        await expect(follow(forged, old), `${path}, byte ${at}`).rejects.toThrow();
      }
    }
  });

  it('names the tile that does not match, in a log of several', async () => {
    const log = await logOf(520);
    const tiles = (await addresses(log)).filter((path) => path.startsWith('tile/'));
    expect(tiles).toHaveLength(7);
    for (const path of tiles) {
      const forged = async (requested: string) => {
        const bytes = await log.serve(requested);
        // The low bit of the second-to-last byte.
        if (requested === path) bytes[bytes.length - 2] = (bytes.at(-2) ?? 0) ^ 1;
        return bytes;
      };
      await expect(follow(forged, await log.checkpointAt(3)), path).rejects.toThrow(/tile|entries|continue/i);
    }
  });

  it.each([
    ['a log older than one already seen', 5, 9],
    ['another history', 9, 9],
  ])('rejects %s', async (_, size, previousSize) => {
    const log = await logOf(size);
    const previous: Checkpoint = { origin, size: previousSize, root: new Uint8Array(32) };
    await expect(follow(log.serve, previous)).rejects.toThrow();
  });
});
