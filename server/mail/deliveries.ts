import { setTimeout as sleep } from 'node:timers/promises';
import type { MailKind } from '#server/mail/create-deliveries.ts';
import { query } from '#server/platform/database/query.ts';
import { env } from '#server/platform/env.ts';
import { sign } from '#server/platform/secret.ts';

/** How long (ms) to keep trying to mark a mail as sent: longer than a restart of PostgreSQL takes. */
const markTimeoutMs = 120_000;

/** A mail, and the message or subscriber that it is about. */
export type Delivery = { id: string; kind: MailKind; state: string; subjectId: string };

/** Returns a mail; undefined if it was erased. */
export async function findDelivery(id: string): Promise<Delivery | undefined> {
  const [row] = await query<Delivery[]>`
    select id, kind, state, coalesce(contact_message_id, enterprise_message_id, newsletter_subscriber_id) as subject_id
    from mail_deliveries
    where id = ${id}
  `;
  return row;
}

/** Claims a mail for this process, for twice MAIL_TIMEOUT_MS. Returns false if another process has claimed it or it is no longer due. */
export async function claim(deliveryId: string): Promise<boolean> {
  const seconds = (2 * env().MAIL_TIMEOUT_MS) / 1000;
  const rows = await query`
    update mail_deliveries
    set
      state = 'sending',
      attempts = attempts + 1,
      last_attempt_at = now()
    where id = ${deliveryId}
      and (state = 'queued' or state = 'sending' and last_attempt_at < now() - ${seconds} * interval '1 second')
    returning id
  `;
  return rows.length > 0;
}

/** Checks whether the mail may be sent: an address that anyone may have typed gets at most one of each kind an hour. */
export async function maySend({ id, kind }: Delivery, address: string): Promise<boolean> {
  if (kind === 'team') return true;
  const addressHash = await sign('mail-address', address.toLowerCase());
  const rows = await query`
    insert into acknowledgement_log as earlier (address_hash, purpose, mail_delivery_id)
    values (${addressHash}, ${kind}, ${id})
    on conflict (address_hash, purpose) do update
    set
      mail_delivery_id = excluded.mail_delivery_id,
      claimed_at = excluded.claimed_at
    where earlier.mail_delivery_id = excluded.mail_delivery_id or earlier.claimed_at <= now() - interval '1 hour'
    returning purpose
  `;
  return rows.length > 0;
}

/** Skips a mail that is no longer wanted, such as the welcome of a subscriber who has unsubscribed meanwhile. */
export async function skip(deliveryId: string): Promise<void> {
  await query`update mail_deliveries set state = 'skipped', settled_at = now() where id = ${deliveryId} and state in ('queued', 'sending')`;
}

/** Marks a mail as done, retrying while PostgreSQL restarts. Returns false if the mail was erased meanwhile. */
export async function markSettled(
  deliveryId: string,
  state: 'sent' | 'written' | 'skipped',
  reason: string | null = null,
): Promise<boolean> {
  const deadline = Date.now() + markTimeoutMs;
  for (;;) {
    try {
      const { count } = await query`
        update mail_deliveries
        set state = ${state}, settled_at = now(), last_error = ${reason}
        where id = ${deliveryId}
      `;
      return count > 0;
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await sleep(250);
    }
  }
}
