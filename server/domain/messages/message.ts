import { createHash } from 'node:crypto';
import { createDeliveries } from '#server/deliveries/create.ts';
import type { Attachment } from '#server/domain/messages/attachment.ts';
import { query } from '#server/platform/database/query.ts';
import type { Transaction } from '#server/platform/database/transaction.ts';
import { log } from '#server/platform/log.ts';
import { exactlyOnce, type Submission, type SubmissionResult } from '#server/submissions.ts';
import { referenceOf } from '#shared/lib/text/reference.ts';
import type { ContactMessage, ContactReceipt } from '#shared/schemas/contact.ts';
import type { EnterpriseMessage } from '#shared/schemas/enterprise-contact.ts';

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

/** A stored message, as mails about it need it. Fields of other kinds of message are null. */
export type StoredMessage = {
  id: string;
  email: string;
  name: string;
  subject: string | null;
  message: string | null;
  receivedAt: Date;
  enterpriseKind: 'enquiry' | 'brief' | 'rfp' | null;
  /** The project that a purchase enquiry names, and the tonnes requested. */
  projectSlug: string | null;
  tonnes: number | null;
  purchaseOrder: string | null;
  /** Days, as 2026-12-07. */
  deliverBy: string | null;
  acceptsLaterDelivery: boolean | null;
  pricesValidUntil: string | null;
  organisation: string | null;
  sector: string | null;
  volume: number | null;
  timeframe: string | null;
};

/** Returns a contact or enterprise message; undefined if there is none with this id, for example because it was erased. */
export async function findMessage(id: string): Promise<StoredMessage | undefined> {
  const [row] = await query<StoredMessage[]>`
    select
      coalesce(contact.id, enterprise.id) as id,
      coalesce(contact.email, enterprise.email) as email,
      coalesce(contact.name, enterprise.name) as name,
      contact.subject,
      coalesce(contact.message, enterprise.message) as message,
      coalesce(contact.created_at, enterprise.created_at) as received_at,
      enterprise.kind as enterprise_kind,
      contact.project_slug,
      contact.tonnes,
      contact.purchase_order,
      to_char(contact.deliver_by, 'YYYY-MM-DD') as deliver_by,
      contact.accepts_later_delivery,
      to_char(contact.prices_valid_until, 'YYYY-MM-DD') as prices_valid_until,
      coalesce(contact.organisation, enterprise.organisation) as organisation,
      enterprise.sector,
      enterprise.volume_tco2e_a_year as volume,
      enterprise.timeframe
    from (values (${id}::uuid)) as wanted (id)
    left join contact_messages as contact on contact.id = wanted.id
    left join enterprise_messages as enterprise on enterprise.id = wanted.id
    where coalesce(contact.id, enterprise.id) is not null
  `;
  return row;
}

/** Returns the file attached to a message; undefined if there is none. */
export async function findAttachment(messageId: string): Promise<Attachment | undefined> {
  const [row] = await query<Attachment[]>`
    select file_name, media_type, content from message_attachments where enterprise_message_id = ${messageId}
  `;
  return row;
}
