import { createDeliveries } from '#server/deliveries/create.ts';
import type { Transaction } from '#server/platform/database/transaction.ts';
import { log } from '#server/platform/log.ts';
import { exactlyOnce } from '#server/submissions/exactly-once.ts';
import type { Submission, SubmissionResult } from '#server/submissions/submission.ts';
import { referenceOf } from '#src/lib/text/reference.ts';
import type { ContactReceipt } from '#src/schemas/contact.ts';

type Message = {
  table: 'contact' | 'enterprise';
  /** The message as parsed by its schema. */
  body: object;
  /** What the log says besides. */
  facts?: object;
};
/** What an insert returns. Stored with an idempotency key, it comes back as JSON for a repeated request. */
export type StoredRow = Pick<ContactReceipt, 'id' | 'receivedAt'>;

/**
 * Stores a message with `insert` and queues the mail to the team and the acknowledgement, in one transaction. It is committed to disk
 * when this resolves; the sender is told of success only after that.
 * @throws KeyReused, TooManyMessages, the driver's error, or whatever `insert` throws; then nothing was stored.
 */
export async function storeMessage<Row extends StoredRow>(
  { table, body, facts }: Message,
  submission: Submission,
  insert: (transaction: Transaction) => Promise<Row | undefined>,
): Promise<SubmissionResult<Row & ContactReceipt>> {
  const { receipt, replayed, held, ...rest } = await exactlyOnce(table, submission, body, async (transaction, held) => {
    const row = await insert(transaction);
    if (!row) throw new Error('PostgreSQL accepted a message but returned no row');
    const subject = { [table === 'contact' ? 'contactMessageId' : 'enterpriseMessageId']: row.id };
    await createDeliveries(transaction, subject, ['team', 'acknowledgement'], held);
    return row;
  });
  const { id, receivedAt } = receipt;
  log().info({ event: 'message.stored', messageId: id, table, ...facts, replayed, held }, 'Message stored');
  return { receipt: { ...receipt, receivedAt: new Date(receivedAt), reference: referenceOf(id) }, replayed, ...rest };
}
