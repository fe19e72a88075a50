import type { SendMailOptions } from 'nodemailer';
import { type Channel, type Delivery, isDue, type MailPurpose, postpone, settle, startQueue } from '#server/deliveries/queue.ts';
import { AddressRejected, removeFromOutbox, transmit } from '#server/mail/transport.ts';
import { query } from '#server/platform/database/query.ts';
import { sql } from '#server/platform/database/sql.ts';
import { env } from '#server/platform/env.ts';
import { limits } from '#server/platform/limits.ts';
import { log } from '#server/platform/log.ts';
import { withDatabaseLimit } from '#server/platform/request-context.ts';
import { sign } from '#server/platform/secret.ts';

/** A claimed mail. */
type Mail = Delivery & { purpose: MailPurpose; subjectId: string };

/** The address, subject and text of a mail. */
export type ComposedMail = SendMailOptions & { to: { name: string; address: string } };

/**
 * The composer for each purpose of a mail. It is given the id of the message or subscriber that the mail is about, and returns
 * undefined if the mail is no longer wanted. Passed in by the caller that starts delivery.
 */
export type Composers = Record<MailPurpose, (subjectId: string) => Promise<ComposedMail | undefined>>;

/** Starts to send the mails that are due, as `startQueue` does. */
export function startMails(composers: Composers): (ms: number) => Promise<void> {
  if (!env().SMTP_URL) log().warn({ event: 'mail.not_configured' }, 'SMTP_URL is not configured: mails are written to the outbox');
  return startQueue(mailChannel(composers));
}

/** Returns how mails are claimed, written and sent. */
export function mailChannel(composers: Composers): Channel<Mail, SendMailOptions> {
  return {
    limitMs: limits.MAIL_TIMEOUT_MS,
    retryDelays,
    due: (count) => sql`
      due as materialized (
        select id from deliveries where kind = 'mail' and ${isDue} order by next_attempt_at limit ${count} for update skip locked
      )
    `,
    prepare: (delivery) => prepare(delivery, composers),
    send: (delivery, mail) => transmit(mail, fileName(delivery)),
    sent: async (delivery, state, { ms, isKept }) => {
      if (!isKept && state === 'written') await removeFromOutbox(fileName(delivery));
      const facts = { deliveryId: delivery.id, purpose: delivery.purpose, ms };
      if (state === 'sent') log().info({ event: 'mail.sent', ...facts }, 'Mail sent');
      else log().info({ event: 'mail.not_configured', ...facts }, 'Not configured: mail written to the outbox');
    },
    failed: fail,
  };
}

/** Doubling waits (s) up to six hours: about five days in all. */
const retryDelays = Array.from({ length: 32 }, (_, failures) => Math.min(6 * 3_600, 5 * 2 ** failures));

const fileName = ({ id, purpose }: Mail) => `${purpose}-${id}.eml`;

/**
 * Composes a mail and adds the sender and the Message-ID, which is derived from the delivery's id, so that retries share it. Mails
 * are plain text, so HTML in a message stays text. Headers cannot contain line breaks: the schema keeps names on one line, and
 * nodemailer encodes non-ASCII characters. Undefined if the mail is no longer wanted.
 */
async function prepare(delivery: Mail, composers: Composers): Promise<SendMailOptions | undefined> {
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

/** Checks whether a mail may still be sent: it was not erased, and has the hour of its address (`claimHour`). */
async function maySend({ id, purpose }: Mail, address: string): Promise<boolean> {
  if (purpose === 'team') return (await query`select from deliveries where id = ${id}`).count > 0;
  return claimHour(id, address);
}

async function fail(delivery: Mail, error: Error & { code?: string }): Promise<void> {
  const { id, purpose, attempts } = delivery;
  const facts = { deliveryId: id, purpose, code: error.code ?? 'EUNKNOWN' };
  // Anyone may have typed a visitor's address. The team's own address is ours to fix, so its mails are retried.
  if (error instanceof AddressRejected && purpose !== 'team') {
    await settle(id, 'skipped', error.message);
    log().warn({ event: 'mail.refused', ...facts }, 'Mail not sent: its address was rejected permanently');
    return;
  }
  log().warn({ event: 'mail.failed', ...facts }, 'Mail not sent; retrying later');
  if ((await postpone(delivery, error.message, retryDelays[attempts - 1] ?? null)) === 'dead')
    log().error({ event: 'mail.dead', deliveryId: id }, 'Mail abandoned: see npm run messages -- dead');
}

/** Returns the keyed hash of the mailbox that an address leads to: in lower case, without what follows a `+`, which is the same mailbox. */
export function hashMailbox(address: string): Promise<Buffer> {
  return sign('mail-address', address.toLowerCase().replace(/^([^+@]+)\+[^@]*@/, '$1@'));
}

/**
 * Claims the hour of an address for a mail: an address that anyone may have typed gets one of each purpose for what was asked within an
 * hour. It is the hour of the asking, so that mails which wait for their server do not take each other's. False if another mail has it,
 * or this one was erased.
 */
async function claimHour(deliveryId: string, address: string): Promise<boolean> {
  const addressHash = await hashMailbox(address);
  const { count } = await query`
    insert into acknowledgement_log as latest (address_hash, purpose, delivery_id, asked_at)
    select ${addressHash}::bytea, purpose, id, created_at from deliveries where id = ${deliveryId}
    on conflict (address_hash, purpose) do update
    set
      -- An older mail that is still tried leaves the row to the latest.
      delivery_id = case when excluded.asked_at > latest.asked_at then excluded.delivery_id else latest.delivery_id end,
      asked_at = greatest(excluded.asked_at, latest.asked_at)
    where latest.delivery_id = excluded.delivery_id or not excluded.asked_at - latest.asked_at between interval '-1 hour' and interval '1 hour'
  `;
  return count > 0;
}
