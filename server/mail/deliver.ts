import { setTimeout as sleep } from 'node:timers/promises';
import type { SendMailOptions } from 'nodemailer';
import type { MailPurpose } from '#server/mail/create-deliveries.ts';
import { claimDue, type Delivery, maySend, postpone, settle } from '#server/mail/deliveries.ts';
import { AddressRejected, removeFromOutbox, type Sent, transmit } from '#server/mail/transport.ts';
import { env } from '#server/platform/env.ts';
import { log } from '#server/platform/log.ts';
import { withDatabaseLimit } from '#server/platform/request-context.ts';
import { throttleByKey } from '#server/platform/throttle.ts';

/** At most this many mails are sent at once. */
const maxAtOnce = 4;
/** How often (ms) the table is asked for mails that are due. */
const everyMs = 1_000;

/** The address, subject and text of a mail. */
export type ComposedMail = SendMailOptions & { to: { name: string; address: string } };

/**
 * The composer for each purpose of a mail. It is given the id of the message or subscriber that the mail is about, and returns
 * undefined if the mail is no longer wanted. Passed in by the caller that starts delivery.
 */
export type Composers = Record<MailPurpose, (subjectId: string) => Promise<ComposedMail | undefined>>;

/** Mails that this process has sent but not yet marked, so that it does not send them again. */
const sentUnmarked = new Map<string, Sent>();

/** Throttled, because every question fails while PostgreSQL is down. */
const logError = throttleByKey<string | undefined>(60_000, (code, leftOut) =>
  log().warn({ event: 'queue.error', code, leftOut }, 'PostgreSQL did not tell which mails are due'),
);

/**
 * Starts to deliver the mails that are due, also while PostgreSQL is away: then as soon as it is back. Any number of instances
 * may share the work. Returns a function that stops: mails being sent may finish, for up to `ms`.
 */
export function startDelivery(composers: Composers): (ms: number) => Promise<void> {
  if (!env().SMTP_URL) log().warn({ event: 'mail.not_configured' }, 'SMTP_URL is not configured: mails are written to the outbox');
  const stopping = new AbortController();
  const running = deliverDue(composers, stopping.signal);
  return async (ms) => {
    stopping.abort();
    await Promise.race([running, sleep(ms, undefined, { ref: false })]);
  };
}

async function deliverDue(composers: Composers, stopping: AbortSignal): Promise<void> {
  const running = new Set<Promise<void>>();
  while (!stopping.aborted) {
    const places = maxAtOnce - running.size;
    const claimed = await claim(places);
    for (const delivery of claimed) {
      const one = deliver(delivery, composers).finally(() => running.delete(one));
      running.add(one);
    }
    if (claimed.length < places) await sleep(everyMs, undefined, { signal: stopping, ref: false }).catch(() => {});
    // Otherwise more mails may be due: go on as soon as there is a place.
    if (running.size === maxAtOnce) await Promise.race(running);
  }
  await Promise.all(running);
}

async function claim(count: number): Promise<Delivery[]> {
  try {
    return await claimDue(count);
  } catch (error) {
    logError((error as { code?: string }).code);
    return [];
  }
}

/**
 * Sends a claimed mail, once, and marks it; no transaction is open meanwhile. If the process is killed after the mail server has
 * accepted the mail but before it is marked, it is sent again under the same Message-ID. Never throws: a mail that could not even
 * be put back is claimed again when its lease ends.
 */
async function deliver(delivery: Delivery, composers: Composers): Promise<void> {
  try {
    await send(delivery, composers);
  } catch (error) {
    await fail(delivery, error as Error & { code?: string }).catch(({ code }) => logError(code));
  }
}

async function send(delivery: Delivery, composers: Composers): Promise<void> {
  const { id, purpose, sendBy } = delivery;
  const unmarked = sentUnmarked.get(id);
  if (unmarked) {
    await settle(id, unmarked);
    sentUnmarked.delete(id);
    return;
  }
  const mail = await prepare(delivery, composers);
  if (!mail) {
    await settle(id, 'skipped');
    return;
  }
  const started = performance.now();
  if (started > sendBy) throw new Error('The mail was not prepared in time');
  const fileName = `${purpose}-${id}.eml`;
  const sent = await transmit(mail, fileName);
  const ms = Math.round(performance.now() - started);
  sentUnmarked.set(id, sent);
  if (!(await settle(id, sent)) && sent === 'written') await removeFromOutbox(fileName);
  sentUnmarked.delete(id);
  if (sent === 'sent') log().info({ event: 'mail.sent', deliveryId: id, purpose, ms }, 'Mail sent');
  else log().info({ event: 'mail.not_configured', deliveryId: id, purpose, ms }, 'Not configured: mail written to the outbox');
}

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
  // It was sent and could not be marked: whoever claims it next marks it.
  if (sentUnmarked.has(id)) return logError(error.code);
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
