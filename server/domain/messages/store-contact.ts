import { receiptOf, type StoredReceipt } from '#server/domain/messages/receipt.ts';
import { createMessageDeliveries } from '#server/mail/create-deliveries.ts';
import { log } from '#server/platform/log.ts';
import { exactlyOnce } from '#server/submissions/exactly-once.ts';
import type { Submission, SubmissionResult } from '#server/submissions/submission.ts';
import type { ContactMessage, ContactReceipt } from '#src/schemas/contact.ts';

/**
 * Stores a message and queues the mail to the team and the acknowledgement, in one transaction. It is committed to disk when this
 * resolves; the sender is told of success only after that.
 * @throws KeyReused, TooManyMessages, or the driver's error; then nothing was stored.
 */
export async function storeContactMessage(
  { name, email, message, subject, project, tonnes }: ContactMessage,
  submission: Submission,
): Promise<SubmissionResult<ContactReceipt>> {
  const { receipt, replayed, held, ...rest } = await exactlyOnce(
    'contact',
    submission,
    { name, email, message, subject, ...(project || tonnes ? { project, tonnes } : {}) },
    async (transaction, held) => {
      const [row] = await transaction<Omit<StoredReceipt, 'acknowledged'>[]>`
      insert into contact_messages (name, email, message, subject, project_slug, tonnes)
      values (${name}, ${email}, ${message}, ${subject}, ${project}, ${tonnes})
      returning id, created_at as received_at
    `;
      if (!row) throw new Error('PostgreSQL accepted a contact message but returned no row');
      return { ...row, acknowledged: await createMessageDeliveries(transaction, { contactMessageId: row.id }, email, held) };
    },
  );
  log().info({ event: 'message.stored', messageId: receipt.id, replayed, held }, 'Contact message stored');
  return { receipt: receiptOf(receipt), replayed, ...rest };
}
