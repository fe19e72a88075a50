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
