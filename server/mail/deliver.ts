import { setTimeout as sleep } from 'node:timers/promises';
import type { SendMailOptions } from 'nodemailer';
import type { Job, PgBoss } from 'pg-boss';
import type { MailKind } from '#server/mail/create-deliveries.ts';
import { claim, findDelivery, markSettled, maySend, skip } from '#server/mail/deliveries.ts';
import { watchMissedMails } from '#server/mail/missed-mails.ts';
import { deadMailQueue, type MailJob, mailQueue, queue } from '#server/mail/queue.ts';
import { AddressRejected, removeFromOutbox, transmit } from '#server/mail/transport.ts';
import { query } from '#server/platform/database/query.ts';
import { env } from '#server/platform/env.ts';
import { log } from '#server/platform/log.ts';

const maxConcurrentJobs = 4;
const pollSeconds = 1;
/** Delay between attempts to start the queue (ms): doubled each time, up to the longest. */
const firstWaitMs = 1_000;
const longestWaitMs = 30_000;

/** The address, subject and text of a mail. */
export type ComposedMail = SendMailOptions & { to: { name: string; address: string } };

/**
 * The composer for each kind of mail. It is given the id of the message or subscriber that the mail is about, and returns
 * undefined if the mail is no longer wanted. Passed in by the caller that starts delivery.
 */
export type Composers = Record<MailKind, (subjectId: string) => Promise<ComposedMail | undefined>>;

/** Mails that this process has sent but not yet marked, so that it does not send them again. */
const sentUnmarked = new Map<string, 'sent' | 'written'>();

/**
 * Starts delivering queued mails, as soon as PostgreSQL is available: a site that loses it just after starting keeps running and
 * answers what it can. `stopping` ends the wait.
 */
export async function startDelivery(stopping: AbortSignal, composers: Composers): Promise<void> {
  const boss = await openQueue(stopping);
  // The queue may open just as the process stops.
  if (!boss || stopping.aborted) return;
  if (!env().SMTP_URL) log().warn({ event: 'mail.not_configured' }, 'SMTP_URL is not configured: mails are written to the outbox');
  const options = { batchSize: 1, localConcurrency: maxConcurrentJobs, pollingIntervalSeconds: pollSeconds } as const;
  await boss.work<MailJob>(mailQueue, options, async ([job]: Job<MailJob>[]) => {
    if (job) await deliver(job.data.deliveryId, composers);
  });
  await boss.work<MailJob>(deadMailQueue, { batchSize: 1, pollingIntervalSeconds: 5 }, async ([job]: Job<MailJob>[]) => {
    if (job) await giveUp(job.data.deliveryId);
  });
  void watchMissedMails(stopping);
}

async function openQueue(stopping: AbortSignal): Promise<PgBoss | undefined> {
  for (let waitMs = firstWaitMs; !stopping.aborted; waitMs = Math.min(2 * waitMs, longestWaitMs)) {
    try {
      return await queue();
    } catch (error) {
      if (stopping.aborted) return undefined;
      log().warn({ event: 'queue.waiting', err: error, waitMs }, 'The queue did not start; retrying');
      await sleep(waitMs, undefined, { signal: stopping, ref: false }).catch(() => {});
    }
  }
  return undefined;
}

/**
 * Sends one mail, once. The row is claimed before sending and marked afterwards; a claim by a process that was killed expires
 * after twice MAIL_TIMEOUT_MS. If the process is killed after the mail server has accepted the mail but before it is marked, it
 * is sent again under the same Message-ID. @throws an error for which the queue retries later.
 */
async function deliver(deliveryId: string, composers: Composers): Promise<void> {
  const unmarked = sentUnmarked.get(deliveryId);
  if (unmarked) {
    await markSettled(deliveryId, unmarked);
    sentUnmarked.delete(deliveryId);
    return;
  }
  const delivery = await findDelivery(deliveryId);
  if (!delivery || !['queued', 'sending'].includes(delivery.state)) return;
  const composed = await composers[delivery.kind](delivery.subjectId);
  if (!composed) return skip(deliveryId);
  if (!(await claim(deliveryId))) throw new Error('Another process is sending this mail');
  if (!(await maySend(delivery, composed.to.address))) {
    await markSettled(deliveryId, 'skipped');
    return;
  }
  const fileName = `${delivery.kind}-${deliveryId}.eml`;
  const mail = withSender(deliveryId, composed);
  const started = performance.now();
  try {
    const sent = await transmit(mail, fileName);
    sentUnmarked.set(deliveryId, sent);
    if (!(await markSettled(deliveryId, sent)) && sent === 'written') await removeFromOutbox(fileName);
    sentUnmarked.delete(deliveryId);
    const facts = { event: sent === 'sent' ? 'mail.sent' : 'mail.not_configured', deliveryId, kind: delivery.kind };
    log().info(
      { ...facts, ms: Math.round(performance.now() - started) },
      sent === 'sent' ? 'Mail sent' : 'Not configured: mail written to the outbox',
    );
  } catch (error) {
    if (sentUnmarked.has(deliveryId)) throw error;
    const { code = 'EUNKNOWN', message } = error as Error & { code?: string };
    // Anyone may have typed a visitor's address. The team's own address is ours to fix, so its mails are retried.
    if (error instanceof AddressRejected && delivery.kind !== 'team') {
      await markSettled(deliveryId, 'skipped', message);
      log().warn({ event: 'mail.refused', deliveryId, kind: delivery.kind, code }, 'Mail not sent: its address was rejected permanently');
      return;
    }
    log().warn({ event: 'mail.failed', deliveryId, kind: delivery.kind, code }, 'Mail not sent; retrying later');
    await query`update mail_deliveries set state = 'queued', last_error = ${message.slice(0, 200)} where id = ${deliveryId} and state = 'sending'`;
    throw error;
  }
}

/**
 * Adds the sender and the Message-ID, which is derived from the delivery's id, so that retries share it. Mails are plain text, so
 * HTML in a message stays text. Headers cannot contain line breaks: the schema keeps names on one line, and nodemailer encodes
 * non-ASCII characters.
 */
function withSender(deliveryId: string, mail: ComposedMail): SendMailOptions {
  const { MAIL_FROM } = env();
  return { from: { name: 'Carma', address: MAIL_FROM }, messageId: `<${deliveryId}@${MAIL_FROM.split('@')[1]}>`, ...mail };
}

async function giveUp(deliveryId: string): Promise<void> {
  await query`update mail_deliveries set state = 'dead', settled_at = now() where id = ${deliveryId} and state in ('queued', 'sending')`;
  log().error({ event: 'mail.dead', deliveryId }, 'Mail abandoned: see npm run messages -- dead');
}
