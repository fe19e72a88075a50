import { createDeliveries, releaseHeld } from '#server/deliveries/create.ts';
import { log } from '#server/platform/log.ts';
import { exactlyOnce } from '#server/submissions/exactly-once.ts';
import type { Submission, SubmissionResult } from '#server/submissions/submission.ts';
import type { NewsletterReceipt, NewsletterSubscription } from '#src/schemas/newsletter.ts';

/**
 * Subscribes an address to the newsletter and, if it is new, queues the welcome in the same transaction. An existing subscription
 * keeps the time of its first consent, but a held welcome is released; whoever has left is asked by mail (`composeWelcome`), and is
 * subscribed again only by that mail's link, since anyone may have typed the address.
 * Addresses are case-insensitive.
 * @throws KeyReused, TooManyMessages, or the driver's error; then nothing was stored.
 */
export async function subscribeToNewsletter(
  { email }: NewsletterSubscription,
  submission: Submission,
): Promise<SubmissionResult<NewsletterReceipt>> {
  const result = await exactlyOnce('newsletter', submission, { email }, async (transaction, held): Promise<NewsletterReceipt> => {
    const [added] = await transaction<{ id: string }[]>`
      insert into newsletter_subscribers as subscriber (email)
      values (${email})
      on conflict (lower(email)) do update
      set email = subscriber.email
      where subscriber.unsubscribed_at is not null
      returning id
    `;
    if (added) await createDeliveries(transaction, { newsletterSubscriberId: added.id }, ['welcome'], held);
    else if (!held) {
      // A request that does not look automatic has followed one that did.
      const [known] = await transaction<{ id: string }[]>`select id from newsletter_subscribers where lower(email) = lower(${email})`;
      if (known) await releaseHeld(transaction, known.id);
    }
    return { subscribed: true };
  });
  log().info({ event: 'newsletter.subscribed', replayed: result.replayed, held: result.held }, 'Newsletter subscription stored');
  return result;
}
