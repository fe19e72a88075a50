import { once } from 'node:events';
import { createServer } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterAll, expect, it, onTestFinished, vi } from 'vitest';
import { listenOn } from '#tests/support/free-port.ts';
import { makeLog, makeLogKey } from '#tests/support/signed-log.ts';
import { type Fetch, fetchCheckpoint, fetchFrom, readTilePath, SignedLog, tilePath } from '#verify/log.ts';
import { type Checkpoint, keyFor } from '#verify/signed-tree.ts';

const origin = 'log.example/log';
const key = await makeLogKey(origin);
const entriesOf = (size: number) => Array.from(Array(size).keys(), (index) => JSON.stringify({ entry: index }));
/** A log with `size` entries, served as files by path. */
const logOf = (size: number) => makeLog(origin, entriesOf(size), key);

/** Does everything that a client with an older checkpoint does. Returns the entries read. */
async function follow(serve: Fetch, old: Checkpoint) {
  const { checkpoint } = await fetchCheckpoint(serve, [key.key]);
  const log = new SignedLog(serve, checkpoint);
  await log.assertContinues(old);
  const read: string[] = [];
  await log.readEntries((_, entries) => void read.push(...entries.map((entry) => new TextDecoder().decode(entry))));
  return read;
}

it.each([1, 3, 255, 256, 257, 520])('a client of a log reads a log of %d entries completely', async (size) => {
  const { serve, checkpointAt } = await logOf(size);
  expect(await follow(serve, await checkpointAt(Math.min(3, size)))).toEqual(entriesOf(size));
});

it('a client of a log detects every changed byte in the checkpoint, entries or hashes', async () => {
  const log = await logOf(6);
  const old = await log.checkpointAt(3);
  const paths = new Set<string>();
  await follow((path) => {
    paths.add(path);
    return log.serve(path);
  }, old);
  for (const path of paths) {
    const bytes = await log.serve(path);
    for (let at = 0; at < bytes.length; at += 1) {
      const changed = bytes.slice();
      changed[at] = (changed[at] ?? 0) ^ 1;
      const forged = async (requested: string) => (requested === path ? changed : log.serve(requested));
      await expect(follow(forged, old), `${path}, byte ${at}`).rejects.toThrow();
    }
  }
});

it('a client of a log believes no checkpoint under another name than that of its key', async () => {
  const { id } = await keyFor('log.example/log-2', key.key.publicKey);
  const other = await makeLog('log.example/log-2', entriesOf(3), { ...key, id });
  await expect(fetchCheckpoint(other.serve, [key.key])).rejects.toThrow('not signed by any key');
});

it('a client of a log takes the full tile where a partial one is gone', async () => {
  const full = await logOf(600);
  for (const size of [1, 255, 300, 520]) {
    const note = await full.note(size, key);
    const gone: string[] = [];
    const pruned: Fetch = async (path) => {
      if (path === 'checkpoint') return new TextEncoder().encode(note);
      // Of the upper level, and of the third tile of the lower one, there is no full tile yet.
      if (path.includes('.p/') && !path.startsWith('tile/1/') && !path.includes('002.p/')) {
        gone.push(path);
        throw new Error('gone');
      }
      return full.serve(path);
    };
    expect(await follow(pruned, await full.checkpointAt(Math.min(3, size)))).toEqual(entriesOf(size));
    expect(gone.length > 0, `${size}`).toBe(size < 512);
  }
});

/** What the server answers to a path below the log's address: unpacked bytes, or where it leads. */
let answer: { bytes?: number; to?: string };
const server = createServer((_, response) => {
  if (answer.to !== undefined) response.writeHead(302, { location: answer.to }).end();
  else response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(answer.bytes ?? 0)));
});
const port = await listenOn(server);
afterAll(() => server.close());
const read = (part: string) => fetchFrom(`http://127.0.0.1:${port}/log`)(part);

it.each([
  ['checkpoint', 250_000],
  ['log.json', 64_000],
  ['tile/0/000', 8_192],
  ['tile/entries/000', 16_777_472],
])('a reader of a log takes no more of %s than %d bytes, unpacked', async (part, limit) => {
  answer = { bytes: limit };
  expect((await read(part)).length).toBe(limit);
  answer = { bytes: limit + 1 };
  await expect(read(part)).rejects.toThrow('is larger than');
});

it('a reader of a log does not wait for an answer without end', async () => {
  const limit = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort());
  onTestFinished(() => limit.mockRestore());
  await expect(read('checkpoint')).rejects.toThrow('aborted');
  expect(limit).toHaveBeenCalledWith(30_000);
});

it('a reader of a log follows no redirect, and says where it leads', async () => {
  answer = { to: '/moved/checkpoint' };
  await expect(read('checkpoint')).rejects.toThrow('names /moved/checkpoint');
});

it('a reader of a log asks for its parts below the path of the address, whatever follows the path', async () => {
  answer = {};
  const asked = once(server, 'request');
  await fetchFrom(`http://127.0.0.1:${port}/log/?copy=2#top`)('checkpoint');
  expect((await asked)[0].url).toBe('/log/checkpoint?copy=2');
});

it.each([
  [{ level: 0, index: 0, width: 256 }, '0/000'],
  [{ level: 0, index: 1234067, width: 256 }, '0/x001/x234/067'],
  [{ level: 1, index: 5, width: 17 }, '1/005.p/17'],
  [{ level: 'entries' as const, index: 1000, width: 256 }, 'entries/x001/000'],
])('the C2SP path of the tile %j is %s', (tile, path) => {
  expect(tilePath(tile)).toBe(path);
  expect(readTilePath(path)).toEqual(tile);
});

const noTiles = ['', '0/0', '0/1000', '00/000', '0/x000/001', '0/000.p/256', '64/000', 'entries/000.p/01', '../0/000'];
it.each(noTiles)('%j is no C2SP path of a tile', (path) => {
  expect(readTilePath(path)).toBeUndefined();
});
