import { unsubscribeAddress } from '#server/domain/newsletter/unsubscribe.ts';
import type { ComposedMail } from '#server/mail/deliver.ts';
import { query } from '#server/platform/database/query.ts';
import { env } from '#server/platform/env.ts';
import { signature, welcome } from '#src/content/mails.ts';
import { fill } from '#src/lib/text/fill.ts';

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
