import { signingKeys } from '#server/domain/record/log/signing-key.ts';
import type { Query } from '#server/platform/database/query.ts';
import type { LogKey } from '#src/lib/record-log/keys.ts';
import { readVerifierKey, writeVerifierKey } from '#src/lib/record-log/note.ts';

/** Records which keys sign from this checkpoint on, unless those before it were the same. For the transaction that stores it. */
export async function noteSigningKeys(db: Query, origin: string, size: number): Promise<void> {
  const keys = await ownKeys(origin);
  await db`
    insert into record_signing_keys (size, keys)
    select ${size}, ${keys}::text[]
    where ${keys}::text[] is distinct from (select keys from record_signing_keys order by size desc limit 1)
  `;
}

/**
 * Returns every key that signs or has signed checkpoints of the log, the log's own first. Keys of this installation that have not
 * signed yet are among them, without a time: they are announced. While its keys are none of those that sign, they are not.
 * @throws the driver's error; Error if the setting of the keys is wrong.
 */
export async function readLogKeys(db: Query, origin: string): Promise<LogKey[]> {
  const rows = await db<{ keys: string[]; signedAt: Date; isFirst: boolean }[]>`
    select changed.keys, checkpoint.signed_at, not exists (select from record_checkpoints where size < changed.size) as is_first
    from record_signing_keys as changed
    join record_checkpoints as checkpoint on checkpoint.size = changed.size
    order by changed.size
  `;
  const periods = new Map<string, Omit<LogKey, 'key'>>();
  for (const [at, { keys, signedAt, isFirst }] of rows.entries()) {
    const time = signedAt.toISOString();
    for (const [key, { from, until = time }] of periods) if (!keys.includes(key)) periods.set(key, { ...(from && { from }), until });
    for (const key of keys) {
      // Which keys signed before they were recorded, and since when, is not known.
      const from = periods.has(key) ? periods.get(key)?.from : at === 0 && !isFirst ? undefined : time;
      periods.set(key, from === undefined ? {} : { from });
    }
  }
  const newest = rows.at(-1)?.keys ?? [];
  const own = await ownKeys(origin);
  const isOurs = rows.length === 0 || own.some((key) => newest.includes(key));
  const ordered = new Set([...(isOurs ? own : []), ...newest, ...[...periods.keys()].reverse()]);
  return Promise.all(
    [...ordered].map(async (text) => {
      const key = await readVerifierKey(text);
      if (!key) throw new Error(`The key ${text} of the record is unreadable`);
      return { key, ...periods.get(text) };
    }),
  );
}

/** Returns the public keys of this installation for a log, as `name+hash+key`, the log's own first. */
async function ownKeys(origin: string): Promise<string[]> {
  return Promise.all((await signingKeys()).map(({ publicKey }) => writeVerifierKey(origin, publicKey)));
}
