import { type Claimed, isDue, postpone, whatClaimSets, withinWriteLimit } from '#server/mail/deliveries.ts';
import { query } from '#server/platform/database/query.ts';
import { sql } from '#server/platform/database/sql.ts';
import type { SentEventType } from '#src/schemas/webhook.ts';

/** A claimed webhook: the type of its event and the rows that it is about. */
export type WebhookDelivery = Claimed & {
  type: SentEventType;
  subscriptionId: string;
  /** When it happened. */
  createdAt: Date;
  /** The message that it is about. */
  messageId: string | null;
};

/**
 * How long (s) to wait after each failed attempt: ten attempts in three days and some hours, as the specification proposes (Standard
 * Webhooks 1.0.0, "Deliverability and reliability"). Up to a tenth is added at random.
 */
const retryDelays = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400];
/** How often an event is sent at most. */
const maxAttempts = retryDelays.length + 1;
/** For how long (s) the other events of a subscription wait at most behind one that failed. */
const longestPause = 300;
/** The longest wait (s) that a receiver may ask for. */
const longestAsked = 86_400;
/** Days without an event that arrived after which a subscription that fails is disabled. */
const daysUntilDisabled = 5;

/**
 * Claims up to `count` webhooks that are due, one of a subscription: the subscription has the lease too, so that its events go out one
 * at a time, in order as long as they arrive, and one slow receiver takes one of the places. So do all subscriptions of a key: while an
 * event of one is being sent, none of another is claimed (but by an instance that asks at the same moment). `limitMs`: how long a delivery takes at
 * most; the lease is twice that.
 */
export async function claimWebhooks(count: number, limitMs: number): Promise<WebhookDelivery[]> {
  const sendBy = performance.now() + limitMs;
  const lease = sql`${(2 * limitMs) / 1_000} * interval '1 second'`;
  // One that does not fail waits for no longer than its lease. If it would, by more than transactions differ, the clock was set back.
  const isLate = sql`failing_since is null and next_attempt_at > now() + ${lease} + interval '1 minute'`;
  const isFree = sql`disabled_at is null and (next_attempt_at <= now() or ${isLate})`;
  const rows = await withinWriteLimit(
    () => query<(Omit<WebhookDelivery, 'sendBy'> & { state: 'sending' | 'dead' })[]>`
      with first_of_key as materialized (
        select distinct on (coalesce('key ' || key_name, id::text)) id
        from webhook_subscriptions as subscription
        where ${isFree} and exists (
          select
          from deliveries
          where kind = 'webhook' and webhook_subscription_id = subscription.id and state in ('queued', 'sending') and ${isDue}
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
          where kind = 'webhook' and webhook_subscription_id = leased.id and state in ('queued', 'sending') and ${isDue}
          order by seq
          limit 1
          for update skip locked
        ) as first
      )
      update deliveries as delivery
      set ${whatClaimSets(maxAttempts, limitMs)}
      from due
      where delivery.id = due.id
      returning
        delivery.id,
        delivery.state,
        purpose as type,
        attempts,
        webhook_subscription_id as subscription_id,
        created_at,
        coalesce(contact_message_id, enterprise_message_id) as message_id
    `,
  );
  return rows.flatMap(({ state, ...row }) => (state === 'sending' ? [{ ...row, sendBy }] : []));
}

/** Notes that an event arrived: the next one of the subscription may follow. */
export async function noteArrival(subscriptionId: string): Promise<void> {
  await withinWriteLimit(
    () => query`update webhook_subscriptions set failing_since = null, next_attempt_at = now() where id = ${subscriptionId}`,
  );
}

/** Notes that an event was not sent, because what it was about is gone: the next one of the subscription may follow. */
export async function noteSkipped(subscriptionId: string): Promise<void> {
  await withinWriteLimit(() => query`update webhook_subscriptions set next_attempt_at = now() where id = ${subscriptionId}`);
}

/** What became of an event that failed, and of its subscription. */
export type Failure = { state: 'queued' | 'dead' | undefined; disabled: 'gone' | 'failing' | undefined };

/**
 * Puts an event back that did not arrive, or gives it up after the last attempt, and lets its subscription rest. Disables the
 * subscription if its receiver is gone, or has taken nothing for days; the database then gives up what waits for it.
 */
export async function noteFailure(
  delivery: WebhookDelivery,
  reason: string,
  { retryAfter = 0, isGone = false }: { retryAfter?: number | undefined; isGone?: boolean },
): Promise<Failure> {
  const isTest = delivery.type === 'webhook.test';
  // Whoever tests a receiver is told at once, and tests again by hand.
  const planned = isTest ? undefined : retryDelays[delivery.attempts - 1];
  const asked = Math.min(retryAfter, longestAsked);
  const delay = planned === undefined ? null : Math.max(asked, planned * (1 + Math.random() / 10));
  const state = await postpone(delivery, reason, isGone ? null : delay);
  // It may have been sent from another machine, which cannot reach the receiver. Events are not held up by that.
  if (isTest && !isGone) return { state, disabled: undefined };
  const pause = Math.max(asked, Math.min(delay ?? longestPause, longestPause));
  const [row] = await withinWriteLimit(
    () => query<{ disabled: Failure['disabled'] | null }[]>`
      with failing as (
        select id, disabled_at is null as was_on, case
          when ${isGone} then 'gone'
          when failing_since < now() - ${daysUntilDisabled} * interval '1 day' then 'failing'
        end as reason
        from webhook_subscriptions
        where id = ${delivery.subscriptionId}
        for no key update
      )
      update webhook_subscriptions as subscription
      set
        failing_since = coalesce(failing_since, now()),
        next_attempt_at = now() + ${pause} * interval '1 second',
        disabled_at = coalesce(disabled_at, case when reason is not null then now() end),
        disabled_reason = coalesce(disabled_reason, reason)
      from failing
      where subscription.id = failing.id
      returning case when was_on then reason end as disabled
    `,
  );
  return { state, disabled: row?.disabled ?? undefined };
}
