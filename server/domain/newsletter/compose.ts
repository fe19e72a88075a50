import type { SendMailOptions } from 'nodemailer';
import { unsubscribeAddress } from '#server/domain/newsletter/unsubscribe.ts';
import type { Delivery } from '#server/mail/find-delivery.ts';
import { env } from '#server/platform/env.ts';

/** Composes the welcome to a new subscriber, with an unsubscribe link. */
export async function composeWelcome({ email, messageId }: Delivery): Promise<SendMailOptions> {
  const { PUBLIC_URL, CONTACT_EMAIL } = env();
  const unsubscribeUrl = await unsubscribeAddress(messageId);
  return {
    to: { name: '', address: email },
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
