import { countHeldMessage } from '#server/mail/metrics.ts';
import { enqueueMailJobs } from '#server/mail/queue.ts';
import type { Transaction } from '#server/platform/database/transaction.ts';

export type MailKind = 'team' | 'acknowledgement' | 'welcome';
/** The message or subscriber that a mail is about. */
export type MailSubject = { contactMessageId?: string; enterpriseMessageId?: string; newsletterSubscriberId?: string };

/** Stores and queues the mails about a message or subscriber, in the transaction that stores it. Held mails are not queued. */
export async function createDeliveries(transaction: Transaction, subject: MailSubject, kinds: MailKind[], held: boolean): Promise<void> {
  const { contactMessageId = null, enterpriseMessageId = null, newsletterSubscriberId = null } = subject;
  const rows = await transaction<{ id: string }[]>`
    insert into mail_deliveries (kind, contact_message_id, enterprise_message_id, newsletter_subscriber_id, state)
    select kind, ${contactMessageId}::uuid, ${enterpriseMessageId}::uuid, ${newsletterSubscriberId}::uuid, ${held ? 'held' : 'queued'}
    from unnest(${kinds}::text[]) as kind
    returning id
  `;
  if (held) return countHeldMessage();
  await enqueueMailJobs(
    transaction,
    rows.map(({ id }) => id),
  );
}

/** Queues the latest mail to a newsletter subscriber if it is held. */
export async function releaseHeld(transaction: Transaction, newsletterSubscriberId: string): Promise<void> {
  const rows = await transaction<{ id: string }[]>`
    update mail_deliveries
    set state = 'queued'
    where state = 'held' and id = (
      select id
      from mail_deliveries
      where newsletter_subscriber_id = ${newsletterSubscriberId}
      order by created_at desc
      limit 1
    )
    returning id
  `;
  await enqueueMailJobs(
    transaction,
    rows.map(({ id }) => id),
  );
}
