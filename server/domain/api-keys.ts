import { hash, randomBytes } from 'node:crypto';
import { query } from '#server/platform/database/query.ts';
import type { KeyScope } from '#shared/schemas/record.ts';

/** A key of the API, without its secret: for operations on the record, and for webhooks. */
type ApiKey = {
  id: number;
  name: string;
  scopes: KeyScope[];
  createdAt: Date;
  lastUsedAt: Date | null;
  revokedAt: Date | null;
};

const prefix = 'carma_';

/** Creates a key and returns its secret, which cannot be retrieved again: only its hash is stored. */
export async function createKey(name: string, scopes: readonly KeyScope[]): Promise<string> {
  const secret = `${prefix}${randomBytes(32).toString('base64url')}`;
  await query`insert into record_keys (name, key_hash, scopes) values (${name}, ${hashOf(secret)}, ${[...scopes]}::text[])`;
  return secret;
}

/** Lists all keys, the newest first. */
export async function listKeys(): Promise<ApiKey[]> {
  return query<ApiKey[]>`select id, name, scopes, created_at, last_used_at, revoked_at from record_keys order by id desc`;
}

/** Revokes a key. @returns whether it existed and was active. */
export async function revokeKey(id: number): Promise<boolean> {
  const rows = await query`update record_keys set revoked_at = now() where id = ${id} and revoked_at is null returning id`;
  return rows.length > 0;
}

/** Finds a key by its secret and records its use; undefined if it is unknown or revoked. */
export async function authenticateKey(secret: string): Promise<Pick<ApiKey, 'id' | 'name' | 'scopes'> | undefined> {
  if (!secret.startsWith(prefix)) return undefined;
  const [row] = await query<Pick<ApiKey, 'id' | 'name' | 'scopes'>[]>`
    update record_keys
    set last_used_at = now()
    where key_hash = ${hashOf(secret)} and revoked_at is null
    returning id, name, scopes
  `;
  return row;
}

const hashOf = (secret: string) => hash('sha256', secret, 'buffer');
