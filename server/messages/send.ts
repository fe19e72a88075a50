import { log } from '#server/log.ts';
import { sql } from '#server/sql.ts';
import type { ContactMessage, ContactReceipt } from '#src/schemas/contact.ts';

/**
 * Stores a message. It is committed to disk when this returns; until then the sender gets no success.
 * @throws the driver's error when it could not be stored; then nothing was.
 */
export async function sendContactMessage({ name, email, message, subject }: ContactMessage): Promise<ContactReceipt> {
  const [receipt] = await sql()<ContactReceipt[]>`
    insert into contact_messages (name, email, message, subject)
    values (${name}, ${email}, ${message}, ${subject})
    returning id, created_at as received_at
  `;
  if (!receipt) throw new Error('Postgres accepted a contact message and returned no row');
  log().info({ event: 'message.stored', messageId: receipt.id }, 'Contact message stored');
  return receipt;
}
