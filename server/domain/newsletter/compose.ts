import { confirmationAddress, unsubscribeAddress } from '#server/domain/newsletter/unsubscribe.ts';
import type { ComposedMail } from '#server/mail/mails.ts';
import { query } from '#server/platform/database/query.ts';
import { env } from '#server/platform/env.ts';
import { signature, welcome, welcomeBack } from '#src/content/mails.ts';
import { fill } from '#src/lib/text/fill.ts';

/**
 * Composes the welcome to a new subscriber, with an unsubscribe link; for one who has left and for whom somebody has asked since, the
 * question whether it was they. Undefined if nobody has asked since, or the subscriber was erased.
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
  if (subscriber.hasLeft) {
    return {
      to: { name: '', address: subscriber.email },
      replyTo: CONTACT_EMAIL,
      subject: welcomeBack.subject,
      headers: { 'Auto-Submitted': 'auto-generated' },
      text: `${fill(welcomeBack.text, { confirm: await confirmationAddress(subscriberId) })}

${signature}
${CONTACT_EMAIL}
`,
    };
  }
  const unsubscribeUrl = await unsubscribeAddress(subscriberId);
  return {
    to: { name: '', address: subscriber.email },
    replyTo: CONTACT_EMAIL,
    subject: welcome.subject,
    headers: {
      'List-Unsubscribe': `<${unsubscribeUrl}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      'Auto-Submitted': 'auto-generated',
    },
    text: `${fill(welcome.text, { blog: `${PUBLIC_URL}/blog`, unsubscribe: unsubscribeUrl })}

${signature}
${CONTACT_EMAIL}
`,
  };
}
