import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { createServer } from 'node:http';
import { vi } from 'vitest';
import { readTilePath, tileWidth, writeEntries } from '#verify/log.ts';
import { run } from '#verify/program.ts';
import {
  type Checkpoint,
  checkpointText,
  concat,
  type Hash,
  keyFor,
  keyText,
  leafHash,
  nodeHash,
  proveInclusion,
  type ReadNodes,
  rootOf,
  sha256,
  writeNote,
  writeProof,
} from '#verify/signed-tree.ts';
import { toHex } from '#verify/text.ts';
import { closeServer, listenOn } from './free-port.ts';

/** A key that can sign for a log of this name. */
export async function makeLogKey(name: string) {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const raw = new Uint8Array(publicKey.export({ format: 'der', type: 'spki' }).subarray(-32));
  const key = await keyFor(name, raw);
  return { key, text: keyText(key), privateKey, id: key.id };
}

type Signer = { privateKey: KeyObject; id: Uint8Array };

/** Returns the note of a checkpoint. */
export function signedNote(checkpoint: Checkpoint, ...signers: Signer[]): string {
  const text = checkpointText(checkpoint);
  const signed = (key: KeyObject) => new Uint8Array(sign(null, Buffer.from(text), key));
  return writeNote(
    text,
    signers.map(({ privateKey, id }) => ({ name: checkpoint.origin, id, signature: signed(privateKey) })),
  );
}

/** Makes the log of these entries, served as files by path, with a proof of each entry at each size. */
export async function makeLog(origin: string, entries: readonly string[], signer: Signer) {
  const bytes = entries.map((entry) => new TextEncoder().encode(entry));
  const levels: Hash[][] = [await Promise.all(bytes.map(leafHash))];
  for (let below = levels[0] ?? []; below.length > 1; below = levels.at(-1) ?? []) {
    const pairs = Array.from({ length: Math.floor(below.length / 2) }, (_, at) => [below[at * 2], below[at * 2 + 1]] as [Hash, Hash]);
    levels.push(await Promise.all(pairs.map(([left, right]) => nodeHash(left, right))));
  }
  const read: ReadNodes = async (ids) => ids.map(({ level, index }) => levels[level]?.[index] as Hash);
  const checkpointAt = async (size: number): Promise<Checkpoint> => ({ origin, size, root: await rootOf(size, read) });
  const note = async (size: number, ...by: Signer[]) => signedNote(await checkpointAt(size), ...(by.length > 0 ? by : [signer]));
  const provedEntry = async (index: number, size = entries.length) => {
    const proof = writeProof({ index, hashes: await proveInclusion(index, size, read), checkpoint: await note(size) });
    return { index, canonical: entries[index] ?? '', proof };
  };
  /** Returns an entry as a file, with the checkpoint over `size` entries, and with these fields. */
  const fileOf = async (index: number, { size = entries.length, ...fields }: { size?: number } & Record<string, unknown> = {}) => ({
    ...{ format: 'carma-record@v1', ...(await provedEntry(index, size)), texts: {}, related: [], knownUpTo: size, ...fields },
  });
  const serve = async (path: string): Promise<Uint8Array<ArrayBuffer>> => {
    if (path === 'checkpoint') return new TextEncoder().encode(await note(entries.length));
    const tile = readTilePath(path.replace(/^tile\//, ''));
    const { level, index, width } = tile ?? { level: 0, index: 0, width: 0 };
    const all = level === 'entries' ? bytes : (levels[level * 8] ?? []);
    const found = all.slice(index * tileWidth, index * tileWidth + width);
    if (!tile || found.length < width) throw new Error(`The log has no ${path}`);
    return level === 'entries' ? writeEntries(found) : concat(...found);
  };
  return { entries, checkpointAt, note, provedEntry, fileOf, serve };
}

/** Returns a text as it stands in a file, and its hash in the entry. */
export async function commit(text: string) {
  const salt = new Uint8Array(32).fill(7);
  return { text: { text, salt: toHex(salt) }, hash: toHex(await sha256(concat(salt, new TextEncoder().encode(text)))) };
}

/** What a server answers to a path: bytes, a status, or `end`: it closes the connection. */
export type Answer = (path: string) => Promise<Uint8Array | string | number>;

/** Serves a log below `/log` on loopback. Returns its address, and the paths that were requested. */
export async function serveLog(answer: Answer) {
  const requested: string[] = [];
  const server = createServer(async ({ url = '' }, response) => {
    const path = url.replace('/log/', '');
    requested.push(path);
    const found = await answer(path).catch(() => 404);
    if (found === 'end') response.destroy();
    else if (typeof found === 'number') response.writeHead(found).end();
    else response.end(found);
  });
  return { address: `http://127.0.0.1:${await listenOn(server)}/log`, requested, close: () => closeServer(server) };
}

/** Runs carma-verify within this process. Returns its exit code and everything that it printed: of runs that overlap, only the code. */
export async function runVerifier(...words: string[]): Promise<{ code: number; text: string }> {
  const printed: unknown[] = [];
  const spies = (['log', 'error'] as const).map((way) => vi.spyOn(console, way).mockImplementation((line) => void printed.push(line)));
  const code = await run(words);
  for (const spy of spies) spy.mockRestore();
  return { code, text: `${printed.join('\n')}\n` };
}
