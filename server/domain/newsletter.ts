import { withSignature } from '#server/company.ts';
import { createDeliveries, releaseHeld } from '#server/deliveries/queue.ts';
import type { ComposedMail } from '#server/mail/mails.ts';
import { query } from '#server/platform/database/query.ts';
import { env } from '#server/platform/env.ts';
import { log } from '#server/platform/log.ts';
import { sameBytes, sign } from '#server/platform/secret.ts';
import { csvOf } from '#server/platform/tables/list-file.ts';
import { exactlyOnce, type Submission, type SubmissionResult } from '#server/submissions.ts';
import { welcome, welcomeBack } from '#shared/content/mails.ts';
import type { NewsletterReceipt } from '#shared/schemas/api.ts';
import type { NewsletterSubscription } from '#shared/schemas/contact.ts';
import { fill } from '#verify/text.ts';

/**
 * Subscribes an address to the newsletter and, if it is new, queues the welcome in the same transaction. An existing subscription
 * keeps the time of its first consent, but a held welcome is released; whoever has left is asked by mail (`composeWelcome`), and is
 * subscribed again only by that mail's link, since anyone may have typed the address. The case of an address does not matter.
 * @throws as `exactlyOnce`.
 */
export async function subscribeToNewsletter(
  { email }: NewsletterSubscription,
  submission: Submission,
): Promise<SubmissionResult<NewsletterReceipt>> {
  const { receipt: _, ...result } = await exactlyOnce('newsletter', submission, { email }, async (transaction, held) => {
    const [{ id, isMailed }] = await transaction<[{ id: string; isMailed: boolean }]>`
      insert into newsletter_subscribers as subscriber (email)
      values (${email})
      -- Changes nothing, so that the row of a known address is returned. In a new one alone, consent_at is now().
      on conflict (lower(email)) do update
      set email = subscriber.email
      returning id, consent_at = now() or unsubscribed_at is not null as is_mailed
    `;
    if (isMailed) await createDeliveries(transaction, { newsletterSubscriberId: id }, { held });
    // The first request looked automatic, so that its welcome may be held. This one does not.
    else if (!held) await releaseHeld(transaction, id);
    // Stored, not told to the sender: erasing the address finds the stored answer by this id.
    return { id };
  });
  log().info({ event: 'newsletter.subscribed', replayed: result.replayed, held: result.held }, 'Newsletter subscription stored');
  return { receipt: { subscribed: true }, ...result };
}

/** Returns a subscriber's signed unsubscribe address, for mails. */
export async function unsubscribeAddress(subscriberId: string): Promise<string> {
  const token = (await unsubscribeToken(subscriberId)).toString('base64url');
  return `${env().PUBLIC_URL}/api/newsletter/unsubscribe?${new URLSearchParams({ id: subscriberId, token })}`;
}

/** Checks the signature of an unsubscribe link. */
export async function isValidUnsubscribeLink(id: string, token: string): Promise<boolean> {
  return sameBytes(await unsubscribeToken(id), Buffer.from(token, 'base64url'));
}

const unsubscribeToken = (id: string) => sign('newsletter-unsubscribe', id, env().UNSUBSCRIBE_SECRET);

/** Unsubscribes a subscriber and stores the time. Idempotent. */
export async function endSubscription(id: string): Promise<void> {
  const { count } = await query`
    update newsletter_subscribers
    set unsubscribed_at = now()
    where id = ${id}::uuid and unsubscribed_at is null
  `;
  if (count > 0) log().info({ event: 'newsletter.unsubscribed', subscriberId: id }, 'Unsubscribed from the newsletter');
}

/** Returns the signed address of the page on which a subscriber who has left comes back; once they have, it has no token. */
async function confirmationAddress(id: string): Promise<string> {
  const token = (await confirmationToken(id))?.toString('base64url') ?? '';
  return `${env().PUBLIC_URL}/unsubscribe?${new URLSearchParams({ id, token, again: '1' })}`;
}

/** Subscribes again who has left, with a new consent, by a link signed for the time they left. @returns whether they are subscribed now. */
export async function subscribeAgain(id: string, token: string): Promise<boolean> {
  const expected = await confirmationToken(id);
  // The button may be pressed twice.
  if (!expected) return (await query`select from newsletter_subscribers where id::text = ${id}`).length > 0;
  if (!sameBytes(expected, Buffer.from(token, 'base64url'))) return false;
  const { count } = await query`
    update newsletter_subscribers
    set consent_at = now(), unsubscribed_at = null
    where id = ${id}::uuid and unsubscribed_at is not null
  `;
  if (count > 0) log().info({ event: 'newsletter.confirmed', subscriberId: id }, 'Subscribed to the newsletter again');
  return true;
}

/** Returns the token of a subscriber who has left, which holds until they come back; undefined for others and for what is no id. */
async function confirmationToken(id: string): Promise<Buffer | undefined> {
  const [row] = await query<{ leftAt: string }[]>`
    select extract(epoch from unsubscribed_at)::text as left_at
    from newsletter_subscribers
    where id::text = ${id} and unsubscribed_at is not null
  `;
  return row && sign('newsletter-confirmation', `${id}\n${row.leftAt}`, env().UNSUBSCRIBE_SECRET);
}

/**
 * Composes the welcome to a subscriber, with an unsubscribe link. One who has left is asked instead whether it was they who subscribed
 * again. Undefined if nobody has subscribed them since they left, or the subscriber was erased.
 */
export async function composeWelcome(subscriberId: string): Promise<ComposedMail | undefined> {
  const [subscriber] = await query<{ email: string; hasLeft: boolean }[]>`
    select email, unsubscribed_at is not null as has_left
    from newsletter_subscribers as subscriber
    where id = ${subscriberId} and (
      unsubscribed_at is null
      or exists (select from deliveries where newsletter_subscriber_id = subscriber.id and created_at > unsubscribed_at)
    )
  `;
  if (!subscriber) return undefined;
  const { PUBLIC_URL, CONTACT_EMAIL } = env();
  const unsubscribe = await unsubscribeAddress(subscriberId);
  const oneClick = { 'List-Unsubscribe': `<${unsubscribe}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
  const text = subscriber.hasLeft
    ? fill(welcomeBack.text, { confirm: await confirmationAddress(subscriberId) })
    : fill(welcome.text, { blog: `${PUBLIC_URL}/blog`, unsubscribe });
  return {
    to: { name: '', address: subscriber.email },
    replyTo: CONTACT_EMAIL,
    subject: subscriber.hasLeft ? welcomeBack.subject : welcome.subject,
    headers: { ...(subscriber.hasLeft ? {} : oneClick), 'Auto-Submitted': 'auto-generated' },
    text: withSignature(text),
  };
}

/**
 * Exports the current subscribers as CSV, by time of consent (UTC), each with an unsubscribe address, for the program that sends
 * the newsletter. Leaves out those whose welcome is held, because a script may have entered them; whoever came back since is a person.
 */
export async function exportSubscribers(): Promise<string> {
  const rows = await query<{ id: string; email: string; consentAt: string }[]>`
    select id, email, to_char(consent_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as consent_at
    from newsletter_subscribers as subscriber
    where unsubscribed_at is null
      and 'held' is distinct from (
        select state
        from deliveries
        where newsletter_subscriber_id = subscriber.id and created_at >= consent_at
        order by seq desc
        limit 1
      )
    order by subscriber.consent_at, id
  `;
  const lines = [];
  for (const { id, email, consentAt } of rows) lines.push({ email, consent_at: consentAt, unsubscribe: await unsubscribeAddress(id) });
  return csvOf(['email', 'consent_at', 'unsubscribe'], lines, { isForPrograms: true });
}
