import { createHash } from 'node:crypto';
import type { Attachment } from '#server/domain/messages/attachment.ts';
import { receiptOf, type StoredReceipt } from '#server/domain/messages/receipt.ts';
import { createMessageDeliveries } from '#server/mail/create-deliveries.ts';
import { log } from '#server/platform/log.ts';
import { exactlyOnce } from '#server/submissions/exactly-once.ts';
import type { Submission, SubmissionResult } from '#server/submissions/submission.ts';
import type { ContactReceipt } from '#src/schemas/contact.ts';
import type { EnterpriseMessage } from '#src/schemas/enterprise-contact.ts';

/**
 * Stores an enterprise message with its attachment, and queues its mails, in one transaction. It is committed to disk when this
 * resolves; the sender is told of success only after that.
 * @throws KeyReused, TooManyMessages, or the driver's error; then nothing was stored.
 */
export async function storeEnterpriseMessage(
  { kind, name, email, organisation, sector, volume, timeframe, message }: Omit<EnterpriseMessage, 'attachment'>,
  attachment: Attachment | null,
  submission: Submission,
): Promise<SubmissionResult<ContactReceipt>> {
  const file = attachment && [attachment.fileName, createHash('sha256').update(attachment.content).digest('hex')];
  const body = { kind, name, email, organisation, sector, volume, timeframe, message, file };
  const { receipt, replayed, held, ...rest } = await exactlyOnce('enterprise', submission, body, async (transaction, held) => {
    const [row] = await transaction<Omit<StoredReceipt, 'acknowledged'>[]>`
      insert into enterprise_messages (kind, name, email, organisation, sector, volume_tco2e_a_year, timeframe, message)
      values (${kind}, ${name}, ${email}, ${organisation}, ${sector}, ${volume}, ${timeframe}, ${message})
      returning id, created_at as received_at
    `;
    if (!row) throw new Error('PostgreSQL accepted an enterprise message but returned no row');
    if (attachment) {
      await transaction`
        insert into message_attachments (enterprise_message_id, file_name, media_type, content)
        values (${row.id}, ${attachment.fileName}, ${attachment.mediaType}, ${attachment.content})
      `;
    }
    return { ...row, acknowledged: await createMessageDeliveries(transaction, { enterpriseMessageId: row.id }, email, held) };
  });
  log().info(
    { event: 'message.stored', messageId: receipt.id, kind, attachmentBytes: attachment?.content.length, replayed, held },
    'Enterprise message stored',
  );
  return { receipt: receiptOf(receipt), replayed, ...rest };
}
