import { formatUtcInstant, fromBase64, toBase64, toHex } from './text.ts';
import { areEqual, concat, type Hash, leafHash, rootFromInclusion, sha256 } from './tree.ts';

/** The contents of a checkpoint: the log, its number of entries, and the root of the tree over them. https://c2sp.org/tlog-checkpoint */
export type Checkpoint = { origin: string; size: number; root: Hash };

/** A public key and its name, written as `name+hash+key`. https://c2sp.org/signed-note */
export type VerifierKey = { name: string; id: Uint8Array; publicKey: Uint8Array<ArrayBuffer> };

const text = new TextEncoder();
/**
 * Most characters of a note, and most signatures of it. The standard wants 16 accepted, and those of post-quantum keys are nearly 5 kB
 * each.
 */
export const noteLimit = 250_000;
const maxSignatures = 16;
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
export async function writeVerifierKey(name: string, publicKey: Uint8Array<ArrayBuffer>): Promise<string> {
  return keyText({ name, id: await keyId(name, publicKey), publicKey });
}

/** Returns a key as it signs for a log of another name. */
export async function renameKey({ publicKey }: VerifierKey, name: string): Promise<VerifierKey> {
  return { name, id: await keyId(name, publicKey), publicKey };
}

/** Returns the text of a public key, in the format of VerifierKey. */
export function keyText({ name, id, publicKey }: VerifierKey): string {
  return `${name}+${toHex(id)}+${toBase64(concat(Uint8Array.of(ed25519), publicKey))}`;
}

/** Parses a public key in the format of VerifierKey; undefined if it is malformed, not Ed25519, or its hash does not match. */
export async function readVerifierKey(keyText: string): Promise<VerifierKey | undefined> {
  const [, name = '', hash, key = ''] = /^([^+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/=]{44})$/.exec(keyText.trim()) ?? [];
  const bytes = fromBase64(key);
  if (!isKeyName(name) || bytes?.[0] !== ed25519 || bytes.length !== 33) return undefined;
  const publicKey = bytes.slice(1);
  const id = await keyId(name, publicKey);
  return toHex(id) === hash ? { name, id, publicKey } : undefined;
}

/** Writes a signed note: the text, followed by one line for each signature. */
export function writeNote(signed: string, signatures: readonly Signature[]): string {
  return `${signed}\n${signatures.map(({ name, id, signature }) => `— ${name} ${toBase64(concat(id, signature))}\n`).join('')}`;
}

/** A signature of a note, of any type: the name and id of its key, and the bytes. */
export type Signature = { name: string; id: Uint8Array; signature: Uint8Array<ArrayBuffer> };

/**
 * Parses a note without verifying its signatures: the text that they sign, and all of them. Undefined if malformed, above `noteLimit`,
 * or signed more than sixteen times or twice by one key: verifying a signature costs far more than writing it again.
 */
export function readNote(note: string): { signed: string; signatures: Signature[] } | undefined {
  const end = note.lastIndexOf('\n\n');
  if (end === -1 || note.length > noteLimit || controlCharacter.test(note) || !note.isWellFormed()) return undefined;
  const lines = note.slice(end + 2).split('\n');
  if (lines.pop() !== '' || lines.length === 0 || lines.length > maxSignatures) return undefined;
  const signatures = lines.map(readSignature);
  if (!signatures.every((signature) => signature !== undefined)) return undefined;
  const keys = new Set(signatures.map(({ name, id }) => `${name}+${toHex(id)}`));
  return keys.size === signatures.length ? { signed: note.slice(0, end + 1), signatures } : undefined;
}

/** Those of ASCII except the newline. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it looks for.
const controlCharacter = /[\0-\x09\x0B-\x1F]/;

const isKeyName = (name: string) => /^[^\p{White_Space}+]+$/u.test(name);

function readSignature(line: string): Signature | undefined {
  const [dash, name = '', value = '', ...more] = line.split(' ');
  const bytes = fromBase64(value);
  if (dash !== '—' || !isKeyName(name) || !bytes || bytes.length < 5 || more.length > 0) return undefined;
  return { name, id: bytes.slice(0, 4), signature: bytes.slice(4) };
}

/** Parses a checkpoint and its signatures without verifying them; undefined if malformed. Lines after the third are signed, and ignored. */
export function readCheckpoint(note: string): { checkpoint: Checkpoint; signed: string; signatures: Signature[] } | undefined {
  const parsed = readNote(note);
  const [origin = '', sizeText = '', rootText = '', ...extensions] = parsed?.signed.slice(0, -1).split('\n') ?? [];
  const root = fromBase64(rootText);
  const size = Number(sizeText);
  if (!parsed || origin === '' || extensions.includes('') || !/^(0|[1-9]\d{0,15})$/.test(sizeText)) return undefined;
  return Number.isSafeInteger(size) && root?.length === 32 ? { checkpoint: { origin, size, root }, ...parsed } : undefined;
}

/**
 * Returns the checkpoint of a signed note, and the first of the keys that signed it. Signatures of other keys are ignored, of whatever
 * type they are. Undefined if the note is malformed, none of the keys signed it, or the signature of one of them does not verify.
 */
export async function verifyCheckpoint(
  note: string,
  keys: readonly VerifierKey[],
): Promise<{ checkpoint: Checkpoint; key: VerifierKey } | undefined> {
  const parsed = readCheckpoint(note);
  if (!parsed) return undefined;
  let signer: VerifierKey | undefined;
  for (const key of keys.filter(({ name }) => name === parsed.checkpoint.origin)) {
    const own = parsed.signatures.find(({ name, id }) => name === key.name && areEqual(id, key.id));
    if (!own) continue;
    const imported = await crypto.subtle.importKey('raw', key.publicKey, { name: 'Ed25519' }, false, ['verify']);
    if (!(await crypto.subtle.verify('Ed25519', imported, own.signature, text.encode(parsed.signed)))) return undefined;
    signer ??= key;
  }
  return signer && { checkpoint: parsed.checkpoint, key: signer };
}

/**
 * A key that signs or has signed the checkpoints of a log. `from`: the time (ISO 8601, UTC) of the first checkpoint that it
 * signed; absent if unknown, or if it has not signed yet. `until`: the time of the first checkpoint that it no longer signed;
 * absent if it still signs.
 */
export type LogKey = { key: VerifierKey; from?: string; until?: string };

/** An instant as `Date.toISOString` writes it; milliseconds may be left out. */
const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,3})?Z$/;
/** More keys than a log uses in a century. */
const maxKeys = 100;

/**
 * Reads the keys of a log: one a line, `name+hash+key FROM UNTIL`, where both times may be missing. Blank lines and lines that
 * begin with `#` are ignored. Undefined if a line is neither, if two are the same key, or if there is none.
 */
export async function readKeys(text: string): Promise<LogKey[] | undefined> {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  const given = lines.filter((line) => line !== '' && !line.startsWith('#'));
  if (given.length === 0 || given.length > maxKeys) return undefined;
  const keys: LogKey[] = [];
  for (const line of given) {
    const [keyText = '', from, until, ...rest] = line.split(/[ \t]+/);
    const key = await readVerifierKey(keyText);
    const areTimes = [from, until].every((time) => time === undefined || (instant.test(time) && !Number.isNaN(Date.parse(time))));
    if (!key || !areTimes || rest.length > 0 || findKey(keys, key)) return undefined;
    keys.push({ key, ...(from === undefined ? {} : { from }), ...(until === undefined ? {} : { until }) });
  }
  return keys;
}

/** Writes the keys of a log in the format of `readKeys`. */
export function writeKeys(keys: readonly LogKey[]): string {
  return keys.map(({ key, from, until }) => `${[keyText(key), from, until].filter(Boolean).join(' ')}\n`).join('');
}

/** Finds what is known about a key among the keys of a log. */
export function findKey(keys: readonly LogKey[], { name, publicKey }: VerifierKey): LogKey | undefined {
  return keys.find(({ key }) => key.name === name && areEqual(key.publicKey, publicKey));
}

/** Describes when a key was used, to follow "signed by": `the log's key`, or `the key used until 1 June 2027, 09:00 UTC`. */
export function describeKey({ until }: LogKey): string {
  return until === undefined ? "the log's key" : `the key used until ${formatUtcInstant(new Date(until))}`;
}

/** A proof that an entry is in a log. https://c2sp.org/tlog-proof */
export type LogProof = { index: number; hashes: Hash[]; checkpoint: string };

const head = 'c2sp.org/tlog-proof@v1';

/** Writes a proof in the format of a `.tlog-proof` file. */
export function writeProof({ index, hashes, checkpoint }: LogProof): string {
  return `${head}\nindex ${index}\n${hashes.map((hash) => `${toBase64(hash)}\n`).join('')}\n${checkpoint}`;
}

/** Parses a `.tlog-proof` file; undefined if malformed. */
export function readProof(text: string): LogProof | undefined {
  const end = text.indexOf('\n\n');
  if (end === -1 || text.length > noteLimit + 100_000) return undefined;
  const [first, ...lines] = text.slice(0, end).split('\n');
  if (lines[0]?.startsWith('extra ')) lines.shift();
  const [, indexText] = /^index (0|[1-9]\d{0,15})$/.exec(lines.shift() ?? '') ?? [];
  if (first !== head || indexText === undefined || lines.length > 63) return undefined;
  const hashes = lines.map((line) => fromBase64(line));
  if (hashes.some((hash) => hash?.length !== 32)) return undefined;
  return { index: Number(indexText), hashes: hashes as Hash[], checkpoint: text.slice(end + 2) };
}

/** The outcome of verifying a proof: whether each step holds. */
export type ProofResult = { signature: boolean; inclusion: boolean; checkpoint?: Checkpoint; key?: VerifierKey };

/** Verifies that one of the log's keys has signed the checkpoint, and that the entry is at its index in the checkpoint's tree. */
export async function verifyProof(
  entry: Uint8Array,
  { index, hashes, checkpoint }: LogProof,
  keys: readonly VerifierKey[],
): Promise<ProofResult> {
  const verified = await verifyCheckpoint(checkpoint, keys);
  if (!verified) return { signature: false, inclusion: false };
  const root = await rootFromInclusion(await leafHash(entry), index, verified.checkpoint.size, hashes);
  return { signature: true, inclusion: root !== undefined && areEqual(root, verified.checkpoint.root), ...verified };
}
