import { createDeliveries, releaseWelcome } from '#server/mail/create-deliveries.ts';
import { log } from '#server/platform/log.ts';
import { exactlyOnce } from '#server/submissions/exactly-once.ts';
import type { Submission, SubmissionResult } from '#server/submissions/submission.ts';
import type { NewsletterReceipt, NewsletterSubscription } from '#src/schemas/newsletter.ts';

/**
 * Puts an address on the newsletter's list and, where it was not on it, queues the welcome in the same transaction. An
 * address that is on it stays as it is, with the time of its first consent, but gets a welcome that was held; one that had
 * left comes back with a new consent. Upper and lower case make no second address.
 * @throws KeyReused, TooManyMessages, or the driver's error when it could not be stored.
 */
export async function subscribeToNewsletter(
  { email }: NewsletterSubscription,
  submission: Submission,
): Promise<SubmissionResult<NewsletterReceipt>> {
  const answered = await exactlyOnce('newsletter', submission, { email }, async (transaction, held): Promise<NewsletterReceipt> => {
    const [added] = await transaction<{ id: string }[]>`
      insert into newsletter_subscribers as subscriber (email)
      values (${email})
      on conflict (lower(email)) do update
      set
        email = excluded.email,
        consent_at = excluded.consent_at,
        unsubscribed_at = null
      where subscriber.unsubscribed_at is not null
      returning id
    `;
    if (added) await createDeliveries(transaction, { newsletterSubscriberId: added.id }, ['welcome'], held);
    else if (!held) await releaseWelcome(transaction, email);
    return { subscribed: true };
  });
  log().info({ event: 'newsletter.subscribed', replayed: answered.replayed, held: answered.held }, 'Newsletter subscription stored');
  return answered;
}
