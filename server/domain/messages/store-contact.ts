import { createDeliveries } from '#server/mail/create-deliveries.ts';
import { log } from '#server/platform/log.ts';
import { exactlyOnce } from '#server/submissions/exactly-once.ts';
import type { Submission, SubmissionResult } from '#server/submissions/submission.ts';
import type { ContactMessage, ContactReceipt } from '#src/schemas/contact.ts';

/**
 * Stores a message, and in the same transaction queues the mail to the team and the acknowledgement. Both are committed
 * to disk when this returns; until then the sender gets no success.
 * @throws KeyReused, TooManyMessages, or the driver's error when it could not be stored; then nothing was.
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
      const [row] = await transaction<ContactReceipt[]>`
      insert into contact_messages (name, email, message, subject, project_slug, tonnes)
      values (${name}, ${email}, ${message}, ${subject}, ${project}, ${tonnes})
      returning id, created_at as received_at
    `;
      if (!row) throw new Error('Postgres accepted a contact message and returned no row');
      await createDeliveries(transaction, { contactMessageId: row.id }, ['team', 'acknowledgement'], held);
      return row;
    },
  );
  log().info({ event: 'message.stored', messageId: receipt.id, replayed, held }, 'Contact message stored');
  return { receipt: { ...receipt, receivedAt: new Date(receipt.receivedAt) }, replayed, ...rest };
}
