import { signingKeys } from '#server/domain/record/log/signing-key.ts';
import type { Query } from '#server/platform/database/query.ts';
import type { LogKey } from '#verify/keys.ts';
import { readVerifierKey, renameKey, type VerifierKey, verifyCheckpoint, writeVerifierKey } from '#verify/note.ts';

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
  const own = await ownKeys(origin);
  const rows = await provenChanges(await readChanges(db), own);
  const periods = new Map<string, Omit<LogKey, 'key'>>();
  for (const { keys, signedAt } of rows) {
    const time = signedAt.toISOString();
    for (const [key, { from, until = time }] of periods) if (!keys.includes(key)) periods.set(key, { ...(from && { from }), until });
    for (const key of keys) periods.set(key, { from: periods.get(key)?.from ?? time });
  }
  const newest = rows.at(-1)?.keys ?? [];
  const isOurs = rows.length === 0 || own.some((key) => newest.includes(key));
  const ordered = new Set([...(isOurs ? own : []), ...newest, ...[...periods.keys()].reverse()]);
  return Promise.all([...ordered].map(async (text) => ({ key: await readStored(text), ...periods.get(text) })));
}

/** From a checkpoint on, other keys signed. */
type Change = { keys: string[]; note: string; signedAt: Date };

function readChanges(db: Query): Promise<Change[]> {
  return db<Change[]>`
    select changed.keys, checkpoint.note, checkpoint.signed_at
    from record_signing_keys as changed
    join record_checkpoints as checkpoint on checkpoint.size = changed.size
    order by changed.size
  `;
}

/**
 * Returns the changes that the signatures prove, so that nobody who can write to the database gives the log another key: the keys have
 * signed their checkpoint, and one of them that of the next change too, up to one with a key of this installation. While none has, the
 * last change counts.
 */
async function provenChanges(changes: readonly Change[], own: readonly string[]): Promise<Change[]> {
  const last = changes.findLastIndex(({ keys }) => keys.some((key) => own.includes(key)));
  const proven: Change[] = [];
  for (const change of changes.slice(0, last === -1 ? undefined : last + 1).reverse()) {
    const keys = await Promise.all(change.keys.map(readStored));
    const [next] = proven;
    const signed = await Promise.all(keys.map((key) => verifyCheckpoint(change.note, [key])));
    if (signed.every(Boolean) && (!next || (await hasSigned(keys, next.note)))) proven.unshift(change);
  }
  return proven;
}

/** Whether one of these keys has signed a checkpoint, also of a log that goes by another name. */
async function hasSigned(keys: readonly VerifierKey[], note: string): Promise<boolean> {
  const name = note.slice(0, note.indexOf('\n'));
  const renamed = await Promise.all(keys.map((key) => renameKey(key, name)));
  return (await verifyCheckpoint(note, renamed)) !== undefined;
}

async function readStored(text: string): Promise<VerifierKey> {
  const key = await readVerifierKey(text);
  if (!key) throw new Error(`The key ${text} of the record is unreadable`);
  return key;
}

/** Returns the public keys of this installation for a log, as `name+hash+key`, the log's own first. */
async function ownKeys(origin: string): Promise<string[]> {
  return Promise.all((await signingKeys()).map(({ publicKey }) => writeVerifierKey(origin, publicKey)));
}
