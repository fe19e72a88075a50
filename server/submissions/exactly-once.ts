import { type Query, query } from '#server/platform/database/query.ts';
import { type JSONValue, sql } from '#server/platform/database/sql.ts';
import { inTransaction, type Transaction } from '#server/platform/database/transaction.ts';
import { sign } from '#server/platform/secret.ts';
import { KeyReused } from '#server/submissions/errors.ts';
import { countMessage } from '#server/submissions/limits.ts';
import { type Answered, looksAutomatic, type Sending } from '#server/submissions/sending.ts';

type Scope = 'contact' | 'enterprise' | 'newsletter';
type Stored<Receipt> = { bodyHash: Buffer; answer: Receipt };

/**
 * Runs `store` in a transaction, once for each key: requests with the same key wait for the first, and are given its
 * answer. Without a key every request is a message of its own. `body` is what the message says, as its schema read it.
 * `store` is told whether the message is held: stored and answered like any other, but nobody is mailed.
 * @throws KeyReused, TooManyMessages, or the driver's error; then nothing was stored.
 */
export async function exactlyOnce<Receipt>(
  scope: Scope,
  sending: Sending,
  body: unknown,
  store: (transaction: Transaction, held: boolean) => Promise<Receipt>,
): Promise<Answered<Receipt>> {
  const { key: given, keyFromForm, clientAddress } = sending;
  const bodyHash = await sign('message-body', JSON.stringify(body));
  const key = given && keyFromForm ? `${given}.${bodyHash.toString('base64url')}` : given;
  if (key) {
    const [earlier] = await find<Receipt>(query, scope, key);
    if (earlier) return replay(earlier, bodyHash);
  }
  const { quota, isSiteOverLimit } = await countMessage(clientAddress);
  const held = isSiteOverLimit || looksAutomatic(sending);
  const answered = await inTransaction('read write', async (transaction): Promise<Answered<Receipt>> => {
    if (!key) return { receipt: await store(transaction, held), replayed: false, held };
    await transaction`select pg_advisory_xact_lock(hashtextextended(${`${scope}\n${key}`}, 0))`;
    const [earlier] = await find<Receipt>(transaction, scope, key);
    if (earlier) return replay(earlier, bodyHash);
    const receipt = await store(transaction, held);
    await transaction`
      insert into idempotency_keys (scope, key, body_hash, answer)
      values (${scope}, ${key}, ${bodyHash}, ${sql.json(receipt as JSONValue)})
    `;
    return { receipt, replayed: false, held };
  });
  return { ...answered, quota };
}

function find<Receipt>(ask: Query, scope: Scope, key: string) {
  return ask<Stored<Receipt>[]>`select body_hash, answer from idempotency_keys where scope = ${scope} and key = ${key}`;
}

function replay<Receipt>({ bodyHash, answer }: Stored<Receipt>, given: Buffer): Answered<Receipt> {
  if (!bodyHash.equals(given)) throw new KeyReused();
  return { receipt: answer, replayed: true };
}
