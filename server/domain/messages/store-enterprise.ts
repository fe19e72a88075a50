import { createHash } from 'node:crypto';
import type { Attachment } from '#server/domain/messages/attachment.ts';
import { type StoredRow, storeMessage } from '#server/domain/messages/store-message.ts';
import type { Submission, SubmissionResult } from '#server/submissions/submission.ts';
import type { ContactReceipt } from '#src/schemas/contact.ts';
import type { EnterpriseMessage } from '#src/schemas/enterprise-contact.ts';

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
