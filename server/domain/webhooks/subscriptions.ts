import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { Webhook as Signer } from 'standardwebhooks';
import { leaseOf, queuedAgain } from '#server/deliveries/queue.ts';
import { keyedHash, recordSecret } from '#server/domain/record/log/secret.ts';
import { inTransaction, type Query, query, sql, type Transaction } from '#server/platform/database/query.ts';
import { Refused } from '#server/platform/refused.ts';
import type { NewWebhook, Webhook } from '#shared/schemas/webhook.ts';
import type { WebhookDelivery } from './channel.ts';
import { addressProblem, NotTaken } from './receiver.ts';

/** A subscription, and the name of the key that it was made with; null: by command. Times as dates. */
export type Subscription = Omit<Webhook, 'createdAt' | 'failingSince' | 'disabledAt'> & {
  keyName: string | null;
  createdAt: Date;
  failingSince: Date | null;
  disabledAt: Date | null;
};

/** How long the former secret signs too after a rotation, in hours. */
const overlapHours = 24;

const columns = sql`id, url, events, personal_data, key_name, created_at, failing_since, disabled_at, disabled_reason`;

const ofKey = (name: string | undefined) => (name === undefined ? sql`true` : sql`key_name = ${name}`);

/** The most subscriptions of keys with one name, disabled ones included. Whoever runs the site may make more by command. */
export const subscriptionLimit = 20;

/**
 * Subscribes an address to events, and returns the subscription's id. Its secret is made here: `revealSecret` returns it.
 * @param key the key that it is made with, with a transaction: a lock in it keeps two requests from exceeding the limit together.
 * @throws Refused if nothing may be sent there, or the keys of this name have all their subscriptions; the driver's error.
 */
export async function addSubscription(
  { url, events, personalData = false }: NewWebhook,
  key?: { name: string; transaction: Transaction },
): Promise<string> {
  const message = addressProblem(url);
  if (message) throw new Refused('validation_failed', { errors: [{ field: 'url', message }] });
  const db = key?.transaction ?? query;
  if (key) {
    await db`select pg_advisory_xact_lock(hashtextextended(${`webhook_subscriptions\n${key.name}`}, 0))`;
    const { count } = await db`select from webhook_subscriptions where key_name = ${key.name}`;
    if (count >= subscriptionLimit) throw new Refused('too_many_webhooks');
  }
  const id = crypto.randomUUID();
  const secret = await sealSecret(id, newSecret());
  await db`
    insert into webhook_subscriptions (id, url, events, personal_data, key_name, secret)
    values (${id}, ${new URL(url).href}, ${[...events]}::text[], ${personalData}, ${key?.name ?? null}, ${secret})
  `;
  return id;
}

/** Lists subscriptions, the newest first: all of them, or those of a key and its successors, by its name. */
export async function listSubscriptions(keyName?: string): Promise<Subscription[]> {
  return query<Subscription[]>`
    select ${columns}
    from webhook_subscriptions
    where ${ofKey(keyName)}
    order by created_at desc, id
  `;
}

/** Returns a subscription with its secret, for whoever made it; undefined if there is none. @throws NotTaken as `openSecret` does. */
export async function revealSecret(id: string) {
  const [row] = await query<(Subscription & { secret: Buffer; formerUntil: Date | null })[]>`
    select ${columns}, secret, former_until from webhook_subscriptions where id::text = ${id}
  `;
  if (!row) return undefined;
  const { secret, formerUntil, ...subscription } = row;
  return { subscription, secret: await openSecret(id, secret), formerUntil };
}

/** Ends a subscription, with all that waits for it. `keyName`: only one of that key; undefined: any. @returns whether there was one. */
export async function removeSubscription(id: string, keyName: string | undefined): Promise<boolean> {
  const { count } = await query`
    delete from webhook_subscriptions
    where id::text = ${id} and ${ofKey(keyName)}
  `;
  return count > 0;
}

/**
 * Gives a subscription a new secret, which `revealSecret` returns. For a day the former secret signs as well; the one before it no longer.
 * `keyName`: only one of that key; undefined: any. @returns until when the former secret signs; undefined if there is no such subscription.
 */
export async function rotateSecret(id: string, keyName: string | undefined, db: Query = query): Promise<Date | undefined> {
  const sealed = await sealSecret(id, newSecret());
  const [row] = await db<{ formerUntil: Date }[]>`
    update webhook_subscriptions
    set
      former_secret = secret,
      former_until = now() + ${overlapHours} * interval '1 hour',
      secret = ${sealed}
    where id::text = ${id} and ${ofKey(keyName)}
    returning former_until
  `;
  return row?.formerUntil;
}

/** Turns a disabled subscription on again. Events that were given up wait for `replay`. @returns whether it was disabled. */
export async function enableSubscription(id: string): Promise<boolean> {
  const { count } = await query`
    update webhook_subscriptions
    set disabled_at = null, disabled_reason = null, failing_since = null, next_attempt_at = now()
    where id::text = ${id} and disabled_at is not null
  `;
  return count > 0;
}

/** Returns what a delivery needs of its subscription, whose secrets are encrypted; undefined if it has ended. */
export async function findReceiver(id: string) {
  const [row] = await query<{ url: string; personalData: boolean; isDisabled: boolean; secret: Buffer; formerSecret: Buffer | null }[]>`
    select
      url, personal_data, disabled_at is not null as is_disabled, secret,
      case when former_until > now() then former_secret end as former_secret
    from webhook_subscriptions
    where id = ${id}
  `;
  return row;
}

/** Lists the newest deliveries, as operators see them: all or, by `id`, those of a subscription, or one alone. */
export async function listDeliveries(limit: number, id?: string) {
  return query<{ id: string; state: string; lastError: string | null; [column: string]: unknown }[]>`
    select
      id, webhook_subscription_id as subscription, purpose as event, state, attempts, created_at,
      case when settled_at is null then next_attempt_at end as next_attempt_at, last_error
    from deliveries
    where kind = 'webhook' and ${id === undefined ? sql`true` : sql`${id} in (id::text, webhook_subscription_id::text)`}
    order by created_at desc, id
    limit ${limit}
  `;
}

/**
 * Queues events again, under their ids: one by the id of its delivery, or all of a subscription that wait or were given up. A pause after
 * failures ends. A test is sent again by its own id alone. @returns how many were queued.
 * @throws Error if the subscription is disabled.
 */
export async function replay(id: string): Promise<number> {
  return inTransaction('read write', async (transaction) => {
    const rows = await transaction<{ subscriptionId: string; isDisabled: boolean }[]>`
      update deliveries
      set ${queuedAgain}
      from webhook_subscriptions as subscription
      where kind = 'webhook' and subscription.id = webhook_subscription_id
        and ${id} in (deliveries.id::text, webhook_subscription_id::text)
        and ((state in ('queued', 'dead') and purpose <> 'webhook.test') or (deliveries.id::text = ${id} and settled_at is not null))
      returning subscription.id as subscription_id, disabled_at is not null as is_disabled
    `;
    if (rows.some(({ isDisabled }) => isDisabled)) throw new Error('The subscription is disabled: enable it first');
    // While an event is being sent, `next_attempt_at` is the end of its lease, and stays.
    await transaction`
      update webhook_subscriptions
      set next_attempt_at = now()
      where id = any (${rows.map((row) => row.subscriptionId)}::uuid[]) and not exists (
        select from deliveries where kind = 'webhook' and webhook_subscription_id = webhook_subscriptions.id and state = 'sending'
      )
    `;
    return rows.length;
  });
}

/**
 * Makes an event of type `webhook.test` for a subscription, claimed by the caller, who sends it at once: it is not tried again.
 * Undefined: there is no such subscription, or it is disabled. `limitMs`: to prepare it, and as long again to send it.
 */
export async function createTest(id: string, limitMs: number): Promise<WebhookDelivery | undefined> {
  const sendBy = performance.now() + limitMs;
  const [row] = await query<Omit<WebhookDelivery, 'sendBy'>[]>`
    insert into deliveries (kind, purpose, webhook_subscription_id, state, attempts, last_attempt_at, next_attempt_at)
    select 'webhook', 'webhook.test', id, 'sending', 1, now(), now() + ${leaseOf(limitMs)}
    from webhook_subscriptions
    where id::text = ${id} and disabled_at is null
    returning id, purpose, attempts, webhook_subscription_id as subscription_id, created_at, null as subject_id
  `;
  return row && { ...row, sendBy };
}

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
async function sealSecret(subscriptionId: string, secret: string): Promise<Buffer> {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', await sealingKey(), nonce).setAAD(Buffer.from(subscriptionId));
  const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), text]);
}

/** Decrypts what `sealSecret` returned for the same subscription. @throws NotTaken (ESECRET) if the record's secret is another. */
export async function openSecret(subscriptionId: string, sealed: Buffer): Promise<string> {
  const cipher = createDecipheriv('aes-256-gcm', await sealingKey(), sealed.subarray(0, nonceBytes), { authTagLength: tagBytes })
    .setAAD(Buffer.from(subscriptionId))
    .setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes));
  try {
    return Buffer.concat([cipher.update(sealed.subarray(nonceBytes + tagBytes)), cipher.final()]).toString('utf8');
  } catch (cause) {
    throw new NotTaken('ESECRET', 'The secret needs the RECORD_SECRET or DATA_DIR it was made with: restore that, or rotate', { cause });
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
    'webhook-signature': secrets.map((secret) => new Signer(secret).sign(id, now, body)).join(' '),
  };
}

const sealingKey = async () => keyedHash(await recordSecret(), 'webhook-secret', '');
