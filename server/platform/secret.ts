import { createHmac, timingSafeEqual } from 'node:crypto';
import { query } from '#server/platform/database/query.ts';

let knownKey: Buffer | undefined;

/**
 * Returns the HMAC-SHA-256 of `text` under `secret`, by default this deployment's own key, which is generated in its database.
 * `purpose` keeps signatures for different uses apart.
 */
export async function sign(purpose: string, text: string, secret?: string): Promise<Buffer> {
  return createHmac('sha256', secret ?? (await deploymentKey()))
    .update(`${purpose}\n${text}`)
    .digest();
}

/** Returns the token of an Authorization header. The name of its scheme may have any case (RFC 9110, section 11.1). */
export function bearerToken(authorization = ''): string | undefined {
  return /^Bearer +(\S.*)$/i.exec(authorization)?.[1];
}

/** Compares two buffers in constant time. */
export function sameBytes(one: Buffer, other: Buffer): boolean {
  return one.length === other.length && timingSafeEqual(one, other);
}

async function deploymentKey(): Promise<Buffer> {
  if (knownKey) return knownKey;
  const [row] = await query<{ value: Buffer }[]>`select value from site_secrets where name = 'signing'`;
  if (!row) throw new Error('The database has no signing key in site_secrets');
  knownKey = row.value;
  return knownKey;
}
