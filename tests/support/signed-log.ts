import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { concat, sha256, toHex } from '#src/lib/record-log/bytes.ts';
import { type Checkpoint, checkpointText, keyId, readVerifierKey, writeNote, writeVerifierKey } from '#src/lib/record-log/note.ts';
import { writeProof } from '#src/lib/record-log/proof.ts';
import { readTilePath, tileWidth, writeEntries } from '#src/lib/record-log/tiles.ts';
import { type Hash, leafHash, nodeHash, proveInclusion, type ReadNodes, rootOf } from '#src/lib/record-log/tree.ts';

/** A key that can sign for a log of this name. */
export async function makeLogKey(name: string) {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const raw = new Uint8Array(publicKey.export({ format: 'der', type: 'spki' }).subarray(-32));
  const key = await readVerifierKey(await writeVerifierKey(name, raw));
  if (!key) throw new Error('The key is unreadable');
  return { key, text: await writeVerifierKey(name, raw), privateKey, id: await keyId(name, raw) };
}

type Signer = { privateKey: KeyObject; id: Uint8Array };

/** Returns the note of a checkpoint. */
export function signCheckpoint(checkpoint: Checkpoint, { privateKey, id }: Signer): string {
  const text = checkpointText(checkpoint);
  return writeNote(text, [{ name: checkpoint.origin, id, signature: new Uint8Array(sign(null, Buffer.from(text), privateKey)) }]);
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
  const note = async (size: number) => signCheckpoint({ origin, size, root: await rootOf(size, read) }, signer);
  const prove = async (index: number, size = entries.length) =>
    writeProof({ index, hashes: await proveInclusion(index, size, read), checkpoint: await note(size) });
  const serve = async (path: string): Promise<Uint8Array<ArrayBuffer>> => {
    if (path === 'checkpoint') return new TextEncoder().encode(await note(entries.length));
    const tile = readTilePath(path.replace(/^tile\//, ''));
    if (!tile) throw new Error(`${path} is not a tile`);
    const from = tile.index * tileWidth;
    if (tile.level === 'entries') return writeEntries(bytes.slice(from, from + tile.width));
    return concat(...(levels[tile.level * 8] ?? []).slice(from, from + tile.width));
  };
  return { entries, note, prove, serve };
}

/** Returns a text as it stands in a file, and its hash in the entry. */
export async function commit(text: string, salt = new Uint8Array(32).fill(7)) {
  return { text: { text, salt: toHex(salt) }, hash: toHex(await sha256(concat(salt, new TextEncoder().encode(text)))) };
}
