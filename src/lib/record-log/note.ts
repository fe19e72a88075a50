import { areEqual, concat, fromBase64, sha256, toBase64, toHex } from './bytes.ts';
import type { Hash } from './tree.ts';

/** What a checkpoint says: which log, how many entries, and the root of the tree over them. https://c2sp.org/tlog-checkpoint */
export type Checkpoint = { origin: string; size: number; root: Hash };

/** A public key with the name that it signs under, as `name+hash+key` writes it. https://c2sp.org/signed-note */
export type VerifierKey = { name: string; id: Uint8Array; publicKey: Uint8Array<ArrayBuffer> };

const text = new TextEncoder();
/** Ed25519, in the registry of signature types of signed notes. */
const ed25519 = 1;

/** The text of a checkpoint, which is signed. */
export function checkpointText({ origin, size, root }: Checkpoint): string {
  return `${origin}\n${size}\n${toBase64(root)}\n`;
}

/** The first four bytes of the hash of a key, by which a signature names it. */
export async function keyId(name: string, publicKey: Uint8Array): Promise<Uint8Array> {
  return (await sha256(concat(text.encode(`${name}\n`), Uint8Array.of(ed25519), publicKey))).subarray(0, 4);
}

/** A public key as text. */
export async function writeVerifierKey(name: string, publicKey: Uint8Array): Promise<string> {
  return `${name}+${toHex(await keyId(name, publicKey))}+${toBase64(concat(Uint8Array.of(ed25519), publicKey))}`;
}

/** A public key that was written so; undefined when it is none, or its hash is another's. */
export async function readVerifierKey(written: string): Promise<VerifierKey | undefined> {
  const [, name, hash, key] = /^([^+\s]{1,200})\+([0-9a-f]{8})\+([A-Za-z0-9+/=]{44})$/.exec(written.trim()) ?? [];
  const bytes = key === undefined ? undefined : fromBase64(key);
  if (name === undefined || bytes?.[0] !== ed25519 || bytes.length !== 33) return undefined;
  const publicKey = bytes.slice(1);
  const id = await keyId(name, publicKey);
  return toHex(id) === hash ? { name, id, publicKey } : undefined;
}

/** A note: a text and one line for each signature. */
export function writeNote(signed: string, signatures: { name: string; id: Uint8Array; signature: Uint8Array }[]): string {
  return `${signed}\n${signatures.map(({ name, id, signature }) => `— ${name} ${toBase64(concat(id, signature))}\n`).join('')}`;
}

/** A checkpoint and its signatures, unverified; undefined for any text that is not exactly one. */
export function readCheckpoint(note: string): { checkpoint: Checkpoint; signed: string; signatures: Signature[] } | undefined {
  const end = note.indexOf('\n\n');
  if (end === -1 || note.length > 10_000) return undefined;
  const signed = note.slice(0, end + 1);
  const [origin = '', sizeText = '', rootText = ''] = signed.split('\n');
  const root = fromBase64(rootText);
  const size = Number(sizeText);
  if (origin === '' || !/^(0|[1-9]\d{0,15})$/.test(sizeText) || !Number.isSafeInteger(size) || root?.length !== 32) return undefined;
  const lines = note.slice(end + 2).split('\n');
  if (lines.pop() !== '' || lines.length === 0) return undefined;
  const signatures: Signature[] = [];
  for (const line of lines) {
    const [, name, value] = /^— (\S{1,200}) (\S{1,200})$/.exec(line) ?? [];
    const bytes = value === undefined ? undefined : fromBase64(value);
    if (name === undefined || !bytes || bytes.length < 5) return undefined;
    signatures.push({ name, id: bytes.slice(0, 4), signature: bytes.slice(4) });
  }
  return { checkpoint: { origin, size, root }, signed, signatures };
}

type Signature = { name: string; id: Uint8Array; signature: Uint8Array<ArrayBuffer> };

/** The checkpoint of a note that a key has signed; undefined when it is no note, or not signed by that key. */
export async function verifyCheckpoint(note: string, key: VerifierKey): Promise<Checkpoint | undefined> {
  const read = readCheckpoint(note);
  if (!read || read.checkpoint.origin !== key.name) return undefined;
  const ours = read.signatures.filter(({ name, id }) => name === key.name && areEqual(id, key.id));
  if (ours.length === 0) return undefined;
  const imported = await crypto.subtle.importKey('raw', key.publicKey, { name: 'Ed25519' }, false, ['verify']);
  for (const { signature } of ours) {
    if (!(await crypto.subtle.verify('Ed25519', imported, signature, text.encode(read.signed)))) return undefined;
  }
  return read.checkpoint;
}
