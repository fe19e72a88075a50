import type { SendMailOptions } from 'nodemailer';
import type { MailKind } from '#server/mail/create-deliveries.ts';
import type { Delivery } from '#server/mail/find-delivery.ts';
import { env } from '#server/platform/env.ts';

/** What makes the mails of each kind: address, subject and text. Whoever starts the delivery hands them in. */
export type Composers = Record<MailKind, (delivery: Delivery) => SendMailOptions | Promise<SendMailOptions>>;

/**
 * The mail itself: plain text, so that HTML in a message is text. Headers hold no line break: the schema makes names one
 * line and nodemailer encodes what is not ASCII. The Message-ID follows from the delivery's id, the same at each try.
 */
export async function composeMail(delivery: Delivery, composers: Composers): Promise<SendMailOptions> {
  const { MAIL_FROM } = env();
  return {
    from: { name: 'Carma', address: MAIL_FROM },
    messageId: `<${delivery.id}@${MAIL_FROM.split('@')[1]}>`,
    ...(await composers[delivery.kind](delivery)),
  };
}
