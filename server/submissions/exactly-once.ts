import { type Query, query } from '#server/platform/database/query.ts';
import { type JSONValue, sql } from '#server/platform/database/sql.ts';
import { inTransaction, type Transaction } from '#server/platform/database/transaction.ts';
import { sign } from '#server/platform/secret.ts';
import { KeyReused } from '#server/submissions/errors.ts';
import { countMessage } from '#server/submissions/limits.ts';
import { looksAutomatic, type Submission, type SubmissionResult } from '#server/submissions/submission.ts';

type Scope = 'contact' | 'enterprise' | 'newsletter' | `webhooks:${string}`;
type Stored<Receipt> = { bodyHash: Buffer; answer: Receipt };

/** The keys that nobody guesses: UUIDs, with or without hyphens. The site's own forms make such keys of 128 random bits. */
const unguessable = /^[0-9a-f]{8}(-?[0-9a-f]{4}){3}-?[0-9a-f]{12}$/i;

/**
 * Runs `store` in a transaction, once for each idempotency key: requests with the same key wait for the first and receive its
 * receipt. Without a key, every request counts as a new message. A receipt may name what only its receiver may see, such as the
 * address of a quote. So a key that could be guessed, which a plain form's is, counts only with the client's address; one that could
 * not also finds the receipt from another network, as of somebody whose connection broke on the way. A guess counts as a message. `body` is the message as parsed by its schema. `store` is told
 * whether the message is held: stored and answered like any other, but without sending any mail.
 * @throws KeyReused, TooManyMessages, or the driver's error; then nothing was stored.
 */
export async function exactlyOnce<Receipt>(
  scope: Scope,
  submission: Submission,
  body: unknown,
  store: (transaction: Transaction, held: boolean) => Promise<Receipt>,
): Promise<SubmissionResult<Receipt>> {
  const { clientAddress } = submission;
  const bodyHash = await sign('message-body', JSON.stringify(body));
  const key = await storedKey(submission, bodyHash);
  if (key) {
    const [earlier] = await find<Receipt>(query, scope, key);
    if (earlier && !earlier.bodyHash.equals(bodyHash)) await countMessage(clientAddress);
    if (earlier) return replay(earlier, bodyHash);
  }
  const { quota, isSiteOverLimit } = await countMessage(clientAddress);
  const held = isSiteOverLimit || looksAutomatic(submission);
  const result = await inTransaction('read write', async (transaction): Promise<SubmissionResult<Receipt>> => {
    if (!key) return { receipt: await store(transaction, held), replayed: false, held };
    const once = await onceIn(transaction, scope, key, bodyHash, () => store(transaction, held));
    return once.replayed ? once : { ...once, held };
  });
  return { ...result, quota };
}

/**
 * Runs `store` in a transaction, once for each idempotency key of a client with a bearer key, who is in no limit of messages. The same
 * key with the same body gets the first receipt again, for a day.
 * @throws KeyReused, or the driver's error; then nothing was stored.
 */
export async function oncePerKey<Receipt>(
  scope: Scope,
  key: string,
  body: unknown,
  store: (transaction: Transaction) => Promise<Receipt>,
): Promise<{ receipt: Receipt; replayed: boolean }> {
  const bodyHash = await sign('message-body', JSON.stringify(body));
  return inTransaction('read write', (transaction) => onceIn(transaction, scope, key, bodyHash, () => store(transaction)));
}

/** Returns the keyed hash of all that tells a message from others: the key, of a plain form the body, and the client if need be. */
async function storedKey({ key, keyFromForm, clientAddress }: Submission, bodyHash: Buffer): Promise<string | undefined> {
  if (!key) return undefined;
  const client = !keyFromForm && unguessable.test(key) ? null : clientAddress;
  return (await sign('idempotency-key', JSON.stringify([key, keyFromForm ? bodyHash.toString('base64url') : null, client]))).toString(
    'base64url',
  );
}

/** Runs `store` unless the key has an answer already. Requests with the same key wait for the first. */
async function onceIn<Receipt>(
  transaction: Transaction,
  scope: Scope,
  key: string,
  bodyHash: Buffer,
  store: () => Promise<Receipt>,
): Promise<{ receipt: Receipt; replayed: boolean }> {
  await transaction`select pg_advisory_xact_lock(hashtextextended(${`${scope}\n${key}`}, 0))`;
  const [earlier] = await find<Receipt>(transaction, scope, key);
  if (earlier) return replay(earlier, bodyHash);
  const receipt = await store();
  await transaction`
    insert into idempotency_keys (scope, key, body_hash, answer)
    values (${scope}, ${key}, ${bodyHash}, ${sql.json(receipt as JSONValue)})
  `;
  return { receipt, replayed: false };
}

function find<Receipt>(db: Query, scope: Scope, key: string) {
  return db<Stored<Receipt>[]>`select body_hash, answer from idempotency_keys where scope = ${scope} and key = ${key}`;
}

function replay<Receipt>({ bodyHash, answer }: Stored<Receipt>, receivedHash: Buffer): SubmissionResult<Receipt> {
  if (!bodyHash.equals(receivedHash)) throw new KeyReused();
  return { receipt: answer, replayed: true };
}
