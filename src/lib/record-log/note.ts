import { areEqual, concat, fromBase64, sha256, toBase64, toHex } from './bytes.ts';
import type { Hash } from './tree.ts';

/** The contents of a checkpoint: the log, its number of entries, and the root of the tree over them. https://c2sp.org/tlog-checkpoint */
export type Checkpoint = { origin: string; size: number; root: Hash };

/** A public key and its name, written as `name+hash+key`. https://c2sp.org/signed-note */
export type VerifierKey = { name: string; id: Uint8Array; publicKey: Uint8Array<ArrayBuffer> };

const text = new TextEncoder();
/** The signature type of Ed25519 in signed notes. */
const ed25519 = 1;

/** Returns the text of a checkpoint, to be signed. */
export function checkpointText({ origin, size, root }: Checkpoint): string {
  return `${origin}\n${size}\n${toBase64(root)}\n`;
}

/** Returns the key id that identifies a key in signatures: the first four bytes of its hash. */
export async function keyId(name: string, publicKey: Uint8Array): Promise<Uint8Array> {
  return (await sha256(concat(text.encode(`${name}\n`), Uint8Array.of(ed25519), publicKey))).subarray(0, 4);
}

/** Writes a public key in the format of VerifierKey. */
export async function writeVerifierKey(name: string, publicKey: Uint8Array): Promise<string> {
  return `${name}+${toHex(await keyId(name, publicKey))}+${toBase64(concat(Uint8Array.of(ed25519), publicKey))}`;
}

/** Parses a public key in the format of VerifierKey; undefined if it is malformed or its hash does not match. */
export async function readVerifierKey(keyText: string): Promise<VerifierKey | undefined> {
  const [, name, hash, key] = /^([^+\s]{1,200})\+([0-9a-f]{8})\+([A-Za-z0-9+/=]{44})$/.exec(keyText.trim()) ?? [];
  const bytes = key === undefined ? undefined : fromBase64(key);
  if (name === undefined || bytes?.[0] !== ed25519 || bytes.length !== 33) return undefined;
  const publicKey = bytes.slice(1);
  const id = await keyId(name, publicKey);
  return toHex(id) === hash ? { name, id, publicKey } : undefined;
}

/** Writes a signed note: the text, followed by one line for each signature. */
export function writeNote(signed: string, signatures: { name: string; id: Uint8Array; signature: Uint8Array }[]): string {
  return `${signed}\n${signatures.map(({ name, id, signature }) => `— ${name} ${toBase64(concat(id, signature))}\n`).join('')}`;
}

/** Parses a checkpoint and its signatures without verifying them; undefined if malformed. */
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

/** Returns the checkpoint of a signed note; undefined if the note is malformed or not signed by the key. */
export async function verifyCheckpoint(note: string, key: VerifierKey): Promise<Checkpoint | undefined> {
  const parsed = readCheckpoint(note);
  if (!parsed || parsed.checkpoint.origin !== key.name) return undefined;
  const matching = parsed.signatures.filter(({ name, id }) => name === key.name && areEqual(id, key.id));
  if (matching.length === 0) return undefined;
  const imported = await crypto.subtle.importKey('raw', key.publicKey, { name: 'Ed25519' }, false, ['verify']);
  for (const { signature } of matching) {
    if (!(await crypto.subtle.verify('Ed25519', imported, signature, text.encode(parsed.signed)))) return undefined;
  }
  return parsed.checkpoint;
}
