import { query } from '#server/platform/database/query.ts';
import { env } from '#server/platform/env.ts';
import { log } from '#server/platform/log.ts';
import { sameBytes, sign } from '#server/platform/secret.ts';

const purpose = 'newsletter-unsubscribe';

/** The signed address that takes one subscriber off the list; for mails. */
export async function unsubscribeAddress(subscriberId: string): Promise<string> {
  const token = (await sign(purpose, subscriberId, env().UNSUBSCRIBE_SECRET)).toString('base64url');
  return `${env().PUBLIC_URL}/api/newsletter/unsubscribe?${new URLSearchParams({ id: subscriberId, token })}`;
}

/** Whether a link is one that we signed. */
export async function isOurLink(id: string, token: string): Promise<boolean> {
  return sameBytes(await sign(purpose, id, env().UNSUBSCRIBE_SECRET), Buffer.from(token, 'base64url'));
}

/** Takes a subscriber off the list, keeping when; twice is as good as once. */
export async function unsubscribe(id: string): Promise<void> {
  await query`
    update newsletter_subscribers
    set unsubscribed_at = now()
    where id = ${id}::uuid and unsubscribed_at is null
  `;
  log().info({ event: 'newsletter.unsubscribed', subscriberId: id }, 'Left the newsletter');
}
