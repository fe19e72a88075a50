import { setTimeout as sleep } from 'node:timers/promises';
import { type Fragment, isUnavailable, query, sql, type Transaction } from '#server/platform/database/query.ts';
import { limits } from '#server/platform/limits.ts';
import { createCounter, createGauge, registerDatabaseGauges } from '#server/platform/metrics.ts';
import { withDatabaseLimit } from '#server/platform/request-context.ts';
import { warningEvery } from '#server/platform/throttle.ts';

/** A claimed delivery. */
export type Delivery = {
  id: string;
  /** What a mail is for, or the type of an event. */
  purpose: string;
  /** The message or subscriber that it is about. Null: an event of the record or the catalogue, or a test. */
  subjectId: string | null;
  /** Of a webhook. */
  subscriptionId: string | null;
  /** When it was queued. */
  createdAt: Date;
  /** How often it was claimed, this time included. Tells this claim from a later one of another process. */
  attempts: number;
  /** When (performance.now()) sending must have begun, so that it ends within the lease. */
  sendBy: number;
};

/** How a delivery ended: sent, or written into a file because no mail server is configured. */
export type Sent = 'sent' | 'written';

/** One kind of deliveries: what is sent to whom, when it is tried again, and when it is given up. */
export type Channel<Item extends Delivery, Message> = {
  /** How long (ms) making a message may take, and sending it as long again. */
  limitMs: number;
  /** How long (s) it waits after each failed attempt. After one failure more it is given up. */
  retryDelays: readonly number[];
  /** SQL for `with`: the table expression `due`, with the ids, locked, of up to `count` deliveries that are due; others may precede it. */
  due: (count: number) => Fragment;
  /** Makes the message, from the rows that it is about. Undefined: it is no longer wanted. */
  prepare: (delivery: Item) => Promise<Message | undefined>;
  /** Sends the message, once, within `limitMs`. @throws if it was not accepted. */
  send: (delivery: Item, message: Message) => Promise<Sent>;
  /** Called once a delivery is marked as sent; `isKept`: false if its row was erased meanwhile. */
  sent: (delivery: Item, state: Sent, facts: { ms: number; isKept: boolean }) => Promise<void>;
  /** Called for a delivery that was not accepted: puts it back with `postpone`, or settles it. */
  failed: (delivery: Item, error: Error & { code?: string }) => Promise<void>;
  /** Logs that a delivery was given up, because its process ended at the last attempt. */
  givenUp: (delivery: Item) => void;
};

/** At most this many deliveries of a kind are made at once. */
const maxAtOnce = 4;
/** How often (ms) the table is asked for what is due. */
const everyMs = 1_000;

/** Throttled, because every statement fails while PostgreSQL is down. */
const logError = warningEvery(60_000, { event: 'queue.error' }, 'Could not ask which deliveries are due, or note what became of one');

/**
 * Starts to make the deliveries that are due, also while PostgreSQL is away: then as soon as it is back. Any number of instances
 * may share the work. Returns a function that stops: those being made may finish, for up to `ms`.
 */
export function startQueue<Item extends Delivery, Message>(channel: Channel<Item, Message>): (ms: number) => Promise<void> {
  const stopping = new AbortController();
  const running = deliverDue(channel, stopping.signal);
  return async (ms) => {
    stopping.abort();
    await Promise.race([running, sleep(ms, undefined, { ref: false })]);
  };
}

async function deliverDue<Item extends Delivery, Message>(channel: Channel<Item, Message>, stopping: AbortSignal): Promise<void> {
  const deliver = delivererOf(channel);
  const running = new Map<string, Promise<void>>();
  while (!stopping.aborted) {
    const places = maxAtOnce - running.size;
    const claimed = await claim(channel, places).catch((error: { code?: string }) => {
      logError({ code: error.code });
      return [];
    });
    // One that is sent and could not be marked yet may be claimed again once its lease has ended. It is not sent again.
    for (const delivery of claimed.filter(({ id }) => !running.has(id)))
      running.set(
        delivery.id,
        deliver(delivery).finally(() => running.delete(delivery.id)),
      );
    // A full claim may have left some that are due. And what has been sent lets others follow, of the same subscription for instance.
    const waits = claimed.length < places ? [sleep(everyMs, undefined, { signal: stopping, ref: false }).catch(() => {})] : [];
    if (waits.length > 0 || running.size === maxAtOnce) await Promise.race([...waits, ...running.values()]);
  }
  await Promise.all(running.values());
}

/**
 * Returns a function that makes a claimed delivery, once, and marks it; no transaction is open meanwhile. If the process is killed
 * after a delivery was accepted but before it is marked, or PostgreSQL refuses the mark, it is made again under the same id. The function
 * never throws: a delivery that could not even be put back is claimed again when its lease ends.
 */
export function delivererOf<Item extends Delivery, Message>({ prepare, send, sent, failed }: Channel<Item, Message>) {
  return async (delivery: Item): Promise<void> => {
    try {
      const message = await prepare(delivery);
      if (message === undefined) return void (await settle(delivery.id, 'skipped'));
      const started = performance.now();
      if (started > delivery.sendBy) throw new Error('It was not prepared in time');
      const state = await send(delivery, message);
      const ms = Math.round(performance.now() - started);
      const isKept = await settle(delivery.id, state);
      await sent(delivery, state, { ms, isKept }).catch(({ code }) => logError({ code }));
    } catch (error) {
      await failed(delivery, error as Error).catch(({ code }) => logError({ code }));
    }
  };
}

/**
 * The condition that a delivery is due. One that was queued or tried more than a minute ahead of now, because the clock was set back
 * since, does not wait.
 */
export const isDue = sql`state in ('queued', 'sending') and (
  next_attempt_at <= now() or state = 'queued' and greatest(created_at, last_attempt_at) > now() + interval '1 minute'
)`;

/** How long a claim lasts: `limitMs` to prepare a message, and as long again to send it. */
export const leaseOf = (limitMs: number) => sql`${(2 * limitMs) / 1_000} * interval '1 second'`;

/**
 * Claims up to `count` deliveries that are due. Until a lease ends nobody else can claim its delivery; after that, anybody, because its
 * process was killed. One whose last permitted attempt ended with its process is given up instead.
 */
export async function claim<Item extends Delivery, Message>(
  { limitMs, retryDelays, due, givenUp }: Channel<Item, Message>,
  count: number,
): Promise<Item[]> {
  const sendBy = performance.now() + limitMs;
  const isSpent = sql`attempts > ${retryDelays.length}`;
  const rows = await withinWriteLimit(
    () => query<(Item & { state: 'sending' | 'dead' })[]>`
      with ${due(count)}
      update deliveries as delivery
      set
        state = case when ${isSpent} then 'dead' else 'sending' end,
        settled_at = case when ${isSpent} then now() end,
        attempts = attempts + 1,
        last_attempt_at = now(),
        next_attempt_at = now() + ${leaseOf(limitMs)}
      from due
      where delivery.id = due.id
      returning
        delivery.id,
        delivery.state,
        purpose,
        coalesce(message_id, newsletter_subscriber_id) as subject_id,
        webhook_subscription_id as subscription_id,
        created_at,
        attempts
    `,
  );
  for (const row of rows) if (row.state === 'dead') givenUp(row);
  return rows.filter(({ state }) => state === 'sending').map((row) => ({ ...row, sendBy }));
}

/** What queues a delivery again under its id, whatever became of it before. */
export const queuedAgain = sql`state = 'queued', attempts = 0, next_attempt_at = now(), settled_at = null, last_error = null`;

/**
 * Marks a delivery as done, however long PostgreSQL is away. Returns false if it was erased meanwhile.
 * @throws the driver's error if that does not pass by waiting.
 */
export async function settle(id: string, state: Sent | 'skipped', reason: string | null = null): Promise<boolean> {
  for (;;) {
    try {
      const { count } = await withinWriteLimit(
        () => query`update deliveries set state = ${state}, settled_at = now(), last_error = ${reason} where id = ${id}`,
      );
      return count > 0;
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      logError({ code: (error as { code?: string }).code });
      await sleep(250, undefined, { ref: false });
    }
  }
}

/**
 * Puts a delivery that failed back into the queue for `delay` seconds; null gives it up. Keeps the beginning of the reason. Returns its
 * state; undefined if it was erased, or its lease has ended and another process has claimed it.
 */
export async function postpone({ id, attempts }: Delivery, reason: string, delay: number | null): Promise<'queued' | 'dead' | undefined> {
  const state = delay === null ? 'dead' : 'queued';
  const { count } = await withinWriteLimit(
    () => query`
      update deliveries
      set
        state = ${state},
        next_attempt_at = now() + ${delay ?? 0} * interval '1 second',
        last_error = ${reason.slice(0, 200)},
        settled_at = case when ${delay === null} then now() end
      where id = ${id} and state = 'sending' and attempts = ${attempts}
    `,
  );
  return count > 0 ? state : undefined;
}

/** Runs a write of the queue within the limit that writes of requests have. */
export const withinWriteLimit = <Result>(work: () => Promise<Result>) => withDatabaseLimit(limits.databaseWriteLimitMs, work);

/** The states that the table's check allows: a test compares both. */
const states = ['queued', 'sending', 'sent', 'written', 'skipped', 'held', 'dead'];
registerGauges('mail', 'Mails by state: see docs/operations.md.');
registerGauges('webhook', 'Webhooks by state, of the last 30 days: see docs/operations.md.');

/** Reads two gauges at each scrape: the deliveries of a kind by state, and the age in seconds of the oldest that is waiting. */
function registerGauges(kind: 'mail' | 'webhook', help: string): void {
  const byState = createGauge(`carma_${kind}_deliveries`, help, ['state']);
  const oldest = createGauge(`carma_${kind}_oldest_waiting_seconds`, `Age of the oldest ${kind} that is waiting to be sent.`);
  registerDatabaseGauges(`${kind}s`, {
    gauges: [byState, oldest],
    read: async () => {
      const rows = await query<{ state: string; count: number; oldestSeconds: number | null }[]>`
        select
          state,
          count(*)::integer as count,
          extract(epoch from now() - min(created_at) filter (where state in ('queued', 'sending')))::float8 as oldest_seconds
        from deliveries
        where kind = ${kind}
        group by state
      `;
      return () => {
        // A state that no row has is a figure too: the first dead one is a change.
        for (const state of states) byState.set({ state }, 0);
        for (const { state, count } of rows) byState.set({ state }, count);
        oldest.set(Math.max(0, ...rows.map(({ oldestSeconds }) => oldestSeconds ?? 0)));
      };
    },
  });
}

/** What a mail is for: forwarding a message to the team, acknowledging it to its sender, welcoming a subscriber. */
export type MailPurpose = 'team' | 'acknowledgement' | 'welcome';
type Received = 'message.received' | 'quote.requested';
/** What deliveries are about: a message, with the event that it is to those who subscribed to webhooks, or a newsletter's subscriber. */
type Subject = { messageId: string; event: Received } | { newsletterSubscriberId: string };

const heldMessages = createCounter(
  'carma_messages_held_total',
  'Messages and subscriptions that were stored but for which no mail is sent: they look automatic, or exceeded the site-wide limit.',
);

/**
 * Queues the mails about a message or a subscriber in the transaction that stores it, so that they exist if and only if it does. They are
 * due at once. A message is also an event for those who subscribed to webhooks; triggers queue those of the record and the catalogue
 * (0006_deliveries.sql). `held`: the deliveries are stored, but not sent.
 */
export async function createDeliveries(transaction: Transaction, subject: Subject, { held }: { held: boolean }): Promise<void> {
  const state = held ? 'held' : 'queued';
  if (held) heldMessages.inc();
  if ('newsletterSubscriberId' in subject) {
    const { newsletterSubscriberId: id } = subject;
    await transaction`insert into deliveries (kind, purpose, newsletter_subscriber_id, state) values ('mail', 'welcome', ${id}, ${state})`;
    return;
  }
  const { messageId, event } = subject;
  await transaction`
    insert into deliveries (kind, purpose, webhook_subscription_id, message_id, state)
    select 'mail', purpose, null::uuid, ${messageId}::uuid, ${state} from unnest(array['team', 'acknowledgement']) as purpose
    union all
    select 'webhook', ${event}, id, ${messageId}, ${state}
    from webhook_subscriptions
    where disabled_at is null and ${event} = any (events)
  `;
}

/** Queues the latest mail to a newsletter subscriber if it is held. */
export async function releaseHeld(transaction: Transaction, newsletterSubscriberId: string): Promise<void> {
  await transaction`
    update deliveries
    set ${queuedAgain}
    where state = 'held' and id = (
      select id
      from deliveries
      where newsletter_subscriber_id = ${newsletterSubscriberId}
      order by seq desc
      limit 1
    )
  `;
}
