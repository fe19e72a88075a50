import { enqueueMails, type Transaction } from '#server/queue.ts';

export type MailKind = 'team' | 'acknowledgement' | 'welcome';
/** What a mail is about. */
export type MailSubject = { contactMessageId?: string; enterpriseMessageId?: string; newsletterSubscriberId?: string };

/** Notes which mails are due and queues them, in the transaction that stores what they are about. Held ones only wait. */
export async function queueMails(transaction: Transaction, subject: MailSubject, kinds: MailKind[], held: boolean): Promise<void> {
  const { contactMessageId = null, enterpriseMessageId = null, newsletterSubscriberId = null } = subject;
  const rows = await transaction<{ id: string }[]>`
    insert into mail_deliveries (kind, contact_message_id, enterprise_message_id, newsletter_subscriber_id, state)
    select kind, ${contactMessageId}::uuid, ${enterpriseMessageId}::uuid, ${newsletterSubscriberId}::uuid, ${held ? 'held' : 'queued'}
    from unnest(${kinds}::text[]) as kind
    returning id
  `;
  if (held) return;
  await enqueueMails(
    transaction,
    rows.map(({ id }) => id),
  );
}
