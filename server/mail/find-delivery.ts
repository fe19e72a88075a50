import type { MailKind } from '#server/mail/create-deliveries.ts';
import { query } from '#server/platform/database/query.ts';

/** A mail with the message or subscriber that it is about. Fields of other kinds of message are null. */
export type Delivery = {
  id: string;
  kind: MailKind;
  state: string;
  messageId: string;
  /** The sender or subscriber. */
  email: string;
  name: string | null;
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
  pricesValidUntil: string | null;
  organisation: string | null;
  sector: string | null;
  volume: number | null;
  timeframe: string | null;
  fileName: string | null;
  mediaType: string | null;
  content: Buffer | null;
};

/** Returns a mail with the message or subscriber it is about; undefined if that was erased or has unsubscribed. */
export async function findDelivery(id: string): Promise<Delivery | undefined> {
  const [row] = await query<Delivery[]>`
    select
      delivery.id,
      delivery.kind,
      delivery.state,
      coalesce(contact.id, enterprise.id, subscriber.id) as message_id,
      coalesce(contact.email, enterprise.email, subscriber.email) as email,
      coalesce(contact.name, enterprise.name) as name,
      contact.subject,
      coalesce(contact.message, enterprise.message) as message,
      coalesce(contact.created_at, enterprise.created_at, subscriber.consent_at) as received_at,
      enterprise.kind as enterprise_kind,
      contact.project_slug,
      contact.tonnes,
      contact.purchase_order,
      to_char(contact.deliver_by, 'YYYY-MM-DD') as deliver_by,
      to_char(contact.prices_valid_until, 'YYYY-MM-DD') as prices_valid_until,
      coalesce(contact.organisation, enterprise.organisation) as organisation,
      enterprise.sector,
      enterprise.volume_tco2e_a_year as volume,
      enterprise.timeframe,
      attachment.file_name,
      attachment.media_type,
      attachment.content
    from mail_deliveries as delivery
    left join contact_messages as contact on contact.id = delivery.contact_message_id
    left join enterprise_messages as enterprise on enterprise.id = delivery.enterprise_message_id
    left join message_attachments as attachment on attachment.enterprise_message_id = enterprise.id and delivery.kind = 'team'
    left join newsletter_subscribers as subscriber
      on subscriber.id = delivery.newsletter_subscriber_id and subscriber.unsubscribed_at is null
    where delivery.id = ${id}
      and coalesce(contact.id, enterprise.id, subscriber.id) is not null
  `;
  return row;
}
