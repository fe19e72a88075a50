import { type Channel, type Delivery, isDue, leaseOf, postpone, startQueue, withinWriteLimit } from '#server/deliveries/queue.ts';
import { type Fragment, query, sql } from '#server/platform/database/query.ts';
import { env } from '#server/platform/env.ts';
import { log } from '#server/platform/log.ts';
import { createGauge, registerDatabaseGauges } from '#server/platform/metrics.ts';
import { withDatabaseLimit } from '#server/platform/request-context.ts';
import { withTimeout } from '#server/platform/with-timeout.ts';
import type { SentEventType } from '#shared/schemas/webhook.ts';
import { composeEvent } from './compose.ts';
import { askNameServers, NotTaken, post, type Resolve, type ResolvedAddress, resolveReceiver } from './receiver.ts';
import { findReceiver, openSecret, signedHeaders } from './subscriptions.ts';

/** A claimed webhook. */
export type WebhookDelivery = Delivery & { purpose: SentEventType; subscriptionId: string };

type Options = {
  resolve?: Resolve;
  /** As in `Channel`. */
  limitMs?: number;
};

/** How long (ms) preparing a webhook may take, and sending it as long again: Standard Webhooks 1.0.0 proposes 15 to 30 s. */
export const webhookLimitMs = 20_000;

/** A signed request. */
type Signed = { url: URL; addresses: ResolvedAddress[]; headers: Record<string, string>; body: string };

/** Starts to send the webhooks that are due, as `startQueue` does. */
export function startWebhooks(options: Options = {}): (ms: number) => Promise<void> {
  return startQueue(webhookChannel(options));
}

/** Returns how webhooks are claimed, signed and sent. */
export function webhookChannel({ resolve = askNameServers, limitMs = webhookLimitMs }: Options = {}): Channel<WebhookDelivery, Signed> {
  return {
    limitMs,
    retryDelays,
    due: (count) => due(count, limitMs),
    prepare: async (delivery) => {
      const signed = await prepare(delivery, resolve);
      if (!signed) await letNextFollow(delivery, { hasArrived: false });
      return signed;
    },
    send: async (_delivery, { url, ...signed }) => {
      const { status, retryAfter } = await post(url, { ...signed, signal: AbortSignal.timeout(limitMs) });
      if (status >= 200 && status <= 299) return 'sent';
      throw Object.assign(new NotTaken(String(status), `The receiver answered ${status}`), { retryAfter });
    },
    sent: async (delivery, _state, { ms }) => {
      await letNextFollow(delivery, { hasArrived: true });
      log().info({ event: 'webhook.sent', ...factsOf(delivery), ms }, 'Webhook sent');
    },
    failed: fail,
    givenUp,
  };
}

/**
 * How long (s) to wait after each failed attempt: ten attempts in three days and some hours, as the specification proposes (Standard
 * Webhooks 1.0.0, "Deliverability and reliability"). Up to a tenth is added at random. Said in words, as is
 * `daysUntilDisabled`, in server/api/openapi/document.ts, shared/schemas/webhook.ts, shared/content/developers/webhooks.ts,
 * docs/operations.md and docs/runbooks.md.
 */
const retryDelays = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400];
/** The longest that the other events of a subscription wait (s) behind one that failed, unless its receiver asks for longer. */
const longestPause = 300;
/** The longest wait (s) that a receiver may ask for. */
const longestAsked = 86_400;
/** After how many days in which no event has arrived a failing subscription is disabled. Said in words, too: see `retryDelays`. */
const daysUntilDisabled = 5;

/**
 * Selects up to `count` webhooks that are due, one of each subscription. The subscription has the lease too, so that its events go out one
 * at a time, in order as long as they arrive, and a slow receiver takes one of the places only. The subscriptions of a key share one place:
 * while an event of one is being sent, none of another is claimed (except by an instance that asks at the same moment).
 */
function due(count: number, limitMs: number): Fragment {
  const lease = leaseOf(limitMs);
  // A subscription that does not fail waits no longer than its lease. If it would wait a minute more, the clock was set back since.
  const wasClockSetBack = sql`failing_since is null and next_attempt_at > now() + ${lease} + interval '1 minute'`;
  const isFree = sql`disabled_at is null and (next_attempt_at <= now() or ${wasClockSetBack})`;
  return sql`
    first_of_key as materialized (
      select distinct on (coalesce('key ' || key_name, id::text)) id
      from webhook_subscriptions as subscription
      where ${isFree} and exists (
        select
        from deliveries
        where kind = 'webhook' and webhook_subscription_id = subscription.id and ${isDue}
      ) and not exists (
        select
        from webhook_subscriptions as other
        join deliveries as sending on sending.webhook_subscription_id = other.id
        where other.key_name = subscription.key_name
          and sending.kind = 'webhook' and sending.state = 'sending' and sending.next_attempt_at > now()
      )
      order by coalesce('key ' || key_name, id::text), next_attempt_at
    ),
    free as materialized (
      select id
      from webhook_subscriptions
      where id in (select id from first_of_key) and ${isFree}
      order by next_attempt_at
      limit ${count}
      -- A stronger lock would wait for, and hold up, every transaction that writes an event for it.
      for no key update skip locked
    ),
    leased as (
      update webhook_subscriptions as subscription
      set next_attempt_at = now() + ${lease}
      from free
      where subscription.id = free.id
      returning subscription.id
    ),
    due as materialized (
      select first.id
      from leased
      cross join lateral (
        select id
        from deliveries
        where kind = 'webhook' and webhook_subscription_id = leased.id and ${isDue}
        order by seq
        limit 1
        for update skip locked
      ) as first
    )
  `;
}

/**
 * Composes an event from its rows as they are now, signs it with the secrets of its subscription, and looks up where to send it.
 * Undefined if what it is about is gone, or the subscription has ended. The rows are read last, so that as little time as possible passes
 * until they are sent.
 */
async function prepare(delivery: WebhookDelivery, resolve: Resolve): Promise<Signed | undefined> {
  const { id, purpose: type, subscriptionId, createdAt, sendBy } = delivery;
  const left = () => sendBy - performance.now();
  const receiver = await withDatabaseLimit(left(), () => findReceiver(subscriptionId));
  if (!receiver) return undefined;
  if (receiver.isDisabled) throw new NotTaken('EDISABLED', 'The subscription was disabled');
  const secret = await openSecret(subscriptionId, receiver.secret);
  // A former secret that was encrypted with another secret of the record does not sign.
  const former = receiver.formerSecret && (await openSecret(subscriptionId, receiver.formerSecret).catch(() => undefined));
  const url = new URL(receiver.url);
  const addresses = await withTimeout(Math.max(1, left()), resolveReceiver(url, resolve), 'The name server');
  const data = await withDatabaseLimit(left(), () => composeEvent(delivery, receiver));
  if (!data) return undefined;
  const body = JSON.stringify({ type, timestamp: createdAt.toISOString(), data });
  const headers = {
    'content-type': 'application/json',
    'user-agent': `Carma-Webhooks (+${env().PUBLIC_URL}/developers)`,
    ...signedHeaders(id, body, former ? [secret, former] : [secret]),
  };
  return { url, addresses, headers, body };
}

async function fail(delivery: WebhookDelivery, error: Error & { code?: string; retryAfter?: number }): Promise<void> {
  const { name, message, retryAfter } = error;
  // What AbortSignal.timeout throws has a number for a code.
  const code = name === 'TimeoutError' ? 'ETIMEDOUT' : (error.code ?? 'EUNKNOWN');
  // Other errors may quote an address, which may hold a secret, or what a person typed; and this text is stored.
  const reason = error instanceof NotTaken ? message : `It could not be sent: ${code}`;
  const { state, disabled } = await noteFailure(delivery, reason, { retryAfter, isGone: code === '410' });
  const facts = { ...factsOf(delivery), code };
  log().warn({ event: 'webhook.failed', ...facts }, state === 'queued' ? 'Webhook not sent; retrying later' : 'Webhook not sent');
  if (state === 'dead') givenUp(delivery, code);
  if (disabled) {
    const { subscriptionId } = delivery;
    log().error({ event: 'webhook.disabled', subscriptionId, reason: disabled }, 'Subscription disabled: see npm run webhooks -- list');
  }
}

function givenUp(delivery: WebhookDelivery, code?: string): void {
  log().error({ event: 'webhook.dead', ...factsOf(delivery), code }, 'Webhook given up: see npm run webhooks -- deliveries');
}

const factsOf = ({ id, purpose, subscriptionId }: WebhookDelivery) => ({ deliveryId: id, type: purpose, subscriptionId });

/** Lets the next event of a subscription follow, after one that arrived, or was not sent because what it was about is gone. */
async function letNextFollow({ subscriptionId, purpose }: WebhookDelivery, { hasArrived }: { hasArrived: boolean }): Promise<void> {
  const failing = hasArrived ? sql`null` : sql`failing_since`;
  // A test is sent beside the event whose turn it is, which may still be on its way.
  const next = purpose === 'webhook.test' ? sql`next_attempt_at` : sql`now()`;
  await withinWriteLimit(
    () => query`update webhook_subscriptions set failing_since = ${failing}, next_attempt_at = ${next} where id = ${subscriptionId}`,
  );
}

/**
 * Puts an event back that did not arrive, or gives it up after the last attempt, and lets its subscription rest. Disables the
 * subscription if its receiver is gone, or has taken nothing for days; the database then gives up what waits for it.
 */
export async function noteFailure(
  delivery: WebhookDelivery,
  reason: string,
  { retryAfter = 0, isGone = false }: { retryAfter?: number | undefined; isGone?: boolean },
) {
  const isTest = delivery.purpose === 'webhook.test';
  // Whoever tests a receiver is told at once, and tests again by hand.
  const planned = isTest ? undefined : retryDelays[delivery.attempts - 1];
  const asked = Math.min(retryAfter, longestAsked);
  const delay = planned === undefined ? null : Math.max(asked, planned * (1 + Math.random() / 10));
  const state = await postpone(delivery, reason, isGone ? null : delay);
  // A test may be sent from another machine, which cannot reach the receiver. That says nothing of other events.
  if (isTest && !isGone) return { state, disabled: undefined };
  const pause = Math.max(asked, Math.min(delay ?? longestPause, longestPause));
  const [row] = await withinWriteLimit(async () => {
    await query`
      update webhook_subscriptions
      set failing_since = coalesce(failing_since, now()), next_attempt_at = now() + ${pause} * interval '1 second'
      where id = ${delivery.subscriptionId}
    `;
    return query<{ disabled: 'gone' | 'failing' }[]>`
      update webhook_subscriptions
      set disabled_at = now(), disabled_reason = ${isGone ? 'gone' : 'failing'}
      where id = ${delivery.subscriptionId} and disabled_at is null
        and (${isGone} or failing_since < now() - ${daysUntilDisabled} * interval '1 day')
      returning disabled_reason as disabled
    `;
  });
  return { state, disabled: row?.disabled };
}

const subscriptions = createGauge('carma_webhook_subscriptions', 'Subscriptions: active, failing or disabled.', ['state']);

registerDatabaseGauges('webhook subscriptions', {
  gauges: [subscriptions],
  read: async () => {
    const states = await query<{ state: string; count: number }[]>`
      select case when disabled_at is not null then 'disabled' when failing_since is not null then 'failing' else 'active' end as state,
        count(*)::integer as count
      from webhook_subscriptions
      group by 1
    `;
    return () => {
      for (const { state, count } of states) subscriptions.set({ state }, count);
    };
  },
});
