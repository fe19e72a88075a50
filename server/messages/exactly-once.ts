import type postgres from 'postgres';
import { countMessage } from '#server/messages/limits.ts';
import { KeyReused } from '#server/messages/refusal.ts';
import type { Answered, Sending } from '#server/messages/sending.ts';
import type { Transaction } from '#server/queue.ts';
import { sign } from '#server/secret.ts';
import { sql } from '#server/sql.ts';

type Scope = 'contact' | 'enterprise' | 'newsletter';
type Stored<Receipt> = { bodyHash: Buffer; answer: Receipt };

/**
 * Runs `store` in a transaction, once for each key: requests with the same key wait for the first, and are given its
 * answer. Without a key every request is a message of its own. `body` is what the message says, as its schema read it.
 * @throws KeyReused, TooManyMessages, or the driver's error; then nothing was stored.
 */
export async function exactlyOnce<Receipt>(
  scope: Scope,
  { key: given, keyFromForm, clientAddress }: Sending,
  body: unknown,
  store: (transaction: Transaction) => Promise<Receipt>,
): Promise<Answered<Receipt>> {
  const bodyHash = await sign('message-body', JSON.stringify(body));
  const key = given && keyFromForm ? `${given}.${bodyHash.toString('base64url')}` : given;
  if (key) {
    const [earlier] = await find<Receipt>(sql(), scope, key);
    if (earlier) return replay(earlier, bodyHash);
  }
  const quota = await countMessage(clientAddress);
  const answered = await sql().begin(async (transaction): Promise<Answered<Receipt>> => {
    if (!key) return { receipt: await store(transaction), replayed: false };
    await transaction`select pg_advisory_xact_lock(hashtextextended(${`${scope}\n${key}`}, 0))`;
    const [earlier] = await find<Receipt>(transaction, scope, key);
    if (earlier) return replay(earlier, bodyHash);
    const receipt = await store(transaction);
    await transaction`
      insert into idempotency_keys (scope, key, body_hash, answer)
      values (${scope}, ${key}, ${bodyHash}, ${transaction.json(receipt as postgres.JSONValue)})
    `;
    return { receipt, replayed: false };
  });
  return { ...(answered as Answered<Receipt>), quota };
}

function find<Receipt>(connection: postgres.ISql, scope: Scope, key: string) {
  return connection<Stored<Receipt>[]>`select body_hash, answer from idempotency_keys where scope = ${scope} and key = ${key}`;
}

function replay<Receipt>({ bodyHash, answer }: Stored<Receipt>, given: Buffer): Answered<Receipt> {
  if (!bodyHash.equals(given)) throw new KeyReused();
  return { receipt: answer, replayed: true };
}
