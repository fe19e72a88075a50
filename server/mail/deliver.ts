import type { SendMailOptions } from 'nodemailer';
import type { MailPurpose } from '#server/mail/create-deliveries.ts';
import { claimDue, type Delivery, maySend, postpone, settle } from '#server/mail/deliveries.ts';
import { startQueue } from '#server/mail/queue.ts';
import { AddressRejected, removeFromOutbox, transmit } from '#server/mail/transport.ts';
import { env } from '#server/platform/env.ts';
import { log } from '#server/platform/log.ts';
import { withDatabaseLimit } from '#server/platform/request-context.ts';

/** The address, subject and text of a mail. */
export type ComposedMail = SendMailOptions & { to: { name: string; address: string } };

/**
 * The composer for each purpose of a mail. It is given the id of the message or subscriber that the mail is about, and returns
 * undefined if the mail is no longer wanted. Passed in by the caller that starts delivery.
 */
export type Composers = Record<MailPurpose, (subjectId: string) => Promise<ComposedMail | undefined>>;

/**
 * Starts to deliver the mails that are due, as `startQueue` does. Returns a function that stops: mails being sent may finish, for up
 * to `ms`.
 */
export function startDelivery(composers: Composers): (ms: number) => Promise<void> {
  if (!env().SMTP_URL) log().warn({ event: 'mail.not_configured' }, 'SMTP_URL is not configured: mails are written to the outbox');
  return startQueue<Delivery, SendMailOptions>({
    claim: claimDue,
    prepare: (delivery) => prepare(delivery, composers),
    send: (delivery, mail) => transmit(mail, fileName(delivery)),
    sent: async (delivery, state, { ms, isKept }) => {
      if (!isKept && state === 'written') await removeFromOutbox(fileName(delivery));
      const facts = { deliveryId: delivery.id, purpose: delivery.purpose, ms };
      if (state === 'sent') log().info({ event: 'mail.sent', ...facts }, 'Mail sent');
      else log().info({ event: 'mail.not_configured', ...facts }, 'Not configured: mail written to the outbox');
    },
    failed: fail,
  });
}

const fileName = ({ id, purpose }: Delivery) => `${purpose}-${id}.eml`;

/**
 * Composes a mail and adds the sender and the Message-ID, which is derived from the delivery's id, so that retries share it. Mails
 * are plain text, so HTML in a message stays text. Headers cannot contain line breaks: the schema keeps names on one line, and
 * nodemailer encodes non-ASCII characters. Undefined if the mail is no longer wanted.
 */
async function prepare(delivery: Delivery, composers: Composers): Promise<SendMailOptions | undefined> {
  const { id, purpose, subjectId, sendBy } = delivery;
  const { MAIL_FROM } = env();
  try {
    return await withDatabaseLimit(sendBy - performance.now(), async () => {
      const composed = await composers[purpose](subjectId);
      if (!composed || !(await maySend(delivery, composed.to.address))) return undefined;
      return { from: { name: 'Carma', address: MAIL_FROM }, messageId: `<${id}@${MAIL_FROM.split('@')[1]}>`, ...composed };
    });
  } catch (cause) {
    // PostgreSQL's messages may quote what a person typed, and this one is stored.
    const { code = 'EUNKNOWN' } = cause as { code?: string };
    throw Object.assign(new Error(`The mail could not be prepared: ${code}`, { cause }), { code });
  }
}

async function fail(delivery: Delivery, error: Error & { code?: string }): Promise<void> {
  const { id, purpose } = delivery;
  const facts = { deliveryId: id, purpose, code: error.code ?? 'EUNKNOWN' };
  // Anyone may have typed a visitor's address. The team's own address is ours to fix, so its mails are retried.
  if (error instanceof AddressRejected && purpose !== 'team') {
    await settle(id, 'skipped', error.message);
    log().warn({ event: 'mail.refused', ...facts }, 'Mail not sent: its address was rejected permanently');
    return;
  }
  log().warn({ event: 'mail.failed', ...facts }, 'Mail not sent; retrying later');
  if ((await postpone(delivery, error.message)) === 'dead')
    log().error({ event: 'mail.dead', deliveryId: id }, 'Mail abandoned: see npm run messages -- dead');
}
