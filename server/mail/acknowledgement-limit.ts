import type { Query } from '#server/platform/database/query.ts';
import { sign } from '#server/platform/secret.ts';

/** Returns the keyed hash of the mailbox that an address leads to: in lower case, without what follows a `+`, which is the same mailbox. */
export function hashMailbox(address: string): Promise<Buffer> {
  return sign('mail-address', address.toLowerCase().replace(/^([^+@]+)\+[^@]*@/, '$1@'));
}

/**
 * Claims the hour of an address for a mail: an address that anyone may have typed gets at most one of each purpose an hour. False if
 * another mail has it, or this one was erased.
 */
export async function claimHour(db: Query, deliveryId: string, address: string): Promise<boolean> {
  const addressHash = await hashMailbox(address);
  const { count } = await db`
    insert into acknowledgement_log as earlier (address_hash, purpose, delivery_id)
    select ${addressHash}::bytea, purpose, id from deliveries where id = ${deliveryId}
    on conflict (address_hash, purpose) do update
    set
      delivery_id = excluded.delivery_id,
      claimed_at = excluded.claimed_at
    where earlier.delivery_id = excluded.delivery_id or earlier.claimed_at <= now() - interval '1 hour'
  `;
  return count > 0;
}
