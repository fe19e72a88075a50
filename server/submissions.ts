import { inTransaction, type JSONValue, type Query, query, sql, type Transaction } from '#server/platform/database/query.ts';
import { env } from '#server/platform/env.ts';
import { type Quota, Refused } from '#server/platform/refused.ts';
import { sign } from '#server/platform/secret.ts';
import { warningEvery } from '#server/platform/throttle.ts';
import { limitSubjects } from '#server/platform/web/clients.ts';
import { refusals } from '#shared/content/refusals.ts';
import { countOf } from '#shared/lib/text/numbers.ts';
import type { EnterpriseKind } from '#shared/schemas/enterprise-contact.ts';
import type { TrapFields } from '#shared/schemas/form-fields.ts';
import { maxInteger } from '#shared/schemas/limits.ts';
import { fill } from '#verify/text.ts';

/** What a message is: the form that it was sent by or, of the enterprise form, what it was opened for. */
export type MessageKind = 'contact' | 'quote' | EnterpriseKind;
type Form = 'contact' | 'quote' | 'enterprise' | 'newsletter';
type Stored<Receipt> = { bodyHash: Buffer; answer: Receipt };

/** The keys that nobody guesses: UUIDs, with or without hyphens. The site's own forms make such keys of 128 random bits. */
const unguessable = /^[0-9a-f]{8}(-?[0-9a-f]{4}){3}-?[0-9a-f]{12}$/i;

/**
 * Runs `store` in a transaction, once for each idempotency key: requests with the same key wait for the first and receive its
 * receipt. Without a key, every request counts as a new message.
 *
 * A receipt may name what only its receiver may see, such as the address of a quote. So a key that could be guessed, as that of a plain
 * form, counts only together with the client's address. A key that nobody guesses finds its receipt from any network, for a sender whose
 * connection broke on the way. Whoever sends a known key with another body has perhaps guessed it, which counts as a message.
 * @param body what tells the message from others.
 * @param store is told whether the message is held: stored and answered like any other, but without sending any mail.
 * @throws Refused: then nothing was stored; or as `inTransaction`, which cannot always tell: the same key then reveals it.
 */
export async function exactlyOnce<Receipt>(
  form: Form,
  submission: Submission,
  body: unknown,
  store: (transaction: Transaction, held: boolean) => Promise<Receipt>,
): Promise<SubmissionResult<Receipt>> {
  const { clientAddress } = submission;
  const bodyHash = await hashBody(body);
  const key = await storedKey(submission, bodyHash);
  if (key) {
    const [earlier] = await findStored<Receipt>(query, form, key);
    if (earlier && !earlier.bodyHash.equals(bodyHash)) await countMessage(clientAddress);
    if (earlier) return replay(earlier, bodyHash);
  }
  const { quota, isSiteOverLimit } = await countMessage(clientAddress);
  const held = isSiteOverLimit || looksAutomatic(submission);
  const result = await inTransaction('read write', async (transaction): Promise<SubmissionResult<Receipt>> => {
    if (!key) return { receipt: await store(transaction, held), replayed: false, held };
    const once = await onceIn(transaction, form, key, bodyHash, () => store(transaction, held));
    return once.replayed ? once : { ...once, held };
  });
  return { ...result, quota };
}

/**
 * Runs `store` in a transaction, once for each idempotency key of a client with a bearer key, to whom no limit of messages applies. The
 * same key with the same body gets the first receipt again, for a day. `scope` ends with the client's name: its keys are its own.
 * @throws Refused: then nothing was stored; or as `inTransaction`, which cannot always tell: the same key then reveals it.
 */
export async function onceForKeyHolder<Receipt>(
  scope: `webhooks:${string}`,
  key: string,
  body: unknown,
  store: (transaction: Transaction) => Promise<Receipt>,
): Promise<{ receipt: Receipt; replayed: boolean }> {
  const bodyHash = await hashBody(body);
  return inTransaction('read write', (transaction) => onceIn(transaction, scope, key, bodyHash, () => store(transaction)));
}

/** Returns the keyed hash of a body, which tells apart the messages that are sent with one key. */
const hashBody = (body: unknown): Promise<Buffer> => sign('message-body', JSON.stringify(body));

/** Returns the keyed hash of all that tells a message from others: the key, of a plain form the body, and the client if need be. */
async function storedKey({ key, isFormKey, clientAddress }: Submission, bodyHash: Buffer): Promise<string | undefined> {
  if (!key) return undefined;
  const client = !isFormKey && unguessable.test(key) ? null : clientAddress;
  const parts = [key, isFormKey ? bodyHash.toString('base64url') : null, client];
  const signed = await sign('idempotency-key', JSON.stringify(parts));
  return signed.toString('base64url');
}

/** Runs `store` unless the key has an answer already. Requests with the same key wait for the first. */
async function onceIn<Receipt>(
  transaction: Transaction,
  scope: string,
  key: string,
  bodyHash: Buffer,
  store: () => Promise<Receipt>,
): Promise<{ receipt: Receipt; replayed: boolean }> {
  await transaction`select pg_advisory_xact_lock(hashtextextended(${`${scope}\n${key}`}, 0))`;
  const [earlier] = await findStored<Receipt>(transaction, scope, key);
  if (earlier) return replay(earlier, bodyHash);
  const receipt = await store();
  await transaction`
    insert into idempotency_keys (scope, key, body_hash, answer)
    values (${scope}, ${key}, ${bodyHash}, ${sql.json(receipt as JSONValue)})
  `;
  return { receipt, replayed: false };
}

function findStored<Receipt>(db: Query, scope: string, key: string) {
  return db<Stored<Receipt>[]>`select body_hash, answer from idempotency_keys where scope = ${scope} and key = ${key}`;
}

function replay<Receipt>({ bodyHash, answer }: Stored<Receipt>, receivedHash: Buffer): SubmissionResult<Receipt> {
  if (!bodyHash.equals(receivedHash)) throw new Refused('idempotency_key_reused', { message: refusals.keyReused });
  return { receipt: answer, replayed: true };
}

/** How a message reached us: everything known about it besides its content. */
export type Submission = {
  clientAddress: string;
  /** The sender's Idempotency-Key: the same key with the same body is the same message; of one that could be guessed, from one client. */
  key: string | undefined;
  /** Whether the key is a plain form's, which may recur with another body: the person went back and wrote something else. */
  isFormKey?: boolean;
  trap?: TrapFields;
};

/**
 * A receipt and whether it is replayed from an earlier request. A new message also has `held`; one that was counted also has
 * the sender's `quota`.
 */
export type SubmissionResult<Receipt> = { receipt: Receipt; replayed: boolean; held?: boolean; quota?: Quota };

/** The least time (ms) in which a person fills in a form. */
const fastestPersonMs = 3_000;

/**
 * Checks whether a message looks automatic: the honeypot is filled in, and the form was sent within three seconds or without the
 * time its page was opened, which a script of the page adds. Both are required, because password managers fill in hidden fields and
 * people paste quickly. Such a message is stored and answered like any other, but no mail is sent.
 */
export function looksAutomatic({ trap }: Submission, now = Date.now()): boolean {
  if (!trap?.topic_note) return false;
  const openedAt = Number.parseInt(trap.form_ticket?.split('-')[0] ?? '', 36);
  // Also true if the time is missing, and so NaN.
  return !(now - openedAt >= fastestPersonMs);
}

const logOverLimit = warningEvery(
  60_000,
  { event: 'messages.over-limit' },
  'More messages than RATE_LIMIT_GLOBAL_PER_HOUR: they are stored, but no mail is sent',
);

/**
 * Counts a message against the limits of its client address and of the whole site, per clock hour. The counters are in
 * PostgreSQL, so all instances share them. A rejected message is not counted against wider networks or the site.
 * @returns the sender's remaining quota, and whether the whole site exceeded its limit this hour.
 * @throws Refused if the address, or a network that it belongs to, is over its limit.
 */
async function countMessage(clientAddress: string): Promise<{ quota: Quota; isSiteOverLimit: boolean }> {
  const { RATE_LIMIT_PER_ADDRESS_PER_HOUR, RATE_LIMIT_GLOBAL_PER_HOUR } = env();
  let quota: Quota | undefined;
  for (const { subject, times } of limitSubjects(clientAddress)) {
    const signed = (await sign('client-address', subject)).toString('base64url');
    const counted = await countHit(signed, RATE_LIMIT_PER_ADDRESS_PER_HOUR * times);
    if (counted.hits > counted.limit) {
      const time = countOf(Math.ceil(counted.secondsLeft / 60), 'minute');
      throw new Refused('too_many_messages', { message: fill(refusals.tooManyMessages, { time }), quota: counted });
    }
    if (!quota || counted.left < quota.left) quota = counted;
  }
  if (!quota) throw new Error('An address has at least one counter');
  const site = await countHit('all', RATE_LIMIT_GLOBAL_PER_HOUR);
  const isSiteOverLimit = site.hits > site.limit;
  if (isSiteOverLimit) logOverLimit();
  return { quota, isSiteOverLimit };
}

async function countHit(subject: string, limit: number): Promise<Quota & { hits: number }> {
  const [{ hits, secondsLeft }] = await query<[{ hits: number; secondsLeft: number }]>`
    insert into rate_limits as counted (subject, window_start, hits)
    values (${subject}, date_trunc('hour', now()), 1)
    on conflict (subject, window_start) do update
    set hits = least(counted.hits, ${maxInteger - 1}) + 1
    returning
      hits,
      ceil(extract(epoch from window_start + interval '1 hour' - now()))::integer as seconds_left
  `;
  return { hits, limit, left: Math.max(0, limit - hits), secondsLeft: Math.max(1, secondsLeft) };
}
