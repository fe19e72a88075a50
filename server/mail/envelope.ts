import type { SendMailOptions } from 'nodemailer';
import type { MailKind } from '#server/mail/create-deliveries.ts';
import type { Delivery } from '#server/mail/find-delivery.ts';
import { env } from '#server/platform/env.ts';

/** The composer for each kind of mail, which writes its address, subject and text. Passed in by the caller that starts delivery. */
export type Composers = Record<MailKind, (delivery: Delivery) => SendMailOptions | Promise<SendMailOptions>>;

/**
 * Composes a mail in plain text, so that HTML in a message stays text. Headers cannot contain line breaks: the schema keeps names
 * on one line, and nodemailer encodes non-ASCII characters. The Message-ID is derived from the delivery's id, so retries share it.
 */
export async function composeMail(delivery: Delivery, composers: Composers): Promise<SendMailOptions> {
  const { MAIL_FROM } = env();
  return {
    from: { name: 'Carma', address: MAIL_FROM },
    messageId: `<${delivery.id}@${MAIL_FROM.split('@')[1]}>`,
    ...(await composers[delivery.kind](delivery)),
  };
}
