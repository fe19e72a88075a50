import { canonicalNumber, fromBase64, toBase64, toHex, toUtf8 } from './text.ts';

/** The contents of a checkpoint: the log, its number of entries, and the root of the tree over them. https://c2sp.org/tlog-checkpoint */
export type Checkpoint = { origin: string; size: number; root: Hash };

/** A public key and its name, written as `name+hash+key`. https://c2sp.org/signed-note */
export type VerifierKey = { name: string; id: Uint8Array; publicKey: Uint8Array<ArrayBuffer> };

/** Most signatures of a note: as many as the standard wants accepted. */
const maxSignatures = 16;
/** Most characters of a note: a signature of a post-quantum key is nearly 5 kB long. */
export const noteLimit = 250_000;
/** The signature type of Ed25519 in signed notes. */
const ed25519 = 1;

/** Returns the text of a checkpoint, to be signed. */
export function checkpointText({ origin, size, root }: Checkpoint): string {
  return `${origin}\n${size}\n${toBase64(root)}\n`;
}

/** Returns a public key as that of the log with this name. Its id, four bytes of a hash of both, identifies it in signatures. */
export async function keyFor(name: string, publicKey: Uint8Array<ArrayBuffer>): Promise<VerifierKey> {
  return { name, id: await hashOfKey(name, concat(Uint8Array.of(ed25519), publicKey)), publicKey };
}

async function hashOfKey(name: string, typed: Uint8Array): Promise<Uint8Array> {
  return (await sha256(concat(toUtf8(`${name}\n`), typed))).subarray(0, 4);
}

/** Returns the text of a public key, in the format of VerifierKey. */
export function keyText({ name, id, publicKey }: VerifierKey): string {
  return `${name}+${toHex(id)}+${toBase64(concat(Uint8Array.of(ed25519), publicKey))}`;
}

/** Parses a public key in the format of VerifierKey; undefined if it is malformed, not Ed25519, or its hash does not match. */
export async function readVerifierKey(text: string): Promise<VerifierKey | undefined> {
  const read = await readTypedKey(text.trim());
  return read?.type === ed25519 && read.key.publicKey.length === 32 ? read.key : undefined;
}

/** Parses a public key of any type, which its first byte names; undefined if it is malformed or its hash does not match. */
export async function readTypedKey(text: string): Promise<{ type: number | undefined; key: VerifierKey } | undefined> {
  const [, name = '', hash, key = ''] = /^([^+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/=]+)$/.exec(text) ?? [];
  const bytes = fromBase64(key);
  if (!isKeyName(name) || !bytes) return undefined;
  const id = await hashOfKey(name, bytes);
  return toHex(id) === hash ? { type: bytes[0], key: { name, id, publicKey: bytes.slice(1) } } : undefined;
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

/** The control characters below U+0020, except the newline. */
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
  const size = canonicalNumber(sizeText);
  if (!parsed || origin === '' || extensions.includes('') || size === undefined) return undefined;
  return root?.length === 32 ? { checkpoint: { origin, size, root }, ...parsed } : undefined;
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
    if (!(await verifyEd25519(key, toUtf8(parsed.signed), own.signature))) return undefined;
    signer ??= key;
  }
  return signer && { checkpoint: parsed.checkpoint, key: signer };
}

/** Checks whether a key signed a message. */
export async function verifyEd25519({ publicKey }: VerifierKey, message: Uint8Array<ArrayBuffer>, signature: Uint8Array<ArrayBuffer>) {
  const imported = await crypto.subtle.importKey('raw', publicKey, { name: 'Ed25519' }, false, ['verify']);
  return crypto.subtle.verify('Ed25519', imported, signature, message);
}

/**
 * A key that signs or has signed the checkpoints of a log. `from`: the time (ISO 8601, UTC) of the first checkpoint that it
 * signed; absent if unknown, or if it has not signed yet. `until`: the time of the first checkpoint that it no longer signed;
 * absent if it still signs. Never without `from`: the first time that is written behind a key is read as that.
 */
export type LogKey = { key: VerifierKey } & ({ from: string; until?: string | undefined } | { from?: undefined; until?: undefined });

/**
 * Whether the time of an entry is after the time when a key was replaced: since then somebody may have stolen the key. What is no time
 * counts as after.
 */
export const isAfter = (time: unknown, until: string) => !(Date.parse(String(time)) <= Date.parse(until));

/** An instant as `Date.toISOString` writes it; milliseconds may be left out. */
const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,3})?Z$/;

/**
 * Reads the keys of a log: one a line, `name+hash+key FROM UNTIL`, where both times may be missing. Blank lines and lines that
 * begin with `#` are ignored. Undefined if a line is neither, two are the same key, or there is none.
 */
export async function readKeys(text: string): Promise<LogKey[] | undefined> {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  const given = lines.filter((line) => line !== '' && !line.startsWith('#'));
  if (given.length === 0) return undefined;
  const keys: LogKey[] = [];
  for (const line of given) {
    const [written = '', from, until, ...rest] = line.split(/[ \t]+/);
    const key = await readVerifierKey(written);
    const areTimes = [from, until].every(
      (time) => time === undefined || (instant.test(time) && new Date(time).toJSON()?.startsWith(time.slice(0, 19))),
    );
    if (!key || !areTimes || rest.length > 0 || findKey(keys, key)) return undefined;
    keys.push(from === undefined ? { key } : { key, from, until });
  }
  return keys;
}

/** Writes the keys of a log in the format of `readKeys`. */
export function writeKeys(keys: readonly LogKey[]): string {
  return keys.map(({ key, from, until }) => `${[keyText(key), from, until].filter(Boolean).join(' ')}\n`).join('');
}

/** Finds a key, by its name and its bytes, among the keys of a log. */
export function findKey(keys: readonly LogKey[], { name, publicKey }: VerifierKey): LogKey | undefined {
  return keys.find(({ key }) => key.name === name && areEqual(key.publicKey, publicKey));
}

/** A proof that an entry is in a log. https://c2sp.org/tlog-proof */
export type LogProof = { index: number; hashes: Hash[]; checkpoint: string };

const proofHeader = 'c2sp.org/tlog-proof@v1';
/** Most hashes of a proof: a tree has no more levels. */
const maxPath = 63;

/** Writes a proof in the format of a `.tlog-proof` file. */
export function writeProof({ index, hashes, checkpoint }: LogProof): string {
  return `${proofHeader}\nindex ${index}\n${hashes.map((hash) => `${toBase64(hash)}\n`).join('')}\n${checkpoint}`;
}

/** Parses a `.tlog-proof` file; undefined if malformed. */
export function readProof(text: string): LogProof | undefined {
  const end = text.indexOf('\n\n');
  if (end === -1) return undefined;
  const [first, ...lines] = text.slice(0, end).split('\n');
  // The standard lets a log add a line of its own here.
  if (lines[0]?.startsWith('extra ')) lines.shift();
  const [, indexText = ''] = /^index (\d+)$/.exec(lines.shift() ?? '') ?? [];
  const index = canonicalNumber(indexText);
  if (first !== proofHeader || index === undefined || lines.length > maxPath) return undefined;
  const hashes = lines.map((line) => fromBase64(line));
  if (hashes.some((hash) => hash?.length !== 32)) return undefined;
  return { index, hashes: hashes as Hash[], checkpoint: text.slice(end + 2) };
}

/**
 * Returns the checkpoint of a proof, with the first of the keys that signed it, and whether the entry is at its index in the tree.
 * Undefined as `verifyCheckpoint`.
 */
export async function verifyProof(entry: Uint8Array, { index, hashes, checkpoint }: LogProof, keys: readonly VerifierKey[]) {
  const verified = await verifyCheckpoint(checkpoint, keys);
  const root = verified && (await rootFromInclusion(await leafHash(entry), index, verified.checkpoint.size, hashes));
  return verified && { ...verified, isIncluded: root !== undefined && areEqual(root, verified.checkpoint.root) };
}

/** A SHA-256 hash. */
export type Hash = Uint8Array<ArrayBuffer>;
/** A complete subtree: the 2^level leaves starting at leaf index * 2^level. */
export type NodeId = { level: number; index: number };
/** Returns the hashes of complete subtrees, in the order of their ids. */
export type ReadNodes = (ids: NodeId[]) => Promise<Hash[]>;

/** Hashes a leaf: RFC 6962, section 2.1. */
export function leafHash(entry: Uint8Array): Promise<Hash> {
  return sha256(concat(Uint8Array.of(0), entry));
}

/** Hashes two adjacent subtrees: RFC 6962, section 2.1. */
export function nodeHash(left: Hash, right: Hash): Promise<Hash> {
  return sha256(concat(Uint8Array.of(1), left, right));
}

/** Computes the root of a tree of `size` leaves. For an empty tree it is the hash of the empty string. */
export async function rootOf(size: number, read: ReadNodes): Promise<Hash> {
  if (size === 0) return sha256(new Uint8Array());
  return fold(await read(subtreesOf(0, size)));
}

/** Computes the inclusion proof of a leaf in a tree of `size` leaves (RFC 6962, 2.1.1). @throws RangeError if there is no such leaf. */
export async function proveInclusion(index: number, size: number, read: ReadNodes): Promise<Hash[]> {
  if (!(index >= 0 && index < size)) throw new RangeError(`No leaf ${index} in a tree of ${size}`);
  return hashesOf(pathTo([index, index + 1], [0, size]), read);
}

/** Computes the proof that a tree of `size` leaves continues one of `oldSize` (RFC 6962, 2.1.2). @throws RangeError if it is smaller. */
export async function proveConsistency(oldSize: number, size: number, read: ReadNodes): Promise<Hash[]> {
  if (!(oldSize >= 0 && oldSize <= size)) throw new RangeError(`A tree of ${size} does not continue one of ${oldSize}`);
  // The new tree has the last complete subtree of the old one too. If that is all of the old tree, its hash is known: the old root.
  const last = subtreesOf(0, oldSize).at(-1);
  if (!last || oldSize === size) return [];
  const range: LeafRange = [last.index * 2 ** last.level, oldSize];
  return hashesOf([...(last.index === 0 ? [] : [range]), ...pathTo(range, [0, size])], read);
}

/** Computes the root from a leaf and its inclusion proof; undefined if the proof does not fit. RFC 9162, section 2.1.3.2. */
export async function rootFromInclusion(leaf: Hash, index: number, size: number, proof: readonly Hash[]): Promise<Hash | undefined> {
  if (!(Number.isSafeInteger(index) && Number.isSafeInteger(size) && index >= 0 && index < size)) return undefined;
  let [at, last] = [index, size - 1];
  let hash = leaf;
  for (const sibling of proof) {
    if (last === 0) return undefined;
    if (at % 2 === 1 || at === last) {
      hash = await nodeHash(sibling, hash);
      while (at % 2 === 0 && at !== 0) [at, last] = [half(at), half(last)];
    } else hash = await nodeHash(hash, sibling);
    [at, last] = [half(at), half(last)];
  }
  return last === 0 ? hash : undefined;
}

/** Splits the leaves from `from` (included) to `to` (excluded) into complete subtrees, from left to right. */
function subtreesOf(from: number, to: number): NodeId[] {
  const ids: NodeId[] = [];
  for (let at = from; at < to; ) {
    let level = 0;
    while (at % 2 ** (level + 1) === 0 && at + 2 ** (level + 1) <= to) level += 1;
    ids.push({ level, index: at / 2 ** level });
    at += 2 ** level;
  }
  return ids;
}

/** The leaves covered by one hash of a proof: `from` included, `to` excluded. */
type LeafRange = [from: number, to: number];

/** Returns the siblings of the subtrees on the way from a subtree of a tree up to its root. */
function pathTo(subtree: LeafRange, [from, to]: LeafRange): LeafRange[] {
  const [first, end] = subtree;
  if (first === from && end === to) return [];
  const middle = from + largestPower(to - from);
  return first < middle ? [...pathTo(subtree, [from, middle]), [middle, to]] : [...pathTo(subtree, [middle, to]), [from, middle]];
}

/** Reads all the hashes that a proof needs in one call. */
async function hashesOf(ranges: LeafRange[], read: ReadNodes): Promise<Hash[]> {
  const parts = ranges.map(([from, to]) => subtreesOf(from, to));
  const hashes = await read(parts.flat());
  return Promise.all(parts.map(({ length }) => fold(hashes.splice(0, length))));
}

/** Combines the hashes of complete subtrees from right to left: each subtree is larger than all those to its right together. */
async function fold(hashes: Hash[]): Promise<Hash> {
  let combined = hashes.at(-1);
  for (const hash of hashes.slice(0, -1).reverse()) combined = combined && (await nodeHash(hash, combined));
  if (!combined) throw new RangeError('Nothing to hash');
  return combined;
}

/** Returns the largest power of two smaller than a number of leaves. */
function largestPower(leaves: number): number {
  let power = 1;
  while (power * 2 < leaves) power *= 2;
  return power;
}

const half = (number: number) => Math.floor(number / 2);

/** Returns all parts as one array, in their order. */
export function concat(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    whole.set(part, offset);
    offset += part.length;
  }
  return whole;
}

/** Checks whether two arrays hold the same bytes. Its time depends on the bytes, so it must not compare secrets. */
export function areEqual(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, index) => byte === b[index]);
}

/** Returns the SHA-256 hash: 32 bytes. */
export async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<Hash> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
}
