import { createHash } from 'node:crypto';
import { createDeliveries } from '#server/deliveries/create.ts';
import type { Attachment } from '#server/domain/messages/attachment.ts';
import type { Transaction } from '#server/platform/database/transaction.ts';
import { log } from '#server/platform/log.ts';
import { exactlyOnce, type Submission, type SubmissionResult } from '#server/submissions.ts';
import { referenceOf } from '#src/lib/text/reference.ts';
import type { ContactMessage, ContactReceipt } from '#src/schemas/contact.ts';
import type { EnterpriseMessage } from '#src/schemas/enterprise-contact.ts';

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

/** Stores a message of the contact form. @throws as storeMessage. */
export function storeContactMessage(
  { name, email, message, subject, project, tonnes }: ContactMessage,
  submission: Submission,
): Promise<SubmissionResult<ContactReceipt>> {
  const body = { name, email, message, subject, ...(project || tonnes ? { project, tonnes } : {}) };
  return storeMessage({ table: 'contact', body }, submission, async (transaction) => {
    const [row] = await transaction<StoredRow[]>`
      insert into contact_messages (name, email, message, subject, project_slug, tonnes)
      values (${name}, ${email}, ${message}, ${subject}, ${project}, ${tonnes})
      returning id, created_at as received_at
    `;
    return row;
  });
}

/** Stores an enterprise message with its attachment. @throws as storeMessage. */
export function storeEnterpriseMessage(
  { kind, name, email, organisation, sector, volume, timeframe, message }: Omit<EnterpriseMessage, 'attachment'>,
  attachment: Attachment | null,
  submission: Submission,
): Promise<SubmissionResult<ContactReceipt>> {
  const file = attachment && [attachment.fileName, createHash('sha256').update(attachment.content).digest('hex')];
  const body = { kind, name, email, organisation, sector, volume, timeframe, message, file };
  const facts = { kind, attachmentBytes: attachment?.content.length };
  return storeMessage({ table: 'enterprise', body, facts }, submission, async (transaction) => {
    const [row] = await transaction<StoredRow[]>`
      insert into enterprise_messages (kind, name, email, organisation, sector, volume_tco2e_a_year, timeframe, message)
      values (${kind}, ${name}, ${email}, ${organisation}, ${sector}, ${volume}, ${timeframe}, ${message})
      returning id, created_at as received_at
    `;
    if (row && attachment) {
      await transaction`
        insert into message_attachments (enterprise_message_id, file_name, media_type, content)
        values (${row.id}, ${attachment.fileName}, ${attachment.mediaType}, ${attachment.content})
      `;
    }
    return row;
  });
}
