import { createHmac, randomBytes } from 'node:crypto';
import type { Query, Transaction } from '#server/platform/database/query.ts';
import { env } from '#server/platform/env.ts';
import type { Operation } from '#shared/schemas/record.ts';
import { textFields } from '#verify/entry.ts';
import { readOrMakeFile } from './data-dir.ts';

/**
 * Returns the secret of the record's keyed hashes: RECORD_SECRET (32 bytes in base64), or one generated once in DATA_DIR. Not derived
 * from the signing key, because it outlives that key's rotations: a client may repeat an operation after one.
 * @throws Error that explains what is wrong with the setting or the file.
 */
export async function recordSecret(): Promise<Buffer> {
  const text = env().RECORD_SECRET ?? (await readOrMakeFile('record-secret', () => randomBytes(32).toString('base64')));
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length !== 32) throw new Error('record-secret in DATA_DIR is not 32 bytes in base64');
  return bytes;
}

/** Returns the keyed hash (HMAC-SHA-256) of a text, which differs by its purpose. */
export function keyedHash(secret: Buffer, purpose: string, text: string): Buffer {
  return createHmac('sha256', secret).update(`${purpose}\n${text}`).digest();
}

/** Returns the keyed hash of an idempotency key, in hexadecimal. */
export function hashIdempotencyKey(secret: Buffer, key: string): string {
  return keyedHash(secret, 'record-operation', key).toString('hex');
}

/** Returns the keyed hash of an operation's request without the texts that are salted, in hexadecimal. */
export function hashRequest(secret: Buffer, { kind, request }: Operation): string {
  // The entry is kept for ever, so its hash must not confirm a guess of a text that may be erased, not even to us.
  const isText = (field: string) => (textFields as readonly string[]).includes(field);
  const shown = JSON.stringify([kind, request], (field, value) => (isText(field) && typeof value === 'string' ? true : value));
  return keyedHash(secret, 'record-request', shown).toString('hex');
}

/**
 * Returns whether the record's keyed hashes are made with this secret: with another a repeated operation would not be recognised, and be
 * carried out twice. If there are none yet, stores that they are. The log must be locked.
 */
export async function acceptSecret(transaction: Transaction, secret: Buffer): Promise<boolean> {
  const newest = await readFingerprint(transaction);
  if (!newest) await adoptSecret(transaction, secret);
  return !newest || newest.equals(fingerprintOf(secret));
}

/** Stores that keyed hashes are made with this secret from now on. Idempotency keys of operations before are not recognised any more. */
export async function adoptSecret(transaction: Transaction, secret: Buffer): Promise<void> {
  await transaction`insert into record_secrets (fingerprint) values (${fingerprintOf(secret)})`;
}

/** Returns the fingerprint of the secret with which the record's keyed hashes are made; undefined if there are none. */
export async function readFingerprint(db: Query): Promise<Buffer | undefined> {
  const [newest] = await db<{ fingerprint: Buffer }[]>`select fingerprint from record_secrets order by id desc limit 1`;
  return newest?.fingerprint;
}

/** Returns the part of a secret that is stored, by which it is recognised: its keyed hash of a fixed text. */
export function fingerprintOf(secret: Buffer): Buffer {
  return keyedHash(secret, 'record-secret', '');
}
