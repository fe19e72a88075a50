import type { Attachment } from '#server/domain/messages/attachment.ts';
import { query } from '#server/platform/database/query.ts';

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
