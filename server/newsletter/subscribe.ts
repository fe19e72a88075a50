import { log } from '#server/log.ts';
import { sql } from '#server/sql.ts';
import type { NewsletterReceipt, NewsletterSubscription } from '#src/schemas/newsletter.ts';

/**
 * Puts an address on the newsletter's list. An address that is on it stays as it is, with the time of its first
 * consent; one that had left comes back with a new consent. Upper and lower case make no second address.
 * @throws the driver's error when it could not be stored.
 */
export async function subscribeToNewsletter({ email }: NewsletterSubscription): Promise<NewsletterReceipt> {
  await sql()`
    insert into newsletter_subscribers as subscriber (email)
    values (${email})
    on conflict (lower(email)) do update
    set
      email = excluded.email,
      consent_at = excluded.consent_at,
      unsubscribed_at = null
    where subscriber.unsubscribed_at is not null
  `;
  log().info({ event: 'newsletter.subscribed' }, 'Newsletter subscription stored');
  return { subscribed: true };
}
