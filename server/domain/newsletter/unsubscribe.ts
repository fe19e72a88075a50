import { query } from '#server/platform/database/query.ts';
import { env } from '#server/platform/env.ts';
import { log } from '#server/platform/log.ts';
import { sameBytes, sign } from '#server/platform/secret.ts';

const purpose = 'newsletter-unsubscribe';

/** Returns a subscriber's signed unsubscribe address, for mails. */
export async function unsubscribeAddress(subscriberId: string): Promise<string> {
  const token = (await sign(purpose, subscriberId, env().UNSUBSCRIBE_SECRET)).toString('base64url');
  return `${env().PUBLIC_URL}/api/newsletter/unsubscribe?${new URLSearchParams({ id: subscriberId, token })}`;
}

/** Checks the signature of an unsubscribe link. */
export async function isValidUnsubscribeLink(id: string, token: string): Promise<boolean> {
  return sameBytes(await sign(purpose, id, env().UNSUBSCRIBE_SECRET), Buffer.from(token, 'base64url'));
}

/** Unsubscribes a subscriber and stores the time. Idempotent. */
export async function unsubscribe(id: string): Promise<void> {
  await query`
    update newsletter_subscribers
    set unsubscribed_at = now()
    where id = ${id}::uuid and unsubscribed_at is null
  `;
  log().info({ event: 'newsletter.unsubscribed', subscriberId: id }, 'Unsubscribed from the newsletter');
}

/** Returns the signed address of the page on which a subscriber who has left confirms that they want to come back. */
export async function confirmationAddress(id: string): Promise<string> {
  const token = (await confirmationToken(id))?.toString('base64url') ?? '';
  return `${env().PUBLIC_URL}/unsubscribe?${new URLSearchParams({ id, token, again: '1' })}`;
}

/** Subscribes somebody again who has left, with a new consent, if the link is signed for that time. @returns whether it is. */
export async function subscribeAgain(id: string, token: string): Promise<boolean> {
  const expected = await confirmationToken(id);
  if (!expected || !sameBytes(expected, Buffer.from(token, 'base64url'))) return false;
  await query`
    update newsletter_subscribers
    set consent_at = now(), unsubscribed_at = null
    where id = ${id}::uuid and unsubscribed_at is not null
  `;
  log().info({ event: 'newsletter.confirmed', subscriberId: id }, 'Subscribed to the newsletter again');
  return true;
}

/** The token holds until they leave another time. Undefined: they have not left. */
async function confirmationToken(id: string): Promise<Buffer | undefined> {
  const [row] = await query<{ leftAt: string }[]>`
    select extract(epoch from unsubscribed_at)::text as left_at
    from newsletter_subscribers
    where id::text = ${id} and unsubscribed_at is not null
  `;
  return row && sign('newsletter-confirmation', `${id}\n${row.leftAt}`, env().UNSUBSCRIBE_SECRET);
}
