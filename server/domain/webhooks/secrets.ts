import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { recordSecret } from '#server/domain/record/log/secret.ts';

/** Bytes of a secret, of the nonce and of the tag of AES-256-GCM. */
const [secretBytes, nonceBytes, tagBytes] = [32, 12, 16];

/** Returns a new secret, as receivers are given it: `whsec_` and 32 bytes in base64. */
export function newSecret(): string {
  return `whsec_${randomBytes(secretBytes).toString('base64')}`;
}

/**
 * Encrypts the secret of a subscription. The key is made of the record's secret (RECORD_SECRET, or a file in DATA_DIR), so that the
 * database alone, or a copy of it, signs nothing.
 */
export async function sealSecret(subscriptionId: string, secret: string): Promise<Buffer> {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', await sealingKey(), nonce).setAAD(Buffer.from(subscriptionId));
  const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), text]);
}

/** Decrypts what `sealSecret` returned for the same subscription. @throws Error with code ESECRET if the record's secret is another. */
export async function openSecret(subscriptionId: string, sealed: Buffer): Promise<string> {
  const cipher = createDecipheriv('aes-256-gcm', await sealingKey(), sealed.subarray(0, nonceBytes), { authTagLength: tagBytes })
    .setAAD(Buffer.from(subscriptionId))
    .setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes));
  try {
    return Buffer.concat([cipher.update(sealed.subarray(nonceBytes + tagBytes)), cipher.final()]).toString('utf8');
  } catch (cause) {
    throw Object.assign(new Error('The secret was encrypted with another RECORD_SECRET: restore that one, or rotate', { cause }), {
      code: 'ESECRET',
    });
  }
}

/**
 * Returns the headers that a delivery is sent with (Standard Webhooks 1.0.0, "Webhook headers"): one signature for each secret, so
 * that a receiver which still has the former one accepts it too.
 */
export function signedHeaders(id: string, body: string, secrets: readonly string[], now = new Date()): Record<string, string> {
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1_000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, now, body)).join(' '),
  };
}

async function sealingKey(): Promise<Buffer> {
  return createHmac('sha256', await recordSecret())
    .update('webhook-secret\n')
    .digest();
}
