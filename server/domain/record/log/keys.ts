import { createPrivateKey, createPublicKey, type KeyObject, randomBytes, sign } from 'node:crypto';
import type { Query, Transaction } from '#server/platform/database/query.ts';
import { env } from '#server/platform/env.ts';
import {
  type Checkpoint,
  checkpointText,
  keyFor,
  keyText,
  type LogKey,
  readVerifierKey,
  type VerifierKey,
  verifyCheckpoint,
  writeNote,
} from '#verify/signed-tree.ts';
import { toHex } from '#verify/text.ts';
import { readOrMakeFile } from './data-dir.ts';

/** A signing key of the log, and its public half. */
type SigningKey = { privateKey: KeyObject; publicKey: Uint8Array<ArrayBuffer> };

/** The beginning of a DER-encoded Ed25519 private key (RFC 8410), before the 32 bytes of the seed. */
const derStart = Buffer.from('302e020100300506032b657004220420', 'hex');

/**
 * Returns the signing keys: those in RECORD_SIGNING_KEY (seeds of 32 bytes in base64, separated by commas; the first is the log's
 * own, others also sign during a rotation), or one generated once in DATA_DIR, readable only by its owner.
 * @throws Error that explains what is wrong with the setting or the file.
 */
export async function signingKeys(): Promise<SigningKey[]> {
  const { RECORD_SIGNING_KEY } = env();
  const ownSeed = () => readOrMakeFile('record-signing-key', () => randomBytes(32).toString('base64'));
  const seeds = RECORD_SIGNING_KEY ? RECORD_SIGNING_KEY.split(',') : [await ownSeed()];
  const keys = seeds.map(signingKeyOf);
  // A checkpoint that one key has signed twice is malformed.
  if (new Set(keys.map(({ publicKey }) => toHex(publicKey))).size < keys.length) throw new Error('RECORD_SIGNING_KEY has a key twice');
  return keys;
}

/** Returns a checkpoint as a note, signed with every key of this installation. */
export async function signCheckpoint(checkpoint: Checkpoint): Promise<string> {
  const text = checkpointText(checkpoint);
  const signatures = (await signingKeys()).map(async ({ privateKey, publicKey }) => {
    const { name, id } = await keyFor(checkpoint.origin, publicKey);
    return { name, id, signature: sign(null, Buffer.from(text, 'utf8'), privateKey) };
  });
  return writeNote(text, await Promise.all(signatures));
}

/** Returns the public keys with which this installation signs for a log, the log's own first. */
export async function verifierKeys(origin: string): Promise<VerifierKey[]> {
  return Promise.all((await signingKeys()).map(({ publicKey }) => keyFor(origin, publicKey)));
}

/**
 * Checks whether this installation may sign what follows the newest checkpoint (`note`): it has a key that signed this checkpoint, and the
 * log's own key of today. A key that a rotation replaced may not sign again.
 */
export async function maySignAfter(db: Query, origin: string, note: string): Promise<boolean> {
  const own = await verifierKeys(origin);
  const [newest] = await db<{ first: string }[]>`
    select keys[1] as first from record_signing_keys where starts_with(keys[1], ${origin} || '+') order by size desc limit 1
  `;
  return (await verifyCheckpoint(note, own)) !== undefined && (!newest || own.map(keyText).includes(newest.first));
}

function signingKeyOf(seed: string): SigningKey {
  const bytes = Buffer.from(seed, 'base64');
  if (bytes.length !== 32) throw new Error('record-signing-key in DATA_DIR is not 32 bytes in base64');
  const privateKey = createPrivateKey({ key: Buffer.concat([derStart, bytes]), format: 'der', type: 'pkcs8' });
  const publicKey = createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).subarray(-32);
  return { privateKey, publicKey: new Uint8Array(publicKey) };
}

/** Stores which keys sign from a checkpoint on, unless the same signed before: in the transaction that stores the checkpoint. */
export async function storeSigningKeys(transaction: Transaction, origin: string, size: number): Promise<void> {
  const keys = await ownKeyTexts(origin);
  await transaction`
    insert into record_signing_keys (size, keys)
    select ${size}, ${keys}::text[]
    where ${keys}::text[] is distinct from (select keys from record_signing_keys order by size desc limit 1)
  `;
}

/**
 * Returns every key that signs or has signed checkpoints of the log, the log's own first. Keys of this installation that have not
 * signed yet are among them, without a time: they are announced. They are left out while other keys sign the log.
 * @throws the driver's error; Error if the setting of the keys is wrong.
 */
export async function readLogKeys(db: Query, origin: string): Promise<LogKey[]> {
  const own = await ownKeyTexts(origin);
  const changes = await db<KeyChange[]>`
    select changed.keys, checkpoint.note, checkpoint.signed_at
    from record_signing_keys as changed
    join record_checkpoints as checkpoint on checkpoint.size = changed.size
    order by changed.size
  `;
  const rows = await provenChanges(changes, own);
  const periods = new Map<string, { from: string; until?: string }>();
  for (const { keys, signedAt } of rows) {
    const time = signedAt.toISOString();
    for (const [key, period] of periods) if (!keys.includes(key)) period.until ??= time;
    for (const key of keys) periods.set(key, { from: periods.get(key)?.from ?? time });
  }
  const newest = rows.at(-1)?.keys ?? [];
  const isOurs = rows.length === 0 || own.some((key) => newest.includes(key));
  const ordered = new Set([...(isOurs ? own : []), ...newest, ...[...periods.keys()].reverse()]);
  return Promise.all([...ordered].map(async (text) => ({ key: await readStored(text), ...(periods.get(text) ?? { from: undefined }) })));
}

/** The keys that signed from a checkpoint on. */
type KeyChange = { keys: string[]; note: string; signedAt: Date };

/**
 * Returns the changes that signatures prove, so that nobody who can write to the database gives the log another key. The last of them is
 * the last with a key of this installation or, while there is none, the last of all. All keys of a change have signed its checkpoint, and
 * one of them has also signed the checkpoint of the next change.
 */
async function provenChanges(changes: readonly KeyChange[], own: readonly string[]): Promise<KeyChange[]> {
  const last = changes.findLastIndex(({ keys }) => keys.some((key) => own.includes(key)));
  const proven: KeyChange[] = [];
  for (const change of changes.slice(0, last === -1 ? undefined : last + 1).reverse()) {
    const keys = await Promise.all(change.keys.map(readStored));
    const [next] = proven;
    const signed = await Promise.all(keys.map((key) => verifyCheckpoint(change.note, [key])));
    if (signed.every(Boolean) && (!next || (await hasSigned(keys, next.note)))) proven.unshift(change);
  }
  return proven;
}

/** Whether one of these keys has signed a checkpoint, also one of the next log, which has another name. */
async function hasSigned(keys: readonly VerifierKey[], note: string): Promise<boolean> {
  const name = note.slice(0, note.indexOf('\n'));
  const renamed = await Promise.all(keys.map(({ publicKey }) => keyFor(name, publicKey)));
  return (await verifyCheckpoint(note, renamed)) !== undefined;
}

async function readStored(text: string): Promise<VerifierKey> {
  const key = await readVerifierKey(text);
  if (!key) throw new Error(`The key ${text} of the record is unreadable`);
  return key;
}

/** Returns the public keys of this installation for a log, as `name+hash+key`. */
const ownKeyTexts = async (origin: string) => (await verifierKeys(origin)).map(keyText);
