import { queuedAgain } from '#server/deliveries/queue.ts';
import type { Transaction } from '#server/platform/database/transaction.ts';
import { createCounter } from '#server/platform/metrics.ts';

/** What a mail is for: forwarding a message to the team, acknowledging it to its sender, welcoming a subscriber. */
export type MailPurpose = 'team' | 'acknowledgement' | 'welcome';
type Received = 'message.received' | 'quote.requested';
/** What deliveries are about: a message, with the event that it is to those who subscribed to webhooks, or a newsletter's subscriber. */
type Subject = { messageId: string; event: Received } | { newsletterSubscriberId: string };

const heldMessages = createCounter(
  'carma_messages_held_total',
  'Messages and subscriptions that were stored but for which no mail is sent: they look automatic, or exceeded the site-wide limit.',
);

/**
 * Queues the mails about a message or subscriber in the transaction that stores it, so that they exist if and only if it does. A message
 * is also an event for those who subscribed to it. What is held is stored and not sent.
 */
export async function createDeliveries(transaction: Transaction, subject: Subject, held: boolean): Promise<void> {
  const state = held ? 'held' : 'queued';
  if (held) heldMessages.inc();
  if ('newsletterSubscriberId' in subject) {
    const { newsletterSubscriberId } = subject;
    await transaction`insert into deliveries (purpose, newsletter_subscriber_id, state) values ('welcome', ${newsletterSubscriberId}, ${state})`;
    return;
  }
  const { messageId, event } = subject;
  await transaction`
    insert into deliveries (kind, purpose, webhook_subscription_id, message_id, state)
    select 'mail', purpose, null::uuid, ${messageId}::uuid, ${state} from unnest(array['team', 'acknowledgement']) as purpose
    union all
    select 'webhook', ${event}, id, ${messageId}, ${state}
    from webhook_subscriptions
    where disabled_at is null and ${event} = any (events)
  `;
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
