import { setTimeout as sleep } from 'node:timers/promises';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { log } from '#server/platform/log.ts';
import { enqueueMailJobs, mailQueue } from '#server/platform/queue.ts';

const everyMs = 15_000;
/** Mails a transaction: none takes long. */
const atOnce = 200;

/** Queues now, and again and again until `stopping`, what was stored while the queue could not take it. */
export async function watchMissedMails(stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted) {
    try {
      await queueMissedMails();
    } catch (error) {
      log().warn({ event: 'mail.missed-failed', err: error }, 'Could not look for mails that are not queued; tried again');
    }
    await sleep(everyMs, undefined, { signal: stopping, ref: false }).catch(() => {});
  }
}

/**
 * Queues the mails that are due and have no job. Returns how many. Where several instances find the same one it may get two
 * jobs, and is sent once: each mail is claimed.
 */
export async function queueMissedMails(): Promise<number> {
  const mails = await inTransaction('read write', async (transaction) => {
    const rows = await transaction<{ id: string }[]>`
      select id
      from mail_deliveries as delivery
      where state = 'queued' and not exists (
        select from pgboss.job
        where name = ${mailQueue} and state in ('created', 'retry', 'active') and data ->> 'deliveryId' = delivery.id::text
      )
      order by created_at
      limit ${atOnce}
      for update skip locked
    `;
    // The queue is only asked where there is something for it: a process that stops has let go of it.
    if (rows.length === 0) return 0;
    await enqueueMailJobs(
      transaction,
      rows.map(({ id }) => id),
    );
    return rows.length;
  });
  if (mails > 0) log().info({ event: 'mail.missed', mails }, 'Queued mails that were stored while the queue could not take them');
  return mails;
}
