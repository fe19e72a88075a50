import { log } from '#server/log.ts';
import type { Attachment } from '#server/messages/attachment.ts';
import { sql } from '#server/sql.ts';
import type { ContactReceipt } from '#src/schemas/contact.ts';
import type { EnterpriseMessage } from '#src/schemas/enterprise-contact.ts';

/**
 * Stores an enterprise message and what is attached to it, both or neither. They are committed to disk when this
 * returns; until then the sender gets no success.
 * @throws the driver's error when they could not be stored; then nothing was.
 */
export async function sendEnterpriseMessage(
  { kind, name, email, organisation, sector, volume, timeframe, message }: Omit<EnterpriseMessage, 'attachment'>,
  attachment: Attachment | null,
): Promise<ContactReceipt> {
  const receipt = await sql().begin(async (transaction) => {
    const [row] = await transaction<ContactReceipt[]>`
      insert into enterprise_messages (kind, name, email, organisation, sector, volume_tco2e_a_year, timeframe, message)
      values (${kind}, ${name}, ${email}, ${organisation}, ${sector}, ${volume}, ${timeframe}, ${message})
      returning id, created_at as received_at
    `;
    if (!row) throw new Error('Postgres accepted an enterprise message and returned no row');
    if (attachment) {
      await transaction`
        insert into message_attachments (enterprise_message_id, file_name, media_type, content)
        values (${row.id}, ${attachment.fileName}, ${attachment.mediaType}, ${attachment.content})
      `;
    }
    return row;
  });
  log().info(
    { event: 'message.stored', messageId: receipt.id, kind, attachmentBytes: attachment?.content.length },
    'Enterprise message stored',
  );
  return receipt;
}
