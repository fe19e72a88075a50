import { queuedAgain } from '#server/deliveries/queue.ts';
import type { Transaction } from '#server/platform/database/transaction.ts';
import { createCounter } from '#server/platform/metrics.ts';

/** What a mail is for: forwarding a message to the team, acknowledging it to its sender, welcoming a subscriber. */
export type MailPurpose = 'team' | 'acknowledgement' | 'welcome';
/** The message or subscriber that a mail is about. */
type MailSubject = { contactMessageId?: string; enterpriseMessageId?: string; newsletterSubscriberId?: string };

const heldMessages = createCounter(
  'carma_messages_held_total',
  'Messages and subscriptions that were stored but for which no mail is sent: they look automatic, or exceeded the site-wide limit.',
);

/**
 * Queues the mails about a message or subscriber in the transaction that stores it, so that they exist if and only if it does. What
 * is mailed to the team is also an event for those who subscribed to it. What is held is stored and not sent.
 */
export async function createDeliveries(
  transaction: Transaction,
  subject: MailSubject,
  purposes: MailPurpose[],
  held: boolean,
): Promise<void> {
  const { contactMessageId = null, enterpriseMessageId = null, newsletterSubscriberId = null } = subject;
  await transaction`
    insert into deliveries (purpose, contact_message_id, enterprise_message_id, newsletter_subscriber_id, state)
    select purpose, ${contactMessageId}::uuid, ${enterpriseMessageId}::uuid, ${newsletterSubscriberId}::uuid, ${held ? 'held' : 'queued'}
    from unnest(${purposes}::text[]) as purpose
  `;
  if (purposes.includes('team')) {
    await transaction`
      insert into deliveries (kind, purpose, webhook_subscription_id, contact_message_id, enterprise_message_id, state)
      select 'webhook', event.type, subscription.id, ${contactMessageId}::uuid, ${enterpriseMessageId}::uuid, ${held ? 'held' : 'queued'}
      from (
        select case
          -- Only a request for a quote has prices that hold.
          when exists (select from contact_messages where id = ${contactMessageId} and prices_valid_until is not null) then 'quote.requested'
          else 'message.received'
        end as type
      ) as event
      join webhook_subscriptions as subscription on subscription.disabled_at is null and event.type = any (subscription.events)
    `;
  }
  if (held) heldMessages.inc();
}

/** Queues the latest mail to a newsletter subscriber if it is held. */
export async function releaseHeld(transaction: Transaction, newsletterSubscriberId: string): Promise<void> {
  await transaction`
    update deliveries
    set ${queuedAgain}
    where state = 'held' and id = (
      select id
      from deliveries
      where newsletter_subscriber_id = ${newsletterSubscriberId}
      order by seq desc
      limit 1
    )
  `;
}
