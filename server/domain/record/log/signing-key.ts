import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { readOrMakeFile } from '#server/domain/record/log/own-files.ts';
import { env } from '#server/platform/env.ts';
import { keyId, readCheckpoint, readVerifierKey, type VerifierKey, verifyCheckpoint, writeNote, writeVerifierKey } from '#verify/note.ts';

/** A signing key of the log, and its public half. */
export type SigningKey = { privateKey: KeyObject; publicKey: Uint8Array<ArrayBuffer> };

/** The beginning of a DER-encoded Ed25519 private key (RFC 8410), before the 32 bytes of the seed. */
const derStart = Buffer.from('302e020100300506032b657004220420', 'hex');

/**
 * Returns the signing keys: those in RECORD_SIGNING_KEY (seeds of 32 bytes in base64, separated by commas; the first is the log's
 * own, others also sign during a rotation), or one generated once in DATA_DIR, readable only by its owner.
 * @throws Error that explains what is wrong with the setting or the file.
 */
export async function signingKeys(): Promise<SigningKey[]> {
  const { RECORD_SIGNING_KEY } = env();
  const seeds = RECORD_SIGNING_KEY ? RECORD_SIGNING_KEY.split(',') : [await ownSeed()];
  return seeds.map((seed) => keyOf(seed.trim()));
}

/** Signs a text with every key of the log, as a note. */
export async function signNote(origin: string, text: string): Promise<string> {
  const signatures = [];
  for (const { privateKey, publicKey } of await signingKeys()) {
    signatures.push({ name: origin, id: await keyId(origin, publicKey), signature: sign(null, Buffer.from(text, 'utf8'), privateKey) });
  }
  return writeNote(text, signatures);
}

/** Returns the public keys of a log. */
export async function verifierKeys(origin: string): Promise<VerifierKey[]> {
  const keys = await Promise.all(
    (await signingKeys()).map(async ({ publicKey }) => readVerifierKey(await writeVerifierKey(origin, publicKey))),
  );
  return keys.filter((key) => key !== undefined);
}

/** Checks whether one of the log's keys signed a checkpoint. */
export async function isSignedByUs(origin: string, note: string): Promise<boolean> {
  for (const key of await verifierKeys(origin)) if (await verifyCheckpoint(note, [key])) return true;
  return false;
}

/**
 * Returns the last checkpoint that this instance signed or saw. It is stored beside the key, outside the database, so that a
 * database restored to an older state is noticed.
 */
export async function readLastSigned(origin: string): Promise<string | undefined> {
  return readFile(lastSignedFile(origin), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
}

let lastSave: Promise<void> = Promise.resolve();

/** Saves the last checkpoint that was signed or seen, unless a larger one is saved already. It is on disk when this resolves. */
export function saveLastSigned(origin: string, note: string): Promise<void> {
  // Serialised, so that the larger of two always wins.
  lastSave = lastSave.catch(() => {}).then(() => saveIfNewer(origin, note));
  return lastSave;
}

/** How many bytes a saved checkpoint has at most, with several signatures. */
const savedBytes = 4_096;

/**
 * Checks that there is room for a checkpoint. Call it before what is committed and then signed.
 * @throws Error that names the folder.
 */
export async function assertSavable(): Promise<void> {
  const probe = path.join(folder(), `record-checkpoint-room.${process.pid}.${Math.random().toString(36).slice(2)}`);
  try {
    await mkdir(folder(), { recursive: true });
    await writeFile(probe, Buffer.alloc(savedBytes), { flush: true });
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    throw new Error(`No checkpoint could be saved in ${folder()} (DATA_DIR): ${code}. Nothing was stored.`, { cause });
  } finally {
    await rm(probe, { force: true });
  }
}

async function saveIfNewer(origin: string, note: string): Promise<void> {
  const saved = readCheckpoint((await readLastSigned(origin)) ?? '');
  if (saved && saved.checkpoint.size > (readCheckpoint(note)?.checkpoint.size ?? 0)) return;
  const file = lastSignedFile(origin);
  await mkdir(path.dirname(file), { recursive: true });
  const part = `${file}.${process.pid}.${Math.random().toString(36).slice(2)}`;
  const handle = await open(part, 'w', 0o600);
  try {
    await handle.writeFile(note);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(part, file);
}

/** Deletes the last checkpoint of a log that has ended. */
export async function forgetLastSigned(origin: string): Promise<void> {
  await rm(lastSignedFile(origin), { force: true });
}

function lastSignedFile(origin: string): string {
  const name = createHash('sha256').update(origin).digest('hex').slice(0, 16);
  return path.join(folder(), `record-checkpoint-${name}`);
}

function folder(): string {
  return path.resolve(env().DATA_DIR);
}

function ownSeed(): Promise<string> {
  return readOrMakeFile(path.join(folder(), 'record-signing-key'), () => {
    const { privateKey } = generateKeyPairSync('ed25519');
    return privateKey.export({ format: 'der', type: 'pkcs8' }).subarray(derStart.length).toString('base64');
  });
}

function keyOf(seed: string): SigningKey {
  const bytes = Buffer.from(seed, 'base64');
  if (bytes.length !== 32) throw new Error('The signing key of the record is not 32 bytes in base64');
  const privateKey = createPrivateKey({ key: Buffer.concat([derStart, bytes]), format: 'der', type: 'pkcs8' });
  const publicKey = createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).subarray(-32);
  return { privateKey, publicKey: new Uint8Array(publicKey) };
}
