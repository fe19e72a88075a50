import { unsubscribeAddress } from '#server/domain/newsletter/unsubscribe.ts';
import type { ComposedMail } from '#server/mail/deliver.ts';
import { query } from '#server/platform/database/query.ts';
import { env } from '#server/platform/env.ts';

/** Composes the welcome to a new subscriber, with an unsubscribe link. Undefined if the subscriber has unsubscribed or was erased. */
export async function composeWelcome(subscriberId: string): Promise<ComposedMail | undefined> {
  const [subscriber] = await query<{ email: string }[]>`
    select email from newsletter_subscribers where id = ${subscriberId} and unsubscribed_at is null
  `;
  if (!subscriber) return undefined;
  const { PUBLIC_URL, CONTACT_EMAIL } = env();
  const unsubscribeUrl = await unsubscribeAddress(subscriberId);
  return {
    to: { name: '', address: subscriber.email },
    replyTo: CONTACT_EMAIL,
    subject: 'You are subscribed to Carma Insights',
    headers: {
      'List-Unsubscribe': `<${unsubscribeUrl}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      'Auto-Submitted': 'auto-generated',
    },
    text: `This address was entered for Carma Insights, our newsletter: ${PUBLIC_URL}/blog

If that was not you, or you change your mind, you can unsubscribe in one click:
${unsubscribeUrl}

Carma
${CONTACT_EMAIL}
`,
  };
}
