import { setTimeout as sleep } from 'node:timers/promises';
import { claimHour } from '#server/mail/acknowledgement-limit.ts';
import type { MailPurpose } from '#server/mail/create-deliveries.ts';
import { query } from '#server/platform/database/query.ts';
import { sql } from '#server/platform/database/sql.ts';
import { env } from '#server/platform/env.ts';
import { withDatabaseLimit } from '#server/platform/request-context.ts';

/** A claimed delivery. */
export type Claimed = {
  id: string;
  /** How often it was claimed, this time included. Tells this claim from a later one of another process. */
  attempts: number;
  /** When (performance.now()) sending must have begun, so that it ends within the lease. */
  sendBy: number;
};
/** A claimed mail, and the message or subscriber that it is about. */
export type Delivery = Claimed & { purpose: MailPurpose; subjectId: string };

/** How often a mail that failed is tried again, and for how long (s) at most in between: about five days in all. */
const maxRetries = 32;
const firstDelay = 5;
const longestDelay = 6 * 3_600;
/** How long (ms) to keep trying to mark a mail as sent: longer than a restart of PostgreSQL takes. */
const markTimeoutMs = 120_000;

/**
 * Claims up to `count` mails that are due, oldest first, with a lease of twice MAIL_TIMEOUT_MS: once to prepare a mail, once to
 * send it. Until a lease ends nobody else can claim its mail; after that, anybody, because its process was killed.
 */
export async function claimDue(count: number): Promise<Delivery[]> {
  const { MAIL_TIMEOUT_MS } = env();
  const sendBy = performance.now() + MAIL_TIMEOUT_MS;
  const rows = await withinWriteLimit(
    () => query<(Omit<Delivery, 'sendBy'> & { state: 'sending' | 'dead' })[]>`
      with due as materialized (
        select id
        from deliveries
        where kind = 'mail' and state in ('queued', 'sending') and ${isDue}
        order by next_attempt_at
        limit ${count}
        for update skip locked
      )
      update deliveries as delivery
      set ${whatClaimSets(maxRetries + 1, MAIL_TIMEOUT_MS)}
      from due
      where delivery.id = due.id
      returning
        delivery.id,
        delivery.state,
        purpose,
        attempts,
        coalesce(contact_message_id, enterprise_message_id, newsletter_subscriber_id) as subject_id
    `,
  );
  return rows.flatMap(({ state, ...row }) => (state === 'sending' ? [{ ...row, sendBy }] : []));
}

/**
 * The condition that a delivery is due. One that was queued or tried at a time which lies ahead, by more than transactions differ, does
 * not wait for the clock that was set back since.
 */
export const isDue = sql`(next_attempt_at <= now() or state = 'queued' and greatest(created_at, last_attempt_at) > now() + interval '1 minute')`;

/**
 * What claiming a delivery sets: a lease of twice `limitMs`. A delivery whose last permitted attempt (`maxAttempts`) ended with its
 * process is given up instead.
 */
export const whatClaimSets = (maxAttempts: number, limitMs: number) => sql`
  state = case when attempts >= ${maxAttempts} then 'dead' else 'sending' end,
  settled_at = case when attempts >= ${maxAttempts} then now() end,
  attempts = attempts + 1,
  last_attempt_at = now(),
  next_attempt_at = now() + ${(2 * limitMs) / 1_000} * interval '1 second'
`;

/** Checks whether a mail may still be sent: it was not erased, and has the hour of its address (`claimHour`). */
export async function maySend({ id, purpose }: Delivery, address: string): Promise<boolean> {
  if (purpose === 'team') return (await query`select from deliveries where id = ${id}`).count > 0;
  return claimHour(query, id, address);
}

/** Marks a delivery as done, retrying while PostgreSQL restarts. Returns false if it was erased meanwhile. */
export async function settle(id: string, state: 'sent' | 'written' | 'skipped', reason: string | null = null): Promise<boolean> {
  const deadline = performance.now() + markTimeoutMs;
  for (;;) {
    try {
      const { count } = await withinWriteLimit(
        () => query`update deliveries set state = ${state}, settled_at = now(), last_error = ${reason} where id = ${id}`,
      );
      return count > 0;
    } catch (error) {
      if (performance.now() > deadline) throw error;
      await sleep(250);
    }
  }
}

/** Returns how long (s) to wait after a failed attempt at a mail: doubling intervals up to six hours. Null: it is given up. */
function mailDelay(attempts: number): number | null {
  return attempts > maxRetries ? null : Math.min(longestDelay, firstDelay * 2 ** (attempts - 1));
}

/**
 * Puts a delivery that failed back into the queue for `delay` seconds, by default a mail's; null gives it up. Returns
 * its state; undefined if it was erased, or its lease has ended and another process has claimed it.
 */
export async function postpone(
  { id, attempts }: Claimed,
  reason: string,
  delay: number | null = mailDelay(attempts),
): Promise<'queued' | 'dead' | undefined> {
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
export const withinWriteLimit = <Result>(work: () => Promise<Result>) => withDatabaseLimit(env().DATABASE_WRITE_LIMIT_MS, work);

/** Counts the deliveries of a kind by state, for metrics, with the age in seconds of the oldest that is waiting; null if none is. */
export function countDeliveries(kind: 'mail' | 'webhook'): Promise<{ state: string; count: number; oldestSeconds: number | null }[]> {
  return query`
    select
      state,
      count(*)::integer as count,
      extract(epoch from now() - min(created_at) filter (where state in ('queued', 'sending')))::float8 as oldest_seconds
    from deliveries
    where kind = ${kind}
    group by state
    order by state
  `;
}
