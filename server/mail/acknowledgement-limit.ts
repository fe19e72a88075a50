import type { Query } from '#server/platform/database/query.ts';
import { sign } from '#server/platform/secret.ts';

/** Returns the keyed hash of the mailbox that an address leads to: in lower case, without what follows a `+`, which is the same mailbox. */
export function hashMailbox(address: string): Promise<Buffer> {
  return sign('mail-address', address.toLowerCase().replace(/^([^+@]+)\+[^@]*@/, '$1@'));
}

/**
 * Claims the hour of an address for a mail: an address that anyone may have typed gets one of each purpose for what was asked within an
 * hour. It is the hour of the asking, so that mails which wait for their server do not take each other's. False if another mail has it,
 * or this one was erased.
 */
export async function claimHour(db: Query, deliveryId: string, address: string): Promise<boolean> {
  const addressHash = await hashMailbox(address);
  const { count } = await db`
    insert into acknowledgement_log as latest (address_hash, purpose, delivery_id, asked_at)
    select ${addressHash}::bytea, purpose, id, created_at from deliveries where id = ${deliveryId}
    on conflict (address_hash, purpose) do update
    set
      -- An older mail that is still tried leaves the row to the latest.
      delivery_id = case when excluded.asked_at > latest.asked_at then excluded.delivery_id else latest.delivery_id end,
      asked_at = greatest(excluded.asked_at, latest.asked_at)
    where latest.delivery_id = excluded.delivery_id or not excluded.asked_at - latest.asked_at between interval '-1 hour' and interval '1 hour'
  `;
  return count > 0;
}
