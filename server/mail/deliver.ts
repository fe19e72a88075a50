import { setTimeout as sleep } from 'node:timers/promises';
import type { Job, PgBoss } from 'pg-boss';
import { type Composers, composeMail } from '#server/mail/envelope.ts';
import { type Delivery, findDelivery } from '#server/mail/find-delivery.ts';
import { watchMissedMails } from '#server/mail/missed-mails.ts';
import { AddressRejected, discard, transmit } from '#server/mail/transport.ts';
import { query } from '#server/platform/database/query.ts';
import { env } from '#server/platform/env.ts';
import { log } from '#server/platform/log.ts';
import { deadMailQueue, type MailJob, mailQueue, queue } from '#server/platform/queue.ts';
import { sign } from '#server/platform/secret.ts';

const jobsAtOnce = 4;
const pollSeconds = 1;
/** Between two tries to start the queue (ms): doubled each time, up to the longest. */
const firstWaitMs = 1_000;
const longestWaitMs = 30_000;
/** How long a mail that was sent is tried to be noted as such, in ms: longer than a restart of Postgres takes. */
const noteLimit = 120_000;

/** Mails that this process has sent and could not yet note: they must not be sent by it again. */
const sentHere = new Map<string, 'sent' | 'written'>();

/**
 * Starts delivering what is queued: now, or when Postgres is back, for a site that loses it just after its start goes on
 * and answers what it can. `stopping` ends the waiting.
 */
export async function startDelivery(stopping: AbortSignal, composers: Composers): Promise<void> {
  const boss = await queueInTime(stopping);
  // It may have come just when the process stops.
  if (!boss || stopping.aborted) return;
  if (!env().SMTP_URL) log().warn({ event: 'mail.not_configured' }, 'SMTP_URL is not configured: mails are written to the outbox');
  const options = { batchSize: 1, localConcurrency: jobsAtOnce, pollingIntervalSeconds: pollSeconds } as const;
  await boss.work<MailJob>(mailQueue, options, async ([job]: Job<MailJob>[]) => {
    if (job) await deliver(job.data.deliveryId, composers);
  });
  await boss.work<MailJob>(deadMailQueue, { batchSize: 1, pollingIntervalSeconds: 5 }, async ([job]: Job<MailJob>[]) => {
    if (job) await giveUp(job.data.deliveryId);
  });
  void watchMissedMails(stopping);
}

async function queueInTime(stopping: AbortSignal): Promise<PgBoss | undefined> {
  for (let waitMs = firstWaitMs; !stopping.aborted; waitMs = Math.min(2 * waitMs, longestWaitMs)) {
    try {
      return await queue();
    } catch (error) {
      if (stopping.aborted) return undefined;
      log().warn({ event: 'queue.waiting', err: error, waitMs }, 'The queue did not start; it is tried again');
      await sleep(waitMs, undefined, { signal: stopping, ref: false }).catch(() => {});
    }
  }
  return undefined;
}

/**
 * Sends one mail, once. The row is claimed before the mail is sent and marked after; a claim by a process that was
 * killed lapses after twice MAIL_TIMEOUT_MS. Killed in the moment between the mail server's yes and the mark, the mail
 * is sent again, under the same Message-ID. @throws what makes the queue try again later.
 */
async function deliver(deliveryId: string, composers: Composers): Promise<void> {
  const known = sentHere.get(deliveryId);
  if (known) {
    await note(deliveryId, known);
    sentHere.delete(deliveryId);
    return;
  }
  const delivery = await findDelivery(deliveryId);
  if (!delivery) return leaveOut(deliveryId);
  if (!['queued', 'sending'].includes(delivery.state)) return;
  if (!(await claim(deliveryId))) throw new Error('Another process is sending this mail');
  if (!(await isWelcome(delivery))) {
    await note(deliveryId, 'skipped');
    return;
  }
  const fileName = `${delivery.kind}-${deliveryId}.eml`;
  const mail = await composeMail(delivery, composers);
  const started = performance.now();
  try {
    const sent = await transmit(mail, fileName);
    sentHere.set(deliveryId, sent);
    if (!(await note(deliveryId, sent)) && sent === 'written') await discard(fileName);
    sentHere.delete(deliveryId);
    const facts = { event: sent === 'sent' ? 'mail.sent' : 'mail.not_configured', deliveryId, kind: delivery.kind };
    log().info(
      { ...facts, ms: Math.round(performance.now() - started) },
      sent === 'sent' ? 'Mail sent' : 'Not configured: mail written to the outbox',
    );
  } catch (error) {
    if (sentHere.has(deliveryId)) throw error;
    const { code = 'EUNKNOWN', message } = error as Error & { code?: string };
    // Anyone may have typed it. The team's own address is ours to mend: its mails wait.
    if (error instanceof AddressRejected && delivery.kind !== 'team') {
      await note(deliveryId, 'skipped', message);
      log().warn({ event: 'mail.refused', deliveryId, kind: delivery.kind, code }, 'Mail not sent: its address is refused for good');
      return;
    }
    log().warn({ event: 'mail.failed', deliveryId, kind: delivery.kind, code }, 'Mail not sent; it is tried again');
    await query`update mail_deliveries set state = 'queued', last_error = ${message.slice(0, 200)} where id = ${deliveryId} and state = 'sending'`;
    throw error;
  }
}

async function claim(deliveryId: string): Promise<boolean> {
  const seconds = (2 * env().MAIL_TIMEOUT_MS) / 1000;
  const rows = await query`
    update mail_deliveries
    set
      state = 'sending',
      attempts = attempts + 1,
      last_attempt_at = now()
    where id = ${deliveryId}
      and (state = 'queued' or state = 'sending' and last_attempt_at < now() - ${seconds} * interval '1 second')
    returning id
  `;
  return rows.length > 0;
}

/** Whether the mail may go: an address that did not ask for mail gets one an hour at most. */
async function isWelcome({ id, kind, email }: Delivery): Promise<boolean> {
  if (kind === 'team') return true;
  const addressHash = await sign('mail-address', email.toLowerCase());
  const rows = await query`
    insert into acknowledgement_log as earlier (address_hash, purpose, mail_delivery_id)
    values (${addressHash}, ${kind}, ${id})
    on conflict (address_hash, purpose) do update
    set
      mail_delivery_id = excluded.mail_delivery_id,
      claimed_at = excluded.claimed_at
    where earlier.mail_delivery_id = excluded.mail_delivery_id or earlier.claimed_at <= now() - interval '1 hour'
    returning purpose
  `;
  return rows.length > 0;
}

/** A welcome for somebody who has left meanwhile. What was erased has no row. */
async function leaveOut(deliveryId: string): Promise<void> {
  await query`update mail_deliveries set state = 'skipped', settled_at = now() where id = ${deliveryId} and state in ('queued', 'sending')`;
}

/** Marks a mail as done, also when Postgres is being restarted just now. False: it was erased in the meantime. */
async function note(deliveryId: string, state: 'sent' | 'written' | 'skipped', reason: string | null = null): Promise<boolean> {
  const deadline = Date.now() + noteLimit;
  for (;;) {
    try {
      const { count } = await query`
        update mail_deliveries
        set state = ${state}, settled_at = now(), last_error = ${reason}
        where id = ${deliveryId}
      `;
      return count > 0;
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await sleep(250);
    }
  }
}

async function giveUp(deliveryId: string): Promise<void> {
  await query`update mail_deliveries set state = 'dead', settled_at = now() where id = ${deliveryId} and state in ('queued', 'sending')`;
  log().error({ event: 'mail.dead', deliveryId }, 'Mail given up: see npm run messages -- dead');
}
